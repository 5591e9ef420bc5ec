package org.millrace.testsuite.importer.differential;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * Undoes a job of 100,000 mixed records and compares all tables of the database; and measures what it costs a job of updates to store the
 * earlier states. It logs the rates and asserts none.
 */
@Tag("rates")
class UndoScaleIT {
    private static final Logger LOG = System.getLogger(UndoScaleIT.class.getName());

    private static final int RECORDS = Integer.getInteger("millrace.undo.records", 100_000);
    private static final int ROUNDS = Integer.getInteger("millrace.rounds", 3);
    private static final String UNDO_DAYS = "spi-admin-realm-restapi-extension--bulk-import--undo-days";

    /** Tables of what happened, of logins, and of Millrace. */
    private static final Set<String> LEFT_OUT = Set.of(
            "event_entity",
            "admin_event_entity",
            "databasechangelog",
            "databasechangeloglock",
            "offline_user_session",
            "offline_client_session",
            "revoked_token",
            "jgroups_ping",
            "server_config");

    /** Generated ids of rows, times, and counters of updates. */
    private static final Map<String, Set<String>> IGNORED = Map.of(
            "user_attribute", Set.of("id"),
            "user_entity", Set.of("last_modified_timestamp", "email_constraint"),
            "credential", Set.of("version"),
            "group_attribute", Set.of("id"),
            "role_attribute", Set.of("id"),
            "keycloak_group", Set.of("last_modified_timestamp", "modified_timestamp"));

    @Test
    void tablesAreAsBeforeTheJob() throws Exception {
        try (ServerUnderTest server = ServerUnderTest.start(ServerOptions.postgres())) {
            ImportRealm realm = ImportRealm.create(server, Map.of("organizationsEnabled", true));
            int present = RECORDS / 5;
            realm.with("outcomes=none").take(users("user-", 0, present, i -> "Before " + i));
            IntStream.range(0, 100).forEach(i -> realm.admin().createRealmRole(realm.name(), "auditor-" + i));
            Map<String, Map<String, Integer>> before = tables(server);
            List<ObjectNode> records = new ArrayList<>();
            IntStream.range(0, RECORDS / 200)
                    .forEach(i -> records.add(record("client").put("clientId", "client-" + i)));
            numbered("role", RECORDS / 100, "auditor-").forEach(role -> records.add(role.put("description", "new")));
            records.addAll(numbered("group", RECORDS / 100, "group-"));
            List<ObjectNode> users = users("user-", 0, RECORDS - records.size() - 100, i -> "After " + i);
            for (int i = 0; i < users.size(); i++) {
                ObjectNode user = users.get(i).put("type", "user");
                user.putArray("groups").add("/group-" + i % (RECORDS / 100));
                user.putArray("realmRoles").add("auditor-" + i % (RECORDS / 100));
                records.add(user);
            }
            IntStream.range(0, 100)
                    .forEach(i -> records.add(
                            record("organization").put("name", "org-" + i).put("alias", "org-" + i)));

            ImportJob job = ImportJob.create(realm.into("records"), Map.of("onConflict", "merge"))
                    .with(1, records)
                    .started();
            JsonNode done = finished(job);
            assertThat(done.path("state").asText()).as("%s", done).isEqualTo("completed");
            LOG.log(Level.INFO, "job: {0}", done);
            ImportJob undo =
                    new ImportJob(job.admin(), job.jobs(), job.post("undo").createdId());
            JsonNode undone = finished(undo);
            LOG.log(Level.INFO, "undo: {0}", undone);

            assertThat(undone.path("state").asText()).isEqualTo("completed");
            assertThat(undone.path("counts").path("read").asLong())
                    .isEqualTo(done.path("counts").path("created").asLong()
                            + done.path("counts").path("updated").asLong());
            assertSame(before, tables(server));
        }
    }

    @Test
    void rateOfUpdatesWithAndWithoutEarlierStates() throws Exception {
        for (int round = 1; round <= ROUNDS; round++) {
            double with = updatesPerSecond("7");
            double without = updatesPerSecond("0");
            LOG.log(
                    Level.INFO,
                    "round {0}: updates per second with earlier states {1}, without {2}, ratio {3}",
                    round,
                    Math.round(with),
                    Math.round(without),
                    Math.round(100 * with / without) / 100.0);
        }
    }

    private static double updatesPerSecond(String undoDays) throws Exception {
        int count = RECORDS / 5;
        try (ServerUnderTest server =
                ServerUnderTest.start(ServerOptions.postgres().with(UNDO_DAYS, undoDays))) {
            ImportRealm realm = ImportRealm.create(server, Map.of());
            realm.with("outcomes=none").take(users("user-", 0, count, i -> "Before " + i));
            finished(job(realm, users("user-", 0, count, i -> "Warm-up " + i)));
            return finished(job(realm, users("user-", 0, count, i -> "After " + i)))
                    .at("/recordsPerSecond/overall")
                    .asDouble();
        }
    }

    private static ImportJob job(ImportRealm realm, List<ObjectNode> records) {
        return ImportJob.create(realm, Map.of("onConflict", "merge"))
                .with(1, records)
                .started();
    }

    private static ObjectNode record(String type) {
        return JsonNodeFactory.instance.objectNode().put("type", type);
    }

    private static List<ObjectNode> numbered(String type, int count, String prefix) {
        return IntStream.range(0, count)
                .mapToObj(i -> record(type).put("name", prefix + i))
                .toList();
    }

    private static List<ObjectNode> users(String prefix, int first, int count, IntFunction<String> firstName) {
        return IntStream.range(first, first + count)
                .mapToObj(i -> {
                    ObjectNode user = JsonNodeFactory.instance
                            .objectNode()
                            .put("username", prefix + i)
                            .put("email", prefix + i + "@example.org")
                            .put("firstName", firstName.apply(i))
                            .put("lastName", "Undo")
                            .put("enabled", true);
                    user.putObject("attributes").putArray("number").add(firstName.apply(i));
                    return user;
                })
                .toList();
    }

    /** Waits as long as the job makes progress. */
    private static JsonNode finished(ImportJob job) {
        long before = -1;
        while (true) {
            try {
                return job.finished();
            } catch (AssertionError e) {
                long read = job.get().path("counts").path("read").asLong();
                if (read == before) {
                    throw e;
                }
                before = read;
            }
        }
    }

    private static Map<String, Map<String, Integer>> tables(ServerUnderTest server) throws SQLException {
        Map<String, Map<String, Integer>> tables = new TreeMap<>();
        try (Connection connection = server.database().connect();
                ResultSet names = connection
                        .getMetaData()
                        .getTables(connection.getCatalog(), connection.getSchema(), "%", new String[] {"TABLE"})) {
            while (names.next()) {
                String table = names.getString("TABLE_NAME").toLowerCase(Locale.ROOT);
                if (!LEFT_OUT.contains(table)
                        && !table.startsWith("millrace_")
                        && !table.startsWith("databasechangelog")) {
                    tables.put(table, rows(connection, table));
                }
            }
        }
        return tables;
    }

    private static Map<String, Integer> rows(Connection connection, String table) throws SQLException {
        Map<String, Integer> texts = new TreeMap<>();
        try (Statement query = connection.createStatement();
                ResultSet rows = query.executeQuery("SELECT * FROM " + table)) {
            ResultSetMetaData columns = rows.getMetaData();
            Set<String> ignored = IGNORED.getOrDefault(table, Set.of());
            while (rows.next()) {
                StringBuilder text = new StringBuilder();
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    if (!ignored.contains(columns.getColumnName(i).toLowerCase(Locale.ROOT))) {
                        text.append(columns.getColumnName(i))
                                .append('=')
                                .append(rows.getString(i))
                                .append(' ');
                    }
                }
                texts.merge(text.toString(), 1, Integer::sum);
            }
        }
        return texts;
    }

    private static void assertSame(Map<String, Map<String, Integer>> before, Map<String, Map<String, Integer>> after) {
        assertThat(after.keySet()).isEqualTo(before.keySet());
        before.forEach((table, rows) -> {
            Set<String> lost = new TreeSet<>();
            rows.forEach((row, count) -> {
                if (!count.equals(after.getOrDefault(table, Map.of()).get(row))) {
                    lost.add(row);
                }
            });
            Set<String> added =
                    new TreeSet<>(after.getOrDefault(table, Map.of()).keySet());
            added.removeAll(rows.keySet());
            assertThat(List.of(lost, added)).as(table).isEqualTo(List.of(Set.of(), Set.of()));
        });
    }
}
