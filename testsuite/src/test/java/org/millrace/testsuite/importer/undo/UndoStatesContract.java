package org.millrace.testsuite.importer.undo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.undo.Undoing.complete;
import static org.millrace.testsuite.importer.undo.Undoing.job;
import static org.millrace.testsuite.importer.undo.Undoing.record;
import static org.millrace.testsuite.importer.undo.Undoing.results;
import static org.millrace.testsuite.importer.undo.Undoing.undo;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.importer.differential.UserRows;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** Earlier states that a job stores for its undo: how long they are kept, and when they are removed. */
interface UndoStatesContract extends Undoing {
    /** The images of a job as text. */
    private String images(ImportJob job) throws SQLException {
        return unpacked(job, "SELECT images FROM millrace_job_image WHERE job_id = ?");
    }

    private String unpacked(ImportJob job, String sql) throws SQLException {
        StringBuilder text = new StringBuilder();
        try (Connection connection = server().database().connect();
                PreparedStatement query = connection.prepareStatement(UserRows.named(sql, connection))) {
            query.setString(1, job.id());
            try (ResultSet blocks = query.executeQuery()) {
                while (blocks.next()) {
                    InputStream block = new InflaterInputStream(new ByteArrayInputStream(blocks.getBytes(1)));
                    text.append(new String(block.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static String providerId(AdminClient admin, ImportRealm realm, String alias) {
        return admin.get(realm.base() + "/identity-provider/instances/" + alias)
                .ok()
                .json()
                .path("internalId")
                .asText();
    }

    /** They hold secrets. */
    @Test
    default void statesOfDeletedEntitiesAreRemoved() throws SQLException {
        ImportRealm realm = realm(Map.of()).into("records");
        AdminClient admin = realm.admin();
        Map<String, String> ids = new TreeMap<>();
        for (String name : List.of("deleted", "kept")) {
            ids.put(name, admin.createUser(realm.name(), name, MARKER));
            ids.put(name + "-client", admin.createClient(realm.name(), Map.of("clientId", name, "secret", MARKER)));
            Map<String, Object> provider =
                    Map.of("alias", name, "providerId", "github", "config", Map.of("clientSecret", MARKER));
            admin.post(realm.base() + "/identity-provider/instances", provider).ok();
            ids.put(name + "-provider", providerId(admin, realm, name));
        }
        ImportJob job = job(
                realm,
                "merge",
                List.of(
                        record("{'type':'user','username':'deleted','lastName':'x'}"),
                        record("{'type':'user','username':'kept','lastName':'x'}"),
                        record("{'type':'client','clientId':'deleted','name':'x'}"),
                        record("{'type':'client','clientId':'kept','name':'x'}"),
                        record(
                                "{'type':'identity-provider','alias':'deleted','providerId':'github','displayName':'x'}"),
                        record(
                                "{'type':'identity-provider','alias':'kept','providerId':'github','config':{'clientSecret':'"
                                        + MARKER + "'}}")));
        assertThat(images(job)).contains(ids.values());

        admin.delete(realm.base() + "/users/" + ids.get("deleted")).ok();
        admin.delete(realm.base() + "/clients/" + ids.get("deleted-client")).ok();
        admin.delete(realm.base() + "/identity-provider/instances/deleted").ok();

        Polling.until(
                "the states of deleted entities are removed",
                () -> Stream.of("deleted", "deleted-client", "deleted-provider")
                        .map(ids::get)
                        .noneMatch(images(job)::contains));
        assertThat(images(job))
                .contains(Stream.of("kept", "kept-client", "kept-provider")
                        .map(ids::get)
                        .toList());
        ImportJob undo = undo(job);
        assertThat(undo.finished().at("/counts/updated").asInt())
                .as("%s", undo.outcomes())
                .isEqualTo(3);
        assertThat(results(undo).get("deleted")).isEqualTo("rejected changed-since-import");
    }

    @Test
    default void earlierStatesGoWithTheirJobAndTheirRealm() throws SQLException {
        ImportRealm realm = realm(Map.of());
        realm.take(complete("present"));
        List<ImportJob> jobs = new ArrayList<>();
        for (String name : List.of("first", "second")) {
            jobs.add(job(realm, "merge", List.of(record("{'username':'present','lastName':'" + name + "'}"))));
            assertThat(images(jobs.get(jobs.size() - 1))).contains("present");
        }

        realm.admin().delete(jobs.get(0).path("")).ok();

        assertThat(images(jobs.get(0))).isEmpty();
        assertThat(images(jobs.get(1))).contains("present");

        realm.admin().delete(realm.base()).ok();

        assertThat(images(jobs.get(1))).isEmpty();
    }

    /** The stored records of a job as text. */
    private String records(ImportJob job) throws SQLException {
        return unpacked(job, "SELECT record_data FROM millrace_job_block WHERE upload_id = ?");
    }

    /** Users of another storage have no row among those of Keycloak: nothing says that they were deleted. */
    @Test
    default void statesOfFederatedUsersAreKept() throws SQLException {
        ImportRealm realm = realm(Map.of());
        realm.take(complete("deleted"), complete("federated"));
        Map<String, String> ids = realm.ids();
        String local = Objects.requireNonNull(ids.get("federated"));
        String deleted = Objects.requireNonNull(ids.get("deleted"));
        String federated = "f:" + UUID.randomUUID() + ":federated";
        ImportJob job = job(
                realm,
                "merge",
                List.of(
                        record("{'username':'deleted','lastName':'x'}"),
                        record("{'username':'federated','lastName':'x'}")));
        String images = images(job);
        replaceImages(job, images.replace(local, federated));
        realm.admin().delete(realm.base() + "/users/" + deleted).ok();

        Polling.until(
                "the state of the deleted user is removed", () -> !images(job).contains(deleted));

        assertThat(images(job)).contains(federated);
    }

    /** Stores images as if the users had other ids; a job has one block. */
    private void replaceImages(ImportJob job, String images) throws SQLException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        try (OutputStream out = new DeflaterOutputStream(block)) {
            out.write(images.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (Connection connection = server().database().connect();
                PreparedStatement update = connection.prepareStatement(
                        UserRows.named("UPDATE millrace_job_image SET images = ? WHERE job_id = ?", connection))) {
            update.setBytes(1, block.toByteArray());
            update.setString(2, job.id());
            assertThat(update.executeUpdate()).isEqualTo(1);
        }
    }

    /** The records of an undo hold copies of earlier states. */
    @Test
    default void statesForAPausedUndoAreRemovedAfterUndoDays() throws SQLException {
        ImportRealm realm = realm(Map.of());
        realm.take(complete("present"));
        String id = Objects.requireNonNull(realm.ids().get("present"));
        ImportJob job = job(realm, "merge", List.of(record("{'username':'present','lastName':'after'}")));
        ImportJob undo;
        try (Connection connection = server().database().connect()) {
            lock(connection, id);
            undo = undo(job);
            Polling.until("the undo has begun", () -> !records(undo).isEmpty());
            assertThat(undo.post("pause").status()).isEqualTo(200);
            assertThat(images(job)).contains(id);

            age(job, 8);

            assertThat(undo.finished().path("state").asText()).isEqualTo("failed");
            connection.rollback();
        }
        assertThat(undo.get().at("/problem/code").asText()).as("%s", undo.get()).isEqualTo("undo-expired");
        assertOnlyKeysAreKept(undo);
        assertThat(images(job)).isEmpty();
        assertThat(realm.user("present").path("lastName").asText()).isEqualTo("after");
        assertThat(ImportJob.title(job.post("undo"))).isEqualTo("409 undo-expired");
    }

    /** It cannot be resumed, and another undo of the job makes its own copies. */
    @Test
    default void cancelledUndoKeepsNoStates() throws SQLException {
        ImportRealm realm = realm(Map.of());
        realm.take(complete("present"));
        String id = Objects.requireNonNull(realm.ids().get("present"));
        ImportJob job = job(realm, "merge", List.of(record("{'username':'present','lastName':'after'}")));
        ImportJob undo;
        try (Connection connection = server().database().connect()) {
            lock(connection, id);
            undo = undo(job);
            Polling.until("the undo has begun", () -> !records(undo).isEmpty());
            assertThat(undo.post("cancel").status()).isEqualTo(200);
            connection.rollback();
        }

        assertThat(undo.state()).isEqualTo("cancelled");
        assertOnlyKeysAreKept(undo);
        ImportJob second = undo(job);
        assertThat(second.finished().path("state").asText())
                .as("%s", second.outcomes())
                .isEqualTo("completed");
        assertThat(realm.user("present").path("lastName").asText()).isEqualTo("Complete");
        assertThat(records(second)).isEmpty();
    }

    /** The record that was not processed has an outcome with its key, and no state. */
    private void assertOnlyKeysAreKept(ImportJob undo) throws SQLException {
        assertThat(undo.outcomes()).singleElement().satisfies(outcome -> {
            assertThat(outcome.path("status").asText()).isEqualTo("unprocessed");
            assertThat(outcome.path("key").asText()).isEqualTo("present");
        });
        assertThat(records(undo)).contains("present").doesNotContain("Complete");
    }

    /** Has the undo wait for a user's row until the transaction of the connection ends. */
    private static void lock(Connection connection, String userId) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement query = connection.prepareStatement(
                UserRows.named("SELECT id FROM user_entity WHERE id = ? FOR UPDATE", connection))) {
            query.setString(1, userId);
            try (ResultSet rows = query.executeQuery()) {
                assertThat(rows.next()).isTrue();
            }
        }
    }

    /** Has a job end some days earlier. */
    private void age(ImportJob job, int days) throws SQLException {
        try (Connection connection = server().database().connect();
                PreparedStatement update = connection.prepareStatement(UserRows.named(
                        "UPDATE millrace_job SET finished_at = finished_at - ? WHERE id = ?", connection))) {
            update.setLong(1, Duration.ofDays(days).toMillis());
            update.setString(2, job.id());
            assertThat(update.executeUpdate()).isEqualTo(1);
        }
    }
}
