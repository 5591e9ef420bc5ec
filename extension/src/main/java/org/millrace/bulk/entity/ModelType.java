package org.millrace.bulk.entity;

import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.millrace.bulk.chunk.StoredIds;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.writer.model.EntityEvents;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.bulk.writer.model.ModelEntityWriter;
import org.millrace.bulk.writer.model.ModelScope;
import org.millrace.bulk.writer.model.RehearsingWriter;

/**
 * What is written through Keycloak's model, one chunk after the other.
 *
 * @param chunk makes what writes the chunks of one import
 */
record ModelType(
        String name,
        String permission,
        Predicate<AdminPermissionEvaluator> allowed,
        Function<RecordLimits, RecordParser> parsers,
        Function<ModelScope, ModelChunk> chunk)
        implements EntityType {
    /** Entities are kept in memory until the commit, and one that the database refuses costs its neighbours another attempt. */
    private static final int CHUNK_SIZE = 200;

    /**
     * A commit of which nobody saw the end is looked up by sending the records again: they are found by their names. Their ids
     * prove nothing that the names do not.
     */
    private static final StoredIds NONE = ids -> Set.of();

    @Override
    public boolean mayImport(AdminPermissionEvaluator permissions) {
        return allowed.test(permissions);
    }

    @Override
    public RecordParser parser(RecordLimits limits) {
        return parsers.apply(limits);
    }

    @Override
    public EntityWriting writing(WritingRequest request) {
        EntityEvents events = request.dryRun() || request.events().isEmpty()
                ? EntityEvents.NONE
                : new AdminEvents(request.events().get());
        ModelChunk records = chunk.apply(new ModelScope(request.scope(), request.database(), events));
        int size = Math.min(CHUNK_SIZE, request.chunkSize());
        String realmId = request.scope().realmId();
        if (request.dryRun()) {
            RehearsingWriter rehearsal =
                    new RehearsingWriter(request.transactions(), realmId, records, request.maxDryRunBytes());
            return new EntityWriting(rehearsal, NONE, size, true, rehearsal::close);
        }
        return new EntityWriting(
                new ModelEntityWriter(request.transactions(), request.database(), realmId, records), NONE, size, true);
    }
}
