package org.millrace.testsuite.importer.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Parts come in any order, and again while the job is open. */
interface JobPartContract extends Importing {
    @Test
    default void aJobCreatesUsersFromItsPartsInTheOrderOfTheirNumbers() {
        String name = unique("parts");
        List<UserLine> users = UserLine.several(name, 25);
        List<String> places = new ArrayList<>();
        for (int i = 0; i < users.size(); i++) {
            places.add((1 + i / 10) + ":" + (1 + i % 10));
        }
        ImportJob job = ImportJob.create(realm(), Map.of("chunkSize", 4))
                .with(2, users.subList(10, 20))
                .with(3, users.subList(20, 25))
                .with(1, users.subList(0, 10));

        JsonNode done = job.started().finished();

        assertThat(done.path("state").asText()).isEqualTo("completed");
        assertThat(done.path("total").asLong()).isEqualTo(25);
        assertThat(done.path("counts").path("created").asLong()).isEqualTo(25);
        assertThat(done.path("counts").path("read").asLong()).isEqualTo(25);
        List<JsonNode> outcomes = job.outcomes("", 7);
        assertThat(ImportJob.texts(outcomes, "key"))
                .containsExactlyElementsOf(
                        users.stream().map(UserLine::username).toList());
        assertThat(outcomes.stream()
                        .map(outcome -> outcome.path("part").asInt() + ":"
                                + outcome.path("line").asInt()))
                .containsExactlyElementsOf(places);
        for (JsonNode outcome : outcomes) {
            assertThat(realm().user(outcome.path("key").asText()).path("id").asText())
                    .isEqualTo(outcome.path("id").asText());
        }
        assertThat(job.retryFile()).isEmpty();
    }

    @Test
    default void aPartIsReplacedWhileTheJobIsOpenAndNotAfterwards() {
        String name = unique("replaced");
        ImportJob job = ImportJob.create(realm(), Map.of());
        assertThat(job.put(1, "application/x-ndjson", UserLine.named(name + "-old") + "\n")
                        .status())
                .isEqualTo(201);
        Answer second = job.put(1, "application/json", "[" + UserLine.named(name + "-new") + "]");
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.json().path("records").asInt()).isEqualTo(1);

        job.started().finished();

        assertThat(realm().has(name + "-new")).isTrue();
        assertThat(realm().has(name + "-old")).isFalse();
        assertThat(ImportJob.title(job.put(2, "application/x-ndjson", UserLine.named(name) + "\n")))
                .isEqualTo("409 job-completed");
    }

    @Test
    default void aPartThatIsNotWhatItsDigestSaysIsNotTaken() throws Exception {
        String body = UserLine.named(unique("digest")) + "\n";
        String right = Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(body.getBytes(StandardCharsets.UTF_8)));
        String wrong = Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(new byte[0]));
        ImportJob job = ImportJob.create(realm(), Map.of());

        Answer refused = job.put(1, "application/x-ndjson", body, "Content-Digest", "sha-256=:" + wrong + ":");
        Answer unreadable = job.put(1, "application/x-ndjson", body, "Content-Digest", "sha-256=" + right);

        assertThat(ImportJob.title(refused)).isEqualTo("400 digest-mismatch");
        assertThat(ImportJob.title(unreadable)).isEqualTo("400 invalid-digest");
        assertThat(ImportJob.title(job.post("start"))).isEqualTo("409 no-parts");
        assertThat(job.put(1, "application/x-ndjson", body, "Content-Digest", "sha-256=:" + right + ":")
                        .status())
                .isEqualTo(201);
    }
}
