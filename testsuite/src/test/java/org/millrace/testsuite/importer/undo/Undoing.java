package org.millrace.testsuite.importer.undo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.differential.UserRows;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.TableRows;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Jobs and their undo, outcomes by key, and the rows of users. */
interface Undoing extends Importing {
    ObjectMapper JSON = new ObjectMapper();
    String MARKER = "undo-secret-marker";

    static ImportJob job(ImportRealm realm, String onConflict, List<?> lines) {
        ImportJob job = ImportJob.create(realm, Map.of("onConflict", onConflict))
                .with(1, lines)
                .started();
        JsonNode finished = job.finished();
        assertThat(finished.path("state").asText()).as("%s", finished).isEqualTo("completed");
        return job;
    }

    static ImportJob undo(ImportJob job) {
        Answer answer = job.post("undo");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        ImportJob undo = new ImportJob(job.admin(), job.jobs(), answer.createdId());
        assertThat(answer.header("Location").orElseThrow()).endsWith(undo.path(""));
        assertThat(answer.json().path("source")).isEqualTo(JSON.valueToTree(Map.of("type", "undo", "job", job.id())));
        return undo;
    }

    static ObjectNode record(String json) {
        try {
            return (ObjectNode) JSON.readTree(json.replace('\'', '"'));
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new AssertionError(json, e);
        }
    }

    /** The status of each record by its key, with the codes of its problems and warnings. */
    static Map<String, String> results(ImportJob undo) {
        Map<String, String> results = new TreeMap<>();
        for (JsonNode outcome : undo.outcomes()) {
            StringBuilder result = new StringBuilder(outcome.path("status").asText());
            outcome.path("problems")
                    .forEach(each -> result.append(' ').append(each.path("code").asText()));
            outcome.path("warnings")
                    .forEach(each -> result.append(' ').append(each.path("code").asText()));
            results.put(outcome.path("key").asText(), result.toString());
        }
        return results;
    }

    /** All rows of a realm's users as text, without generated row ids and the time of the last write. */
    default Map<String, Set<String>> rows(ImportRealm realm) throws SQLException {
        Map<String, Set<String>> rows = new TreeMap<>();
        try (Connection connection = server().database().connect()) {
            Map<String, String> columns = new TreeMap<>(Map.of("user_entity", "id"));
            UserRows.tables(connection).forEach(table -> columns.put(table, "user_id"));
            for (Map.Entry<String, String> table : columns.entrySet()) {
                List<Map<String, String>> found = TableRows.read(
                        connection,
                        UserRows.named(
                                "SELECT t.* FROM " + table.getKey() + " t JOIN user_entity u ON u.id = t."
                                        + table.getValue() + " JOIN realm r ON r.id = u.realm_id WHERE r.name = ?",
                                connection),
                        realm.name());
                Set<String> texts = rows.computeIfAbsent(table.getKey(), name -> new TreeSet<>());
                for (Map<String, String> row : found) {
                    row.remove("last_modified_timestamp");
                    row.remove("version");
                    if (table.getKey().equals("user_attribute")) {
                        row.remove("id");
                    }
                    if (table.getKey().equals("user_entity") && "null".equals(row.get("email"))) {
                        row.remove("email_constraint");
                    }
                    texts.add(row.toString());
                }
            }
        }
        return rows;
    }

    /** Shows the rows that differ only. */
    static void assertSame(Map<String, Set<String>> before, Map<String, Set<String>> after) {
        before.forEach((table, rows) -> {
            Set<String> lost = new TreeSet<>(rows);
            lost.removeAll(after.get(table));
            Set<String> added = new TreeSet<>(after.get(table));
            added.removeAll(rows);
            assertThat(List.of(lost, added)).as(table).isEqualTo(List.of(Set.of(), Set.of()));
        });
    }

    /** A user who can log in. */
    static UserLine complete(String username) {
        return UserLine.of(Map.of(
                "username",
                username,
                "email",
                username + "@example.org",
                "enabled",
                true,
                "firstName",
                "Before",
                "lastName",
                "Complete"));
    }

    static ImportJob undo(ImportJob job, String query) {
        Answer answer = job.post("undo" + query);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return new ImportJob(job.admin(), job.jobs(), answer.createdId());
    }
}
