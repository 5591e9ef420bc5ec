package org.millrace.bulk.registry;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.millrace.bulk.entity.CallerPermissions;
import org.millrace.bulk.entity.ChunkKind;
import org.millrace.bulk.entity.EntityType;
import org.millrace.bulk.entity.EntityWriting;
import org.millrace.bulk.entity.RecordType;
import org.millrace.bulk.entity.TypeRights;
import org.millrace.bulk.entity.WritingRequest;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.parser.TypedRecordParser;
import org.millrace.bulk.writer.model.DryRunWriter;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.server.caller.Caller;

/** Records of all kinds in one ordered stream, each with its type. */
final class Records implements EntityType {
    private final List<RecordType> types;

    /** @param types those of which there may be records */
    Records(List<RecordType> types) {
        this.types = List.copyOf(types);
    }

    @Override
    public String name() {
        return "records";
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
    public boolean mayImport(CallerPermissions permissions) {
        return types.stream().anyMatch(type -> type.mayImport(permissions));
    }

    @Override
    public boolean mayOversee(CallerPermissions permissions) {
        return types.stream().allMatch(type -> type.mayOversee(permissions));
    }

    @Override
    public RecordParser parser(RecordLimits limits) {
        return new TypedRecordParser(
                limits, types.stream().collect(Collectors.toMap(RecordType::word, type -> type.parser(limits))));
    }

    /** A chunk holds records of one type only; most are users. */
    @Override
    public int chunkSize(WritingRequest request) {
        return types.stream().mapToInt(type -> type.chunkSize(request)).max().orElseThrow();
    }

    @Override
    public EntityWriting writing(WritingRequest request) throws SQLException {
        WritingRequest growing = request.growing();
        TypeRights rights = new TypeRights(() -> importable(request), System::nanoTime);
        return request.dryRun() ? dryRunWriting(growing, rights) : writing(growing, rights);
    }

    private Set<Class<?>> importable(WritingRequest request) {
        Caller caller = request.scope().caller();
        return request.transactions().inRealm(request.scope().realmId(), (session, realm) -> {
            if (!caller.isActive(session)) {
                return Set.of();
            }
            CallerPermissions permissions = new CallerPermissions(session, realm, caller.permissions(session, realm));
            return types.stream()
                    .filter(type -> type.mayImport(permissions))
                    .map(RecordType::kind)
                    .collect(Collectors.toUnmodifiableSet());
        });
    }

    /**
     * All records are written through the model in one transaction, because later ones have to see the rolled-back results of
     * earlier ones.
     */
    private EntityWriting dryRunWriting(WritingRequest request, TypeRights rights) {
        Map<Class<?>, ModelChunk> chunks = new LinkedHashMap<>();
        types.forEach(type -> chunks.put(type.kind(), type.dryRunChunk(request)));
        DryRunWriter writer = new DryRunWriter(
                request.transactions(),
                request.database(),
                request.scope().realmId(),
                (chunk, session, realm) -> ChunkKind.writer(chunk, chunks).write(chunk, session, realm),
                request.maxDryRunBytes());
        return new EntityWriting((chunk, commit) -> rights.write(writer, chunk, commit), true, writer::close);
    }

    private EntityWriting writing(WritingRequest request, TypeRights rights) throws SQLException {
        Map<Class<?>, EntityWriting> writings = new LinkedHashMap<>();
        for (RecordType type : types) {
            writings.put(type.kind(), type.writing(request));
        }
        return new EntityWriting(
                (chunk, commit) ->
                        rights.write(ChunkKind.writer(chunk, writings).writer(), chunk, commit),
                true,
                () -> writings.values().forEach(EntityWriting::close));
    }
}
