package org.millrace.bulk.entity;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.TypedRecordParser;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.bulk.writer.model.RehearsingWriter;

/** Records of all kinds in one ordered stream, each with its type. */
final class Records implements EntityType {
    private final List<EntityType> types;

    /** @param types those of which there may be records */
    Records(List<EntityType> types) {
        this.types = List.copyOf(types);
    }

    @Override
    public String name() {
        return "records";
    }

    @Override
    public String word() {
        return "record";
    }

    @Override
    public Class<? extends ImportRecord> kind() {
        return ImportRecord.class;
    }

    @Override
    public Set<String> tables() {
        return types.stream().flatMap(type -> type.tables().stream()).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public boolean takesExports() {
        return true;
    }

    @Override
    public String permission() {
        return types.stream().map(EntityType::permission).distinct().collect(Collectors.joining("; or "));
    }

    @Override
    public boolean mayImport(AdminPermissionEvaluator permissions) {
        return types.stream().anyMatch(type -> type.mayImport(permissions));
    }

    @Override
    public boolean mayOversee(AdminPermissionEvaluator permissions) {
        return types.stream().allMatch(type -> type.mayOversee(permissions));
    }

    @Override
    public RecordParser parser(RecordLimits limits) {
        return new TypedRecordParser(
                limits, types.stream().collect(Collectors.toMap(EntityType::word, type -> type.parser(limits))));
    }

    /** A chunk holds records of one kind only; most will be users. */
    @Override
    public int chunkSize(WritingRequest request) {
        return types.stream().mapToInt(type -> type.chunkSize(request)).max().orElseThrow();
    }

    /** Of a dry run, all is written through the model, in one transaction: else nothing would find what was rolled back before. */
    @Override
    public EntityWriting writing(WritingRequest request) throws SQLException {
        WritingRequest growing = request.growing();
        String realmId = request.scope().realmId();
        Set<EntityType> allowed = request.transactions()
                .inRealm(
                        realmId,
                        (session, realm) -> types.stream()
                                .filter(type ->
                                        type.mayImport(request.scope().caller().permissions(session, realm)))
                                .collect(Collectors.toUnmodifiableSet()));
        if (request.dryRun()) {
            Map<Class<?>, ModelChunk> chunks = new HashMap<>();
            allowed.forEach(type -> chunks.put(type.kind(), type.rehearsed(growing)));
            RehearsingWriter writer = new RehearsingWriter(
                    request.transactions(),
                    realmId,
                    (chunk, session, realm) -> ChunkKind.of(chunk)
                            .map(kind -> chunks.get(kind))
                            .map(records -> records.write(chunk, session, realm))
                            .orElseGet(() -> ChunkKind.refuse(chunk)),
                    request.maxDryRunBytes());
            return new EntityWriting(writer, true, writer::close);
        }
        Map<Class<?>, EntityWriting> writings = new HashMap<>();
        for (EntityType type : allowed) {
            writings.put(type.kind(), type.writing(growing));
        }
        return new EntityWriting(
                (chunk, commit) -> ChunkKind.write(chunk, commit, writings),
                true,
                () -> writings.values().forEach(EntityWriting::close));
    }

    @Override
    public ModelChunk rehearsed(WritingRequest request) {
        throw new UnsupportedOperationException("a stream of records holds no streams");
    }
}
