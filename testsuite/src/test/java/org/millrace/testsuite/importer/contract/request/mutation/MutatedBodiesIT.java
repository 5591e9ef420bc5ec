package org.millrace.testsuite.importer.contract.request.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.RealmContents;
import org.millrace.testsuite.importer.fixture.RealmContents.Holding;
import org.millrace.testsuite.importer.fixture.References;
import org.millrace.testsuite.importer.fixture.ServerLog;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/**
 * Spoiled records in every format, with various options, directly and in jobs: no error of the server, no hang, no lost neighbour, no
 * partially created entity.
 */
class MutatedBodiesIT implements Importing {
    /** Each mutation five times; {@link ManyMutatedBodiesIT} takes more. */
    private static final int BODIES = 40;

    /** As many imports as a node runs at once. */
    private static final int IN_FLIGHT = 4;

    /** Lists and objects in each other: {@code max-record-nesting}, and what an export may have around its records. */
    private static final int DEEPEST = 32 + 10;

    private final String name = unique("m");
    private final ImportRealm realm = ImportRealm.shared(server()).renamed();
    private final Set<String> made = ConcurrentHashMap.newKeySet();
    private final Set<String> neighbours = ConcurrentHashMap.newKeySet();

    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }

    /** How many bodies of the cheapest kind. */
    int bodies() {
        return BODIES;
    }

    private int bodies(SpoiledBody.Kind kind) {
        return Math.max(Mutation.values().length, bodies() / kind.cost());
    }

    @ParameterizedTest
    @EnumSource
    void anInvalidRecordDoesNotAffectOtherRecords(SpoiledBody.Kind kind) throws Exception {
        SampleRealm.create(realm.admin(), realm.name());
        SampleRecord.prepare(realm);
        Map<String, Holding> before = RealmContents.of(server().database(), realm.name());
        References references = References.of(server().database());
        List<String> dangling = references.dangling();
        ServerLog log = ServerLog.from(server().node());
        takeOneOfEach();

        takeSpoiled(kind);

        log.assertNoError();
        assertThat(neighbours).hasSizeGreaterThan(bodies(kind) / 2);
        assertNothingElseIsThere(before);
        assertNeighboursAreWhole(references);
        assertThat(references.dangling()).as("others may have left some").isEqualTo(dangling);
    }

    /** Records without a mutation, as the reference for the others. */
    private void takeOneOfEach() {
        for (SampleRecord sample : SampleRecord.values()) {
            String alone = SpoiledBody.prefix(sample, name) + "-alone";
            List<String> lines = new ArrayList<>(sample.before(alone));
            lines.add(sample.line(alone));
            ImportAnswer answer = realm.into("records").take(lines);
            assertThat(answer.statuses()).as("%s", answer.outcomes()).doesNotContain("rejected", "failed");
            note(answer);
            neighbours.add(alone);
        }
    }

    private void takeSpoiled(SpoiledBody.Kind kind) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(IN_FLIGHT);
        try {
            List<Future<?>> sent = new ArrayList<>();
            for (int number = 0; number < bodies(kind); number++) {
                SpoiledBody body = kind.of(name, number);
                sent.add(threads.submit(() -> send(body)));
            }
            for (Future<?> one : sent) {
                one.get();
            }
        } finally {
            threads.shutdown();
        }
    }

    private void send(SpoiledBody body) {
        if (body.options().asJob()) {
            sendAsJob(body);
            return;
        }
        Answer answer;
        try {
            answer = post(realm.with(body.options().query()).into(body.entity()), body);
        } catch (UncheckedIOException e) {
            // On a busy machine the response has begun before the break is read: then the server ends it without a
            // summary.
            assertThat(isReadable(body)).as("%s: %s", e, body.spoiled()).isFalse();
            return;
        }

        if (answer.status() == 400) {
            assertThat(answer.json().path("code").asText()).as(body.spoiled()).isEqualTo("undecodable-body");
            assertThat(isReadable(body)).as(body.spoiled()).isFalse();
            return;
        }
        assertThat(answer.status()).as(body.spoiled()).isEqualTo(200);
        check(body, ImportAnswer.of(answer));
    }

    private static Answer post(ImportRealm into, SpoiledBody body) {
        if (!body.options().compressed()) {
            return into.post(body.contentType(), body.bytes());
        }
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(body.bytes());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return into.post(into.given()
                .contentType(body.contentType())
                .header("Content-Encoding", "gzip")
                .body(compressed.toByteArray()));
    }

    private void sendAsJob(SpoiledBody body) {
        ImportJob job =
                ImportJob.create(realm.into(body.entity()), body.options().map());
        Answer part = job.admin().put(job.path("/parts/1"), body.contentType(), body.bytes());
        assertThat(part.status()).as(body.spoiled()).isEqualTo(201);
        assertThat(job.started().finished().path("state").asText())
                .as(body.spoiled())
                .startsWith("completed");
        check(body, new ImportAnswer(job.outcomes(), Optional.empty()));
        assertThat(job.retryFile().size()).as(body.spoiled()).isLessThanOrEqualTo(1);
    }

    private void check(SpoiledBody body, ImportAnswer outcomes) {
        assertThat(outcomes.statuses()).as(body.spoiled()).isSubsetOf("created", "updated", "unchanged", "rejected");
        assertThat(applied(outcomes)).as(body.spoiled()).containsAll(body.neighbours());
        if (body.options().isDryRun()) {
            return;
        }
        note(outcomes);
        neighbours.addAll(body.neighbours());
    }

    /** Keys of records of which all outcomes are good: a client of an export has one for its settings, too. */
    private static Set<String> applied(ImportAnswer answer) {
        Set<String> applied = new HashSet<>();
        Set<String> refused = new HashSet<>();
        for (JsonNode outcome : answer.outcomes()) {
            String key = outcome.path("key").asText();
            (outcome.has("id") ? applied : refused).add(key.substring(key.lastIndexOf('/') + 1));
        }
        applied.removeAll(refused);
        return applied;
    }

    /** An export is read as a whole or not at all; a line or an array's element is not to spoil its neighbours. */
    private static boolean isReadable(SpoiledBody body) {
        if (!body.contentType().equals("application/json")) {
            return true;
        }
        ObjectMapper json = new ObjectMapper();
        try (JsonParser parser = json.createParser(body.bytes())) {
            int deepest = 0;
            int depth = 0;
            while (parser.nextToken() != null) {
                // Decodes texts that are not asked for.
                parser.finishToken();
                depth += parser.currentToken().isStructStart()
                        ? 1
                        : parser.currentToken().isStructEnd() ? -1 : 0;
                deepest = Math.max(deepest, depth);
            }
            return deepest <= DEEPEST;
        } catch (JsonProcessingException e) {
            return false;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void note(ImportAnswer answer) {
        for (JsonNode outcome : answer.outcomes()) {
            if (outcome.has("id")) {
                made.add(outcome.path("id").asText());
            }
        }
    }

    /** What is new was said to be created, or came with something that was, such as a client's service account. */
    private void assertNothingElseIsThere(Map<String, Holding> before) throws Exception {
        Map<String, Holding> after = RealmContents.of(server().database(), realm.name());
        assertThat(after).containsAllEntriesOf(before);
        after.keySet().removeAll(before.keySet());
        Set<String> ids = after.values().stream().map(Holding::id).collect(Collectors.toSet());
        assertThat(ids).containsAll(made);
        assertThat(after.entrySet().stream()
                        .filter(holding -> !made.contains(holding.getValue().id()))
                        .filter(holding -> !made.contains(holding.getValue().within())))
                .isEmpty();
    }

    private void assertNeighboursAreWhole(References references) throws Exception {
        for (SampleRecord sample : SampleRecord.values()) {
            String prefix = SpoiledBody.prefix(sample, name) + "-";
            for (References.Counted counted : sample.counted()) {
                Map<String, Map<String, Long>> counts = references.counts(counted, prefix);
                Map<String, Long> alone = counts.get(prefix + "alone");
                assertThat(alone).as("%s", counted).isNotEmpty();
                assertThat(counts.keySet())
                        .isEqualTo(neighbours.stream()
                                .filter(neighbour -> neighbour.startsWith(prefix))
                                .collect(Collectors.toSet()));
                assertThat(counts.entrySet().stream()
                                .filter(one -> !one.getValue().equals(alone))
                                .limit(10))
                        .as("%s other than %s", counted, alone)
                        .isEmpty();
            }
        }
    }
}
