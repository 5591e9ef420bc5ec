package org.millrace.bulk.entity;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.delete.Deletion;
import org.millrace.bulk.delete.DeletionChunk;
import org.millrace.bulk.delete.DeletionSession;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.writer.copy.TableShape;
import org.millrace.bulk.writer.model.DryRunWriter;
import org.millrace.bulk.writer.model.EntityEvents;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.bulk.writer.model.ModelEntityWriter;
import org.millrace.bulk.writer.model.ModelScope;

/**
 * A record type that is written through Keycloak's model.
 *
 * @param word its name as the type of a record in a mixed import
 * @param kind the class of its records
 * @param table table with an id for each of them
 * @param allowed whether the caller may import some of it
 * @param overseeing whether the caller may import all of it
 * @param chunk creates the writer for the chunks of one import
 * @param deletion deletes them; empty if records of the type do not delete
 * @param restorable how an undo restores and deletes them; empty if a job keeps no states of them
 * @param parts what else records change and an undo restores
 * @param copied tables that {@code chunk} writes with {@code COPY} where the database allows it
 */
public record ModelType(
        String name,
        String word,
        Class<? extends ImportRecord> kind,
        String table,
        String permission,
        Predicate<CallerPermissions> allowed,
        Predicate<CallerPermissions> overseeing,
        Function<RecordLimits, RecordParser> parsers,
        Function<ModelScope, ModelChunk> chunk,
        Optional<Deletion> deletion,
        Optional<RestorableEntity> restorable,
        List<Restorable> parts,
        List<TableShape> copied)
        implements RecordType {
    /** Entities are kept in memory until the commit, and an entity that the database rejects causes a retry of the others. */
    private static final int CHUNK_SIZE = 200;

    /** A type whose records neither delete nor are undone, and that Keycloak's model writes alone. */
    public ModelType(
            String name,
            String word,
            Class<? extends ImportRecord> kind,
            String table,
            String permission,
            Predicate<CallerPermissions> allowed,
            Predicate<CallerPermissions> overseeing,
            Function<RecordLimits, RecordParser> parsers,
            Function<ModelScope, ModelChunk> chunk) {
        this(
                name,
                word,
                kind,
                table,
                permission,
                allowed,
                overseeing,
                parsers,
                chunk,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of());
    }

    /**
     * The same type with records that delete.
     *
     * @param records the class of its records
     * @param deletions begins to delete in a session
     */
    public <R extends ImportRecord> ModelType deletedBy(
            Class<R> records, Function<DeletionSession, Function<R, Outcome>> deletions) {
        return with(Optional.of(Deletion.of(records, deletions)), restorable, parts, copied);
    }

    /**
     * The same type with records that an undo takes back.
     *
     * @param entity how its entities are restored and deleted
     * @param others what else its records change
     * @throws IllegalArgumentException if the entity has the name of another type
     */
    public ModelType undoneBy(RestorableEntity entity, Restorable... others) {
        if (!entity.word().equals(word)) {
            throw new IllegalArgumentException("type " + word + " cannot be undone as " + entity.word());
        }
        return with(deletion, Optional.of(entity), List.of(others), copied);
    }

    /** The same type with tables that are written with {@code COPY} where the database allows it. */
    public ModelType copying(List<TableShape> tables) {
        return with(deletion, restorable, parts, tables);
    }

    private ModelType with(
            Optional<Deletion> otherDeletion,
            Optional<RestorableEntity> otherRestorable,
            List<Restorable> otherParts,
            List<TableShape> otherTables) {
        return new ModelType(
                name,
                word,
                kind,
                table,
                permission,
                allowed,
                overseeing,
                parsers,
                chunk,
                otherDeletion,
                otherRestorable,
                otherParts,
                otherTables);
    }

    @Override
    public Set<String> tables() {
        return Set.of(table);
    }

    @Override
    public boolean mayImport(CallerPermissions permissions) {
        return allowed.test(permissions);
    }

    @Override
    public boolean mayOversee(CallerPermissions permissions) {
        return overseeing.test(permissions);
    }

    @Override
    public RecordParser parser(RecordLimits limits) {
        return parsers.apply(limits);
    }

    @Override
    public int chunkSize(WritingRequest request) {
        return Math.min(CHUNK_SIZE, request.chunkSize());
    }

    @Override
    public EntityWriting writing(WritingRequest request) {
        ModelChunk records = dryRunChunk(request);
        String realmId = request.scope().realmId();
        if (request.dryRun()) {
            DryRunWriter dryRunWriter = new DryRunWriter(
                    request.transactions(), request.database(), realmId, records, request.maxDryRunBytes());
            return new EntityWriting(dryRunWriter, true, dryRunWriter::close);
        }
        return new EntityWriting(
                new ModelEntityWriter(request.transactions(), request.database(), request.scope(), table, records),
                true);
    }

    /** Shared state of the chunks of an import. */
    public static ModelScope scope(WritingRequest request) {
        EntityEvents events = request.listeners()
                .map(begin -> (EntityEvents) new AdminEvents(begin))
                .orElse(EntityEvents.NONE);
        return new ModelScope(request.scope(), request.database(), events, request.dryRun());
    }

    @Override
    public ModelChunk dryRunChunk(WritingRequest request) {
        ModelScope scope = scope(request);
        ModelChunk others = chunk.apply(scope);
        return isDeletable() ? DeletionChunk.or(deletionChunk(scope, request.dryRun()), others) : others;
    }

    @Override
    public boolean isDeletable() {
        return deletion.isPresent();
    }

    @Override
    public ModelChunk deletionChunk(ModelScope scope, boolean dryRun) {
        return new DeletionChunk(
                scope,
                dryRun,
                deletion.orElseThrow(() -> new IllegalStateException("records of type " + word + " do not delete")));
    }
}
