package org.millrace.bulk.password;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.server.Database;

/** Counts the passwords of a realm that are still imported hashes, in the background. For any thread. */
public final class PasswordCounts {
    private static final Logger LOG = Logger.getLogger(PasswordCounts.class);

    private final Map<String, CompletableFuture<Count>> running = new ConcurrentHashMap<>();
    private final Map<String, Count> last = new ConcurrentHashMap<>();

    /**
     * Number of passwords of each algorithm in a realm.
     *
     * @param formats by the id of the format of the stored hash; formats without passwords are omitted
     * @param unverifiable passwords that another version of Millrace imported and this one cannot verify
     */
    public record Count(Instant countedAt, Map<String, Long> formats, long unverifiable) {
        /** The number of all of them. */
        public long total() {
            return unverifiable
                    + formats.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /** The last count of a realm on this node. */
    public Optional<Count> last(String realmId) {
        return Optional.ofNullable(last.get(realmId));
    }

    /** The count that is going on in a realm. */
    public Optional<CompletableFuture<Count>> running(String realmId) {
        return Optional.ofNullable(running.get(realmId));
    }

    /**
     * Begins to count, unless a count is going on.
     *
     * @param ended run at its end, or immediately if another count is going on
     */
    public CompletableFuture<Count> start(String realmId, Database database, ExecutorService executor, Runnable ended) {
        CompletableFuture<Count> own = new CompletableFuture<>();
        CompletableFuture<Count> other = running.putIfAbsent(realmId, own);
        if (other != null) {
            ended.run();
            return other;
        }
        try {
            executor.execute(() -> count(realmId, database, own, ended));
        } catch (RuntimeException e) {
            running.remove(realmId);
            ended.run();
            throw e;
        }
        return own;
    }

    private void count(String realmId, Database database, CompletableFuture<Count> result, Runnable ended) {
        try {
            Count count = database.inTransaction(connection -> query(database, connection, realmId));
            if (count.unverifiable() > 0) {
                LOG.warnf(
                        "Realm %s has %d imported passwords that this version cannot verify; their users cannot log in",
                        realmId, count.unverifiable());
            }
            last.put(realmId, count);
            running.remove(realmId);
            result.complete(count);
        } catch (SQLException | RuntimeException e) {
            running.remove(realmId);
            result.completeExceptionally(e);
        } finally {
            running.remove(realmId);
            ended.run();
        }
    }

    /** One pass over the credentials; a GROUP BY of a long text is not possible on every database. */
    private static Count query(Database database, Connection connection, String realmId) throws SQLException {
        List<String> ids = Stream.concat(
                        ForeignPasswordProviders.verified().stream().map(HashFormat::id),
                        Stream.of(LegacyPassword.FORMAT))
                .toList();
        Instant now = Instant.now();
        String sql = "SELECT COUNT(*), "
                + ids.stream()
                        .map(id -> "SUM(CASE WHEN c.credential_data LIKE ? THEN 1 ELSE 0 END)")
                        .collect(Collectors.joining(", "))
                + " FROM " + database.table("credential") + " c JOIN " + database.table("user_entity")
                + " u ON u.id = c.user_id WHERE u.realm_id = ? AND c.type = ? AND c.credential_data LIKE ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setQueryTimeout(
                    (int) PasswordSettings.configured().countTimeout().toSeconds());
            for (int i = 0; i < ids.size(); i++) {
                statement.setString(i + 1, "%\"" + StoredPassword.ALGORITHM_PREFIX + ids.get(i) + "\"%");
            }
            statement.setString(ids.size() + 1, realmId);
            statement.setString(ids.size() + 2, PasswordCredentialModel.TYPE);
            statement.setString(ids.size() + 3, "%\"" + StoredPassword.ALGORITHM_PREFIX + "%");
            Map<String, Long> formats = new TreeMap<>();
            long unverifiable;
            try (ResultSet numbers = statement.executeQuery()) {
                numbers.next();
                unverifiable = numbers.getLong(1);
                for (int i = 0; i < ids.size(); i++) {
                    long number = numbers.getLong(i + 2);
                    if (number > 0) {
                        formats.put(ids.get(i), number);
                        unverifiable -= number;
                    }
                }
            }
            return new Count(now, formats, unverifiable);
        }
    }
}
