package org.millrace.testsuite.importer.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.contract.SecretsContract;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.ServerLog;
import org.millrace.testsuite.importer.fixture.UserLine;

/** The outcomes of a job's records, and their storage. */
interface JobLedgerContract extends Importing {
    /** Enough chunks of one record that the job still runs when it is cancelled. */
    int MANY = 1000;

    @Test
    default void theLedgerSaysOfEachRecordWhatADirectImportWouldSay() {
        String name = unique("mixed");
        ImportRealm twin = realm(Map.of());
        ImportRealm own = realm(Map.of());
        List<Object> lines = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            lines.add(
                    switch (i % 8) {
                        case 1 -> UserLine.named(name + "-" + (i - 1));
                        case 3 -> "no json";
                        case 5 -> UserLine.named(name + "-" + i).with("groups", List.of("/nowhere"));
                        case 6 -> UserLine.named(name + "-" + i).with("oddity", 1);
                        case 7 -> UserLine.named(name + "-" + i).with("enabled", "perhaps");
                        default -> UserLine.named(name + "-" + i).email(name + i + "@example.org");
                    });
        }
        ImportAnswer direct = twin.with("chunkSize=3").take(lines);

        ImportJob job = ImportJob.create(own, Map.of("chunkSize", 3)).with(1, lines);
        JsonNode done = job.started().finished();

        assertThat(done.path("state").asText()).isEqualTo("completed-with-errors");
        List<JsonNode> outcomes = job.outcomes();
        assertThat(outcomes).hasSize(lines.size());
        for (int i = 0; i < lines.size(); i++) {
            JsonNode expected = direct.outcomes().get(i);
            JsonNode found = outcomes.get(i);
            assertThat(found.path("line")).isEqualTo(expected.path("line"));
            assertThat(found.path("key")).isEqualTo(expected.path("key"));
            assertThat(found.path("status")).isEqualTo(expected.path("status"));
            assertThat(found.path("problems").toString())
                    .isEqualTo(expected.path("problems").toString().replace(twin.name(), own.name()));
            assertThat(found.path("warnings")).isEqualTo(expected.path("warnings"));
        }
        for (String status : List.of("read", "created", "updated", "unchanged", "rejected", "failed", "warnings")) {
            assertThat(done.path("counts").path(status).asLong()).as(status).isEqualTo(direct.count(status));
        }
        assertThat(ImportJob.texts(job.outcomes("&status=rejected", 2), "status"))
                .hasSize((int) direct.count("rejected"))
                .containsOnly("rejected");
        assertThat(job.retryFile())
                .containsExactlyElementsOf(Stream.iterate(0, i -> i < lines.size(), i -> i + 1)
                        .filter(i ->
                                direct.outcomes().get(i).path("status").asText().equals("rejected"))
                        .map(i -> lines.get(i).toString())
                        .toList());
    }

    @Test
    default void aRetryFileOfATableCanBeImportedOnceTheCauseIsGone() {
        ImportRealm own = realm(Map.of());
        String name = unique("row");
        ImportJob job = ImportJob.create(own, Map.of());
        assertThat(job.put(1, "text/csv", "username,enabled,groups\n" + name + ",true,/later\n" + name + "b,true,\n")
                        .status())
                .isEqualTo(201);
        assertThat(job.started().finished().path("counts").path("rejected").asLong())
                .isEqualTo(1);
        own.admin().createGroup(own.name(), "later");

        List<String> retry = job.retryFile();

        assertThat(retry).hasSize(2);
        Answer again = own.post("text/csv", String.join("\n", retry));
        assertThat(ImportAnswer.of(again).count("created")).isEqualTo(1);
        assertThat(own.groups(name)).containsExactly("/later");
    }

    @Test
    default void whatWasNotReachedWhenAJobWasCancelledIsUnprocessedAndInTheRetryFile() {
        String name = unique("cancelled");
        List<UserLine> users = UserLine.several(name, MANY);
        ImportJob job =
                ImportJob.create(realm(), Map.of("chunkSize", 1, "writers", 1)).with(1, users);
        job.started().await(document -> document.path("counts").path("read").asLong() > 0);

        Answer cancelled = job.post("cancel");
        long before = realm().ids(name).size();

        assertThat(cancelled.status()).as(cancelled.body()).isEqualTo(200);
        JsonNode done = job.get();
        assertThat(done.path("state").asText()).isEqualTo("cancelled");
        assertThat(done.path("counts").path("created").asLong()).isEqualTo(before);
        assertThat(done.path("counts").path("unprocessed").asLong()).isEqualTo(MANY - before);
        assertThat(done.path("counts").path("read").asLong()).isEqualTo(MANY);
        List<JsonNode> outcomes = job.outcomes("", 250);
        assertThat(outcomes).hasSize(MANY);
        assertThat(ImportJob.texts(outcomes, "key"))
                .containsExactlyElementsOf(
                        users.stream().map(UserLine::username).toList());
        assertThat(job.outcomes("&status=unprocessed", 250)).hasSize((int) (MANY - before));
        assertThat(job.retryFile()).hasSize((int) (MANY - before));
        assertThat(realm().take(job.retryFile()).count("created")).isEqualTo(MANY - before);
    }

    @Test
    default void theFirstOfTwoRecordsWithOneNameWinsHoweverFarApart() {
        String name = unique("twins");
        List<UserLine> users = new ArrayList<>(UserLine.several(name, 60));
        for (int i = 0; i < 60; i++) {
            users.add(UserLine.named((name + "-" + i).toUpperCase(java.util.Locale.ROOT)));
        }
        ImportJob job = ImportJob.create(realm(), Map.of("chunkSize", 7)).with(1, users);

        job.started().finished();

        List<String> statuses = ImportJob.texts(job.outcomes(), "status");
        assertThat(statuses.subList(0, 60)).containsOnly("created");
        assertThat(statuses.subList(60, 120)).containsOnly("rejected");
    }

    @Test
    default void nothingIsWrittenAfterTheMaximumOfErrors() {
        String name = unique("errors");
        List<Object> lines = new ArrayList<>(UserLine.several(name, 4));
        lines.addAll(List.of("bad", "bad", "bad"));
        lines.addAll(UserLine.several(name + "-late", 9));
        ImportJob job = ImportJob.create(realm(), Map.of("chunkSize", 2, "maxErrors", 2))
                .with(1, lines);

        JsonNode done = job.started().finished();

        assertThat(done.path("state").asText()).isEqualTo("completed-with-errors");
        assertThat(ImportJob.texts(job.outcomes(), "status"))
                .containsExactlyElementsOf(Stream.of(
                                Stream.generate(() -> "created").limit(4),
                                Stream.generate(() -> "rejected").limit(2),
                                Stream.generate(() -> "unprocessed").limit(10))
                        .flatMap(all -> all)
                        .toList());
        assertThat(done.path("counts").path("unprocessed").asLong()).isEqualTo(10);
    }

    @Test
    default void aDryRunPredictsRepeatedKeysAndWritesNothing() {
        String name = unique("dry");
        List<UserLine> users = new ArrayList<>(UserLine.several(name, 20));
        users.addAll(UserLine.several(name, 20));
        long before = realm().count();
        ImportJob job = ImportJob.create(realm(), Map.of("chunkSize", 3, "dryRun", true))
                .with(1, users);

        JsonNode done = job.started().finished();

        assertThat(done.path("counts").path("created").asLong()).isEqualTo(20);
        assertThat(done.path("counts").path("rejected").asLong()).isEqualTo(20);
        assertThat(realm().count()).isEqualTo(before);
    }

    @Test
    default void aMergeIsDoneOnceAndTheSameAgainChangesNothing() {
        String name = unique("merged");
        List<UserLine> users = UserLine.several(name, 30);
        assertThat(realm().take(users).count("created")).isEqualTo(30);
        List<UserLine> changed =
                users.stream().map(user -> user.with("firstName", "Second")).toList();

        ImportJob job = ImportJob.create(realm(), Map.of("onConflict", "merge", "chunkSize", 4))
                .with(1, changed);
        assertThat(job.started().finished().path("counts").path("updated").asLong())
                .isEqualTo(30);
        ImportJob again =
                ImportJob.create(realm(), Map.of("onConflict", "merge")).with(1, changed);

        assertThat(again.started().finished().path("counts").path("unchanged").asLong())
                .isEqualTo(30);
        assertThat(realm().user(name + "-7").path("firstName").asText()).isEqualTo("Second");
    }

    @Test
    default void secretsAreInTheRetryFileOnlyAndGoWithTheJob() throws SQLException {
        ServerLog log = ServerLog.from(server().node());
        String name = unique("secretive");
        ImportJob job = ImportJob.create(realm(), Map.of())
                .with(
                        1,
                        List.of(
                                UserLine.named(name)
                                        .password(SecretsContract.MARKER)
                                        .with("groups", List.of("/nowhere")),
                                UserLine.named(name + "b").password(SecretsContract.MARKER),
                                "{\"username\":\"x\",\"credentials\":[{\"value\":\"" + SecretsContract.MARKER));
        JsonNode done = job.started().finished();
        assertThat(done.path("counts").path("rejected").asLong()).isEqualTo(2);

        assertThat(done.toString()).doesNotContain(SecretsContract.MARKER);
        assertThat(job.outcomes().toString()).doesNotContain(SecretsContract.MARKER);
        assertThat(job.admin().get(ImportJob.collection(realm())).body()).doesNotContain(SecretsContract.MARKER);
        assertThat(log.text()).doesNotContain(SecretsContract.MARKER);
        assertThat(job.retryFile())
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains(SecretsContract.MARKER));
        assertThat(rows(job)).isEqualTo(5);
        job.admin().delete(job.path("")).ok();
        assertThat(rows(job)).isZero();
    }

    /** How many rows there are of a job that has one part of one chunk. */
    private long rows(ImportJob job) throws SQLException {
        long rows = 0;
        try (Connection connection = server().database().connect()) {
            for (String where : List.of(
                    "MILLRACE_JOB WHERE ID = ?",
                    "MILLRACE_JOB_PART WHERE JOB_ID = ?",
                    "MILLRACE_JOB_CHUNK WHERE JOB_ID = ?",
                    "MILLRACE_JOB_LEDGER WHERE JOB_ID = ?",
                    "MILLRACE_JOB_BLOCK WHERE UPLOAD_ID IN (SELECT UPLOAD_ID FROM MILLRACE_JOB_PART WHERE JOB_ID = ?)")) {
                try (PreparedStatement query = connection.prepareStatement("SELECT COUNT(*) FROM " + where)) {
                    query.setString(1, job.id());
                    try (ResultSet found = query.executeQuery()) {
                        assertThat(found.next()).isTrue();
                        rows += found.getLong(1);
                    }
                }
            }
        }
        return rows;
    }

    @Test
    default void whatWasAppliedCompletelyIsNotKept() throws SQLException {
        ImportJob job = ImportJob.create(realm(), Map.of()).with(1, UserLine.several(unique("applied"), 5));

        job.started().finished();

        assertThat(rows(job)).as("all but the block").isEqualTo(4);
    }
}
