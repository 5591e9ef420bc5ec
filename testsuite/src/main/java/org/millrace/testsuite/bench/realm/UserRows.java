package org.millrace.testsuite.bench.realm;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/**
 * The rows that Keycloak writes for some users, rendered in advance in the text format of {@code COPY}: the minimum work of the
 * database for any client. Immutable, so that it can be sent several times.
 */
public final class UserRows {
    /** In an order that satisfies the foreign keys. */
    private static final List<String> TABLES = List.of(
            "user_entity (id, username, email, email_constraint, email_verified, enabled, first_name, last_name, realm_id,"
                    + " created_timestamp, last_modified_timestamp, not_before)",
            "user_attribute (id, user_id, name, value)",
            "credential (id, user_id, type, created_date, secret_data, credential_data, priority, version)",
            "user_role_mapping (role_id, user_id)",
            "user_group_membership (group_id, user_id, membership_type)");

    private final Map<String, byte[]> byTable;

    private UserRows(Map<String, byte[]> byTable) {
        this.byTable = byTable;
    }

    /** @param millis when the users were created, in milliseconds since the epoch */
    public static UserRows of(List<JsonNode> users, BenchmarkRealm realm, Supplier<String> ids, long millis) {
        List<StringBuilder> rows =
                TABLES.stream().map(table -> new StringBuilder()).toList();
        for (JsonNode user : users) {
            String id = ids.get();
            String email = text(user, "email");
            row(
                    rows.get(0),
                    id,
                    text(user, "username"),
                    email,
                    // Where there is no address, something else is unique.
                    email == null ? ids.get() : email,
                    user.path("emailVerified").asBoolean(),
                    user.path("enabled").asBoolean(),
                    text(user, "firstName"),
                    text(user, "lastName"),
                    realm.id(),
                    millis,
                    millis,
                    0);
            user.path("attributes")
                    .properties()
                    .forEach(attribute -> row(
                            rows.get(1),
                            ids.get(),
                            id,
                            attribute.getKey(),
                            attribute.getValue().path(0).asText()));
            for (JsonNode password : user.path("credentials")) {
                String secret = text(password, "secretData");
                row(rows.get(2), ids.get(), id, "password", millis, secret, text(password, "credentialData"), 10, 0);
            }
            row(rows.get(3), realm.defaultRoleId(), id);
            if (user.has("realmRoles")) {
                row(rows.get(3), realm.role().path("id").asText(), id);
            }
            if (user.has("groups")) {
                row(rows.get(4), realm.groupId(), id, "UNMANAGED");
            }
        }
        Map<String, byte[]> byTable = new LinkedHashMap<>();
        for (int i = 0; i < TABLES.size(); i++) {
            byTable.put(TABLES.get(i), rows.get(i).toString().getBytes(StandardCharsets.UTF_8));
        }
        return new UserRows(byTable);
    }

    /** Sends them, one statement a table. */
    public void copyInto(Connection connection) throws SQLException, IOException {
        CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
        for (Map.Entry<String, byte[]> table : byTable.entrySet()) {
            byte[] rows = table.getValue();
            copy.copyIn("COPY " + table.getKey() + " FROM STDIN", new ByteArrayInputStream(rows), 1 << 16);
        }
    }

    private static @Nullable String text(JsonNode object, String field) {
        return object.path(field).asText(null);
    }

    private static void row(StringBuilder rows, @Nullable Object... values) {
        rows.append(Arrays.stream(values).map(UserRows::escaped).collect(Collectors.joining("\t", "", "\n")));
    }

    private static String escaped(@Nullable Object value) {
        if (value == null) {
            return "\\N";
        }
        return value.toString()
                .replace("\\", "\\\\")
                .replace("\t", "\\t")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }
}
