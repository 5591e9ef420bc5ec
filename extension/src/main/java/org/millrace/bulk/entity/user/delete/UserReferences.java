package org.millrace.bulk.entity.user.delete;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.millrace.server.Database;
import org.millrace.server.Sql;
import org.millrace.server.TableCatalog.Table;
import org.postgresql.PGStatement;

/**
 * The tables whose rows Keycloak deletes with a user, as release 26.7 has them. Immutable.
 *
 * <p>Rows of authorization resources and permission tickets are not among them: users who have such rows are removed through the model.
 */
public final class UserReferences {
    /** Whether rows of a table are deleted by the user alone, by user and realm, or by the ids of rows in another table. */
    private enum By {
        USER,
        USER_AND_REALM,
        ROW
    }

    /**
     * A table whose rows belong to users.
     *
     * @param column has the user's id, or the id of a row in the parent table
     * @param parent the table of these rows; null for a column with the user's id
     * @param parentId the column of the parent table with the ids; null for a column with the user's id
     */
    private record Reference(
            String table,
            String column,
            By by,
            @Nullable String parent,
            @Nullable String parentId) {
        static Reference user(String table) {
            return new Reference(table, "user_id", By.USER, null, null);
        }

        static Reference ofRealm(String table, String column) {
            return new Reference(table, column, By.USER_AND_REALM, null, null);
        }

        static Reference row(String table, String column, String parent, String parentId) {
            return new Reference(table, column, By.ROW, parent, parentId);
        }
    }

    private static final Reference WORKFLOW_STATES =
            new Reference("workflow_state", "resource_id", By.USER, null, null);

    /** In the order of the deletions: rows that refer to others by a foreign key come first. */
    private static final List<Reference> REFERENCES = List.of(
            // Those of JpaUserFederatedStorageProvider.preRemove.
            Reference.ofRealm("broker_link", "user_id"),
            Reference.ofRealm("fed_user_attribute", "user_id"),
            Reference.row("fed_user_consent_cl_scope", "user_consent_id", "fed_user_consent", "id"),
            Reference.ofRealm("fed_user_consent", "user_id"),
            Reference.ofRealm("fed_user_credential", "user_id"),
            Reference.ofRealm("fed_user_group_membership", "user_id"),
            Reference.ofRealm("fed_user_required_action", "user_id"),
            Reference.ofRealm("fed_user_role_mapping", "user_id"),
            Reference.ofRealm("federated_user", "id"),
            Reference.ofRealm("fed_issued_ver_credential", "user_id"),
            Reference.ofRealm("fed_user_ver_credential", "user_id"),
            // Those of JpaUserProvider.removeUser.
            Reference.user("user_role_mapping"),
            Reference.user("user_group_membership"),
            Reference.row("user_consent_client_scope", "user_consent_id", "user_consent", "id"),
            Reference.user("user_consent"),
            Reference.user("issued_ver_credential"),
            Reference.user("user_ver_credential"),
            Reference.user("user_attribute"),
            Reference.user("user_required_action"),
            Reference.user("credential"),
            Reference.user("federated_identity"),
            new Reference("user_entity", "id", By.USER, null, null),
            // Those of the listeners to UserRemovedEvent.
            Reference.row("offline_client_session", "user_session_id", "offline_user_session", "user_session_id"),
            Reference.user("offline_user_session"),
            WORKFLOW_STATES);

    /** Foreign keys without ON DELETE CASCADE or SET NULL that refer to these tables. */
    private static final String FOREIGN_KEYS = "SELECT k.conrelid::regclass::text || '.' || a.attname,"
            + " c.relname || '.' || a.attname FROM pg_catalog.pg_constraint k"
            + " JOIN pg_catalog.pg_class c ON c.oid = k.conrelid"
            + " JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]"
            + " WHERE k.contype = 'f' AND k.conparentid = 0"
            + " AND k.confrelid IN (SELECT to_regclass(name) FROM unnest(?) AS name) ORDER BY 1";

    /** Foreign keys between these tables; each names a column of {@link #REFERENCES} or one whose rows the same statements delete. */
    private static final Set<String> KNOWN_FOREIGN_KEYS = Set.of(
            "credential.user_id",
            "fed_issued_ver_credential.ver_credential_id",
            "federated_identity.user_id",
            "issued_ver_credential.user_id",
            "issued_ver_credential.ver_credential_id",
            "user_attribute.user_id",
            "user_consent.user_id",
            "user_consent_client_scope.user_consent_id",
            "user_group_membership.user_id",
            "user_required_action.user_id",
            "user_role_mapping.user_id",
            "user_ver_credential.user_id");

    /** The result for the server's database; it is read once, as that for COPY is. */
    private static final AtomicReference<@Nullable Optional<String>> MISMATCH = new AtomicReference<>();

    private UserReferences() {}

    /**
     * Why rows of users cannot be deleted without the model; empty if the tables are those of the list. To be called on PostgreSQL only.
     *
     * @throws IllegalStateException if the catalogue cannot be read
     */
    public static Optional<String> mismatch(Database database) {
        Optional<String> known = MISMATCH.get();
        if (known == null) {
            known = read(database);
            MISMATCH.set(known);
        }
        return known;
    }

    private static Optional<String> read(Database database) {
        for (Reference reference : REFERENCES) {
            Table table = database.catalog().table(reference.table());
            if (!table.columns().containsKey(reference.column())) {
                return Optional.of("table " + reference.table() + " has no column " + reference.column());
            }
            if (!table.obstacles().isEmpty()) {
                return Optional.of(
                        "table " + reference.table() + " " + table.obstacles().get(0));
            }
        }
        String[] tables = REFERENCES.stream()
                .map(reference -> database.table(reference.table()))
                .toArray(String[]::new);
        try (Connection connection = database.connection()) {
            Set<String> missing = new HashSet<>(KNOWN_FOREIGN_KEYS);
            List<String> more = new ArrayList<>();
            new Sql(connection, FOREIGN_KEYS, (Object) tables).all(row -> {
                String column = row.getString(2);
                return missing.remove(column) || KNOWN_FOREIGN_KEYS.contains(column) || more.add(row.getString(1));
            });
            return more.stream()
                    .findFirst()
                    .map(column -> "column " + column + " has an unknown foreign key")
                    .or(() -> missing.stream()
                            .sorted()
                            .findFirst()
                            .map(column -> "column " + column + " has no foreign key"));
        } catch (SQLException e) {
            throw new IllegalStateException("the catalogue of the database cannot be read", e);
        }
    }

    /**
     * Deletes all rows of users, one statement for each table.
     *
     * @param workflowStates whether the server's model deletes those too
     * @return how many users were deleted
     */
    public static int delete(
            Connection connection,
            Database database,
            Collection<String> userIds,
            String realmId,
            boolean workflowStates)
            throws SQLException {
        Array ids = connection.createArrayOf("varchar", userIds.toArray());
        int users = 0;
        try {
            for (Reference reference : REFERENCES) {
                if (workflowStates || !reference.equals(WORKFLOW_STATES)) {
                    int rows = delete(connection, sql(reference, database), ids, realmId);
                    users = reference.table().equals("user_entity") ? rows : users;
                }
            }
        } finally {
            ids.free();
        }
        return users;
    }

    private static int delete(Connection connection, String sql, Array ids, String realmId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            // Planned each time: how many keys there are decides over the plan.
            statement.unwrap(PGStatement.class).setPrepareThreshold(0);
            statement.setArray(1, ids);
            if (sql.endsWith("realm_id = ?")) {
                statement.setString(2, realmId);
            }
            return statement.executeUpdate();
        }
    }

    private static String sql(Reference reference, Database database) {
        String start = "DELETE FROM " + database.table(reference.table()) + " WHERE " + reference.column();
        return switch (reference.by()) {
            case USER -> start + " = ANY (?)";
            case USER_AND_REALM -> start + " = ANY (?) AND realm_id = ?";
            case ROW ->
                // In an array, because a join may read all rows of a table that was almost empty when it was analyzed.
                start + " = ANY (ARRAY(SELECT " + reference.parentId() + " FROM "
                        + database.table(String.valueOf(reference.parent())) + " WHERE user_id = ANY (?)))";
        };
    }
}
