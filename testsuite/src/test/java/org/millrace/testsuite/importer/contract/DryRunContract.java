package org.millrace.testsuite.importer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;

/** {@code dryRun=true} says what the import would say, and writes nothing. */
interface DryRunContract extends Importing {
    /** A file with every kind of fault, some of which show only because of records further up. */
    private List<Object> faulty(String prefix, UserLine present) {
        List<Object> lines = new ArrayList<>();
        lines.add(UserLine.named(prefix + "good").email(prefix + "good@example.org"));
        lines.add(present.with("lastName", "Other"));
        lines.add(UserLine.named(prefix + "mail")
                .email(present.json().path("email").asText()));
        lines.add(UserLine.named(prefix + "GOOD"));
        lines.add("this is no JSON");
        lines.add(UserLine.of(Map.of("firstName", "Nameless")));
        lines.add(UserLine.named(prefix + "role").with("realmRoles", List.of("nowhere to be found")));
        lines.add(UserLine.named(prefix + "roles").with("realmRoles", List.of(SampleRealm.ROLE)));
        lines.add(UserLine.named(prefix + "group").with("groups", List.of("/nowhere")));
        lines.add(UserLine.named(prefix + "second").email(prefix + "GOOD@example.org"));
        lines.add(UserLine.named(prefix + "bad-mail").email("no address of " + prefix));
        lines.add(UserLine.named(prefix + "type").with("enabled", "perhaps"));
        lines.add(UserLine.named(prefix + "hash")
                .with(
                        "credentials",
                        List.of(Map.of(
                                "type",
                                "password",
                                "credentialData",
                                "{\"algorithm\":\"rot13\"}",
                                "secretData",
                                "{}"))));
        lines.add(UserLine.named(prefix + "warned").with("shoeSize", 44));
        lines.add(UserLine.named(prefix + "long").with("firstName", "x".repeat(300)));
        lines.add(UserLine.named(prefix + "good").email(prefix + "good@example.org"));
        lines.add(UserLine.named(prefix + "last"));
        return lines;
    }

    /** What two answers to the same file may differ in: ids of users that only one of them made, and times. */
    private static List<ObjectNode> neutral(ImportAnswer answer) {
        List<ObjectNode> lines = new ArrayList<>();
        for (JsonNode outcome : answer.outcomes()) {
            ObjectNode line = outcome.deepCopy();
            line.remove("id");
            // The problems of a user are in no defined order.
            if (line.has("problems")) {
                line.set("problems", sorted(line.path("problems")));
            }
            lines.add(line);
        }
        ObjectNode summary = answer.summary().orElseThrow().deepCopy();
        summary.remove(List.of("seconds", "recordsPerSecond", "dryRun", "foreignKeyChecks"));
        lines.add(summary);
        return lines;
    }

    private static ArrayNode sorted(JsonNode problems) {
        ArrayNode sorted = ((ArrayNode) problems).arrayNode();
        problems.valueStream().sorted(Comparator.comparing(JsonNode::toString)).forEach(sorted::add);
        return sorted;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "onConflict=fail",
                "onConflict=fail&chunkSize=1",
                "onConflict=skip&chunkSize=3",
                "onConflict=merge",
                "onConflict=merge&chunkSize=2",
                "onConflict=replace&chunkSize=1",
                "onConflict=fail&validation=lenient&chunkSize=5",
                "onConflict=merge&validation=off&chunkSize=4",
                "onConflict=fail&maxErrors=3&chunkSize=2"
            })
    default void whatItPredictsIsWhatHappens(String options) {
        String prefix = unique("dry");
        UserLine present = UserLine.named(prefix + "present").email(prefix + "present@example.org");
        assertThat(realm().take(present).count("created")).isEqualTo(1);
        List<Object> lines = faulty(prefix, present);
        long before = realm().count();

        ImportAnswer predicted = realm().with(options + "&dryRun=true").take(lines);

        assertThat(predicted.summary().orElseThrow().path("dryRun").asBoolean()).isTrue();
        assertThat(realm().count()).isEqualTo(before);
        assertThat(realm().user(present.username()).has("lastName")).isFalse();
        ImportAnswer actual = realm().with(options).take(lines);
        assertThat(neutral(predicted)).isEqualTo(neutral(actual));
        assertThat(actual.count("created")).isGreaterThan(0);
        assertThat(actual.count("rejected")).isGreaterThan(0);
    }

    @Test
    default void outcomesDoNotRevealAGuessedPassword() {
        String name = unique("guessed");
        assertThat(realm().take(UserLine.named(name).password("right-" + name)).count("created"))
                .isEqualTo(1);

        ImportAnswer right = realm().with("onConflict=merge&dryRun=true")
                .take(UserLine.named(name).password("right-" + name));
        ImportAnswer wrong = realm().with("onConflict=merge&dryRun=true")
                .take(UserLine.named(name).password("wrong-" + name));

        assertThat(right.statuses()).isEqualTo(wrong.statuses()).containsExactly("updated");
    }

    @Test
    default void aDryRunIsFollowedByTheSameImport() {
        String name = unique("dry");

        ImportAnswer answer = realm().with("dryRun=true").take(UserLine.named(name));

        assertThat(answer.count("created")).isEqualTo(1);
        assertThat(realm().has(name)).isFalse();
        assertThat(realm().take(UserLine.named(name)).count("created")).isEqualTo(1);
    }
}
