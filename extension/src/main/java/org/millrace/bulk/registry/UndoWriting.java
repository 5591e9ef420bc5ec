package org.millrace.bulk.registry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.millrace.bulk.chunk.TransactionalWriter;
import org.millrace.bulk.entity.ChunkKind;
import org.millrace.bulk.entity.EntityWriting;
import org.millrace.bulk.entity.ModelType;
import org.millrace.bulk.entity.RecordType;
import org.millrace.bulk.entity.WritingRequest;
import org.millrace.bulk.entity.user.UserAdminEvents;
import org.millrace.bulk.entity.user.UserType;
import org.millrace.bulk.entity.user.copy.LockedUsers;
import org.millrace.bulk.entity.user.model.UserListener;
import org.millrace.bulk.entity.user.model.UserRestoration;
import org.millrace.bulk.entity.user.profile.DryRunState;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.undo.UndoParser;
import org.millrace.bulk.writer.model.DryRunWriter;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.bulk.writer.model.ModelEntityWriter;
import org.millrace.bulk.writer.model.ModelScope;

/**
 * How the records of undo jobs are read and written: through Keycloak's model, but for users on PostgreSQL, which are written as rows where
 * an import would write them so.
 */
public final class UndoWriting {
    private UndoWriting() {}

    /** Reads the records of undo jobs. */
    public static UndoParser parser() {
        return new UndoParser(EntityTypes.recordTypes().stream()
                .collect(Collectors.toMap(RecordType::word, type -> (Class<?>) type.kind())));
    }

    /**
     * Prepares an undo job.
     *
     * @param entity the entity of the job to undo
     * @param request replaces entities, without validation
     */
    public static EntityWriting of(String entity, WritingRequest request, RecordLimits limits) {
        UserListener listener = request.listeners()
                .map(events -> (UserListener) new UserAdminEvents(events))
                .orElse(UserListener.NONE);
        UserRestoration users = new UserRestoration(
                request.database(),
                request.scope(),
                !request.dryRun() && LockedUsers.areSupported(request.database())
                        ? new LockedUsers(request.database())
                        : null,
                !UserType.isThroughModel(request),
                request.dryRun() ? DryRunState.inOneSession(request.maxDryRunBytes()) : DryRunState.none(),
                listener);
        ModelScope scope = ModelType.scope(request);
        EntityRecords records = new EntityRecords(EntityTypes.recordTypes(), limits, request);
        Map<Class<?>, ModelChunk> chunks = new LinkedHashMap<>();
        Map<Class<?>, TransactionalWriter> writers = new LinkedHashMap<>();
        for (RecordType type : EntityTypes.recordTypes()) {
            ModelChunk chunk = new UndoChunk(scope, type, users, records, request.dryRun());
            chunks.put(type.kind(), chunk);
            String table = type.tables().stream().sorted().findFirst().orElse("user_entity");
            writers.put(
                    type.kind(),
                    new ModelEntityWriter(request.transactions(), request.database(), request.scope(), table, chunk));
        }
        if (request.dryRun()) {
            DryRunWriter dryRunWriter = new DryRunWriter(
                    request.transactions(),
                    request.database(),
                    request.scope().realmId(),
                    (chunk, session, realm) -> ChunkKind.writer(chunk, chunks).write(chunk, session, realm),
                    request.maxDryRunBytes());
            return new EntityWriting(dryRunWriter, true, dryRunWriter::close);
        }
        // Users do not build on one another; two chunks that name the same user are never written at the same time.
        boolean independent = EntityTypes.named(entity).stream()
                .anyMatch(type -> type instanceof RecordType each && each.kind() == UserRecord.class);
        return new EntityWriting(
                (chunk, commit) -> ChunkKind.writer(chunk, writers).write(chunk, commit), !independent);
    }
}
