package org.millrace.bulk.entity.user;

import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.millrace.bulk.delete.DeletionChunk;
import org.millrace.bulk.entity.CallerPermissions;
import org.millrace.bulk.entity.EntityWriting;
import org.millrace.bulk.entity.ModelType;
import org.millrace.bulk.entity.RecordType;
import org.millrace.bulk.entity.WritingRequest;
import org.millrace.bulk.entity.user.copy.CopyUserWriter;
import org.millrace.bulk.entity.user.delete.UserDeletionChunk;
import org.millrace.bulk.entity.user.model.ModelUserWriter;
import org.millrace.bulk.entity.user.model.SubBatchedUsers;
import org.millrace.bulk.entity.user.model.UserListener;
import org.millrace.bulk.entity.user.profile.DryRunState;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.parser.UserJsonParser;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.writer.copy.CopySchema;
import org.millrace.bulk.writer.copy.TableShape;
import org.millrace.bulk.writer.model.DryRunWriter;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.bulk.writer.model.ModelEntityWriter;
import org.millrace.bulk.writer.model.ModelScope;

/** Users, by {@code COPY} where the database is PostgreSQL, through the model elsewhere. */
public final class UserType implements RecordType {
    /** Through the model, a chunk keeps its entities in memory and its transaction open, so a smaller chunk is better. */
    private static final int MODEL_CHUNK_SIZE = 100;

    @Override
    public String name() {
        return "users";
    }

    @Override
    public String word() {
        return "user";
    }

    @Override
    public Class<? extends ImportRecord> kind() {
        return UserRecord.class;
    }

    @Override
    public Set<String> tables() {
        return Set.of("user_entity");
    }

    @Override
    public String permission() {
        return "manage-users";
    }

    @Override
    public boolean mayImport(CallerPermissions permissions) {
        return permissions.managesSomeUser();
    }

    @Override
    public boolean mayOversee(CallerPermissions permissions) {
        return permissions.evaluator().users().canManage();
    }

    @Override
    public RecordParser parser(RecordLimits limits) {
        return new UserJsonParser(limits);
    }

    @Override
    public boolean hasCsv() {
        return true;
    }

    /** Nothing that a user names can come by an import of users. */
    @Override
    public boolean looksAhead() {
        return false;
    }

    @Override
    public int chunkSize(WritingRequest request) {
        return isThroughModel(request) ? Math.min(MODEL_CHUNK_SIZE, request.chunkSize()) : request.chunkSize();
    }

    /** Whether users are written one by one through Keycloak's model, and not as rows. */
    public static boolean isThroughModel(WritingRequest request) {
        // Changes to federated users have to reach the other store too, which requires the model.
        return CopySchema.mismatch(request.database(), CopyUserWriter.TABLES).isPresent()
                || request.events().isPresent()
                || request.federated() && request.scope().onConflict().isChanging();
    }

    @Override
    public EntityWriting writing(WritingRequest request) throws SQLException {
        EntityWriting writing = withoutDeletions(request);
        if (request.dryRun()) {
            DryRunWithDeletions dryRun = new DryRunWithDeletions(
                    writing.writer(),
                    new DryRunWriter(
                            request.transactions(),
                            request.database(),
                            request.scope().realmId(),
                            dryRunChunk(request),
                            request.maxDryRunBytes()));
            return new EntityWriting(dryRun, writing.oneByOne(), dryRun::close);
        }
        ModelChunk deletion = deletionChunk(ModelType.scope(request), false);
        ModelEntityWriter deleting = new ModelEntityWriter(
                request.transactions(), request.database(), request.scope(), "user_entity", deletion);
        return new EntityWriting(
                (chunk, commit) -> (chunk.isDeletion() ? deleting : writing.writer()).write(chunk, commit),
                writing.oneByOne(),
                writing::close);
    }

    @Override
    public Optional<EntityTable> tableOfSecrets() {
        return Optional.of(new EntityTable("user_entity"));
    }

    @Override
    public List<TableShape> copied() {
        return CopyUserWriter.TABLES;
    }

    @Override
    public boolean isDeletable() {
        return true;
    }

    @Override
    public ModelChunk deletionChunk(ModelScope scope, boolean dryRun) {
        return new UserDeletionChunk(scope, dryRun);
    }

    private static EntityWriting withoutDeletions(WritingRequest request) throws SQLException {
        boolean changing = request.scope().onConflict().isChanging();
        DryRunState dryRunState =
                request.dryRun() ? DryRunState.of(changing, request.maxDryRunBytes()) : DryRunState.none();
        if (!isThroughModel(request)) {
            CopyUserWriter writer = new CopyUserWriter(
                    request.transactions(), request.database(), request.scope(), dryRunState, InstantSource.system());
            return new EntityWriting(writer, false);
        }
        UserListener listener = request.listeners()
                .map(events -> (UserListener) new UserAdminEvents(events))
                .orElse(UserListener.NONE);
        ModelUserWriter writer = new ModelUserWriter(
                request.transactions(),
                request.database(),
                request.scope(),
                dryRunState,
                listener,
                InstantSource.system());
        return new EntityWriting(writer, changing);
    }

    @Override
    public ModelChunk dryRunChunk(WritingRequest request) {
        return new SubBatchedUsers(DeletionChunk.or(
                deletionChunk(ModelType.scope(request), request.dryRun()),
                new ModelUserWriter(
                        request.transactions(),
                        request.database(),
                        request.scope(),
                        request.dryRun() ? DryRunState.inOneSession(request.maxDryRunBytes()) : DryRunState.none(),
                        UserListener.NONE,
                        InstantSource.system())));
    }
}
