package org.millrace.bulk.entity.user.copy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.ChunkCommit;
import org.millrace.bulk.chunk.ChunkFailedException;
import org.millrace.bulk.chunk.ForeignKeyChecks;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.TransactionalWriter;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.entity.user.prepare.Prepared;
import org.millrace.bulk.entity.user.prepare.References;
import org.millrace.bulk.entity.user.prepare.UserAudit;
import org.millrace.bulk.entity.user.prepare.UserImages;
import org.millrace.bulk.entity.user.prepare.UserOutcomes;
import org.millrace.bulk.entity.user.prepare.UserPreparation;
import org.millrace.bulk.entity.user.profile.DryRunState;
import org.millrace.bulk.entity.user.state.UserChange;
import org.millrace.bulk.entity.user.state.UserChanges;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.undo.BeforeImages;
import org.millrace.bulk.writer.ChunkTransaction;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.bulk.writer.ReferencedRows;
import org.millrace.bulk.writer.copy.TableShape;
import org.millrace.bulk.writer.id.TimeOrderedIds;
import org.millrace.server.Database;
import org.millrace.server.Transactions;
import org.postgresql.PGConnection;

/**
 * Writes users as rows: one query for all keys of a chunk, validation in memory, one {@code COPY} for each table, all in the
 * chunk's transaction. The transaction changes no Hibernate entity but revoked consents, whose commit waits for the disk: Keycloak's
 * asynchronous commit for ephemeral data never applies.
 */
public final class CopyUserWriter implements TransactionalWriter {
    /** Tables that are written with {@code COPY}. */
    public static final List<TableShape> TABLES = UserTables.SHAPES;

    private final ChunkTransaction transaction;
    private final Database database;
    private final ImportScope scope;
    private final References references;
    private final DryRunState dryRunState;
    private final InstantSource clock;
    /** Buffers that no chunk is using. */
    private final Queue<UserTables> spare = new ConcurrentLinkedQueue<>();

    /** Writes users of one import. */
    public CopyUserWriter(
            Transactions transactions,
            Database database,
            ImportScope scope,
            DryRunState dryRunState,
            InstantSource clock) {
        this.transaction = new ChunkTransaction(transactions, database, scope.realmId(), dryRunState.isReal());
        this.database = database;
        this.scope = scope;
        this.references = new References(scope.caller(), scope.growing());
        this.dryRunState = dryRunState;
        this.clock = clock;
    }

    @Override
    public List<Outcome> write(Chunk chunk, ChunkCommit commit) throws ChunkFailedException {
        UserTables tables = spare.poll();
        if (tables == null) {
            tables = new UserTables(database);
        }
        tables.clear();
        UserTables used = tables;
        try {
            return transaction.run(
                    commit, (session, realm, referenced) -> write(chunk, used, referenced, session, realm));
        } catch (ChunkFailedException e) {
            references.forget();
            throw e;
        } finally {
            spare.add(used);
        }
    }

    private List<Outcome> write(
            Chunk chunk, UserTables tables, ReferencedRows referenced, KeycloakSession session, RealmModel realm) {
        try (Connection connection = database.connection()) {
            UserChanges changes = new UserChanges();
            BatchedUsers known = BatchedUsers.of(
                    chunk, connection, database, realm, scope.onConflict().isChanging(), changes);
            TimeOrderedIds ids = new TimeOrderedIds(clock);
            long now = clock.millis();
            UserPreparation preparation = new UserPreparation(
                    BatchLookupSession.of(session, realm, known),
                    realm,
                    known,
                    scope,
                    references.in(session, realm),
                    dryRunState,
                    ids,
                    now);
            Optional<BeforeImages> images = BeforeImages.of(session);
            List<Outcome> outcomes = Outcomes.ofEach(chunk, item -> {
                Prepared prepared = preparation.prepare((UserRecord) item);
                add(prepared, changes);
                images.ifPresent(each -> UserImages.add(each, (UserRecord) item, prepared));
                if (chunk.size() > 1) {
                    preparation.refuseFormerPasswords();
                }
                return UserOutcomes.of(item, prepared);
            });
            preparation.removeReplaced();
            boolean duplicateEmails = realm.isDuplicateEmailsAllowed();
            List<UserState> created = changes.created();
            List<UserChange> updated = changes.updated();
            created.forEach(user -> tables.add(user, realm.getId(), duplicateEmails, ids, now));
            created.forEach(referenced::add);
            updated.forEach(referenced::add);
            ChangedRows changed = new ChangedRows(database);
            UserAudit.addNew(session, realm, scope, created);
            UserAudit.add(session, scope, updated);
            updated.forEach(change -> changed.add(change, tables, realm.getId(), duplicateEmails, ids, now));
            changed.write(connection);
            insert(tables, updated.isEmpty(), connection, referenced);
            preparation.refuseFormerPasswords();
            if (!dryRunState.isReal()) {
                RevokedConsents.revoke(updated, session, realm);
                new CachedUsers(session, realm).forget(created, updated);
            }
            preparation.rememberPredicted();
            return outcomes;
        } catch (SQLException e) {
            throw new IllegalStateException("the database refused the chunk", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void add(Prepared prepared, UserChanges changes) {
        if (prepared instanceof Prepared.Accepted accepted) {
            changes.create(accepted.user());
        } else if (prepared instanceof Prepared.Changed changed) {
            changes.update(changed.change());
        }
    }

    /** A dry run, which locks nothing that is referred to, and a transaction with updates leave the triggers on. */
    private void insert(UserTables tables, boolean creating, Connection connection, ReferencedRows referenced)
            throws SQLException, IOException {
        boolean mayCheckByChunk = scope.foreignKeyChecks() == ForeignKeyChecks.CHUNK && !dryRunState.isReal();
        if (mayCheckByChunk && creating) {
            ChunkForeignKeys.insert(connection, tables.inOrder()).ifPresent(referenced::foreignKeysChecked);
            return;
        }
        tables.write(connection.unwrap(PGConnection.class).getCopyAPI());
        if (mayCheckByChunk) {
            referenced.foreignKeysChecked(ForeignKeyChecks.ROW);
        }
    }
}
