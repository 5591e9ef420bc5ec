package org.millrace.testsuite.importer.differential;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Two realms with equal settings: one gets its users from Keycloak's own calls, the other from the import. */
public record Twins(ImportRealm keycloaks, ImportRealm millraces) {
    /** @param newRealm makes one realm; called twice */
    public static Twins of(Supplier<ImportRealm> newRealm) {
        return new Twins(newRealm.get(), newRealm.get());
    }

    /**
     * Writes each user on both paths, and reports differences: in acceptance, in the rejected fields, and in the stored user.
     * Empty if nowhere.
     */
    public List<String> differences(List<UserLine> users) {
        Instant start = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        OneByOne keycloak = new OneByOne(keycloaks);
        List<Answer> answers =
                users.stream().map(user -> keycloak.write(user.json())).toList();
        ImportAnswer imported = millraces.take(users);
        Map<String, List<String>> expected = new Portraits(keycloaks, start).ofAll();
        Map<String, List<String>> actual = new Portraits(millraces, start).ofAll();
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < users.size(); i++) {
            Answer answer = answers.get(i);
            JsonNode outcome = imported.line(i + 1);
            String difference = answer.status() == 201 && outcome.has("id")
                    ? difference(
                            expected.getOrDefault(answer.createdId(), List.of()),
                            actual.getOrDefault(outcome.path("id").asText(), List.of()))
                    : difference(answer, outcome);
            if (!difference.isEmpty()) {
                differences.add(users.get(i) + difference);
            }
        }
        return differences;
    }

    /** How two refusals differ, or a refusal from none; empty if they do not. */
    private static String difference(Answer answer, JsonNode outcome) {
        Set<String> expected = new TreeSet<>();
        if (answer.status() == 400) {
            expected.addAll(answer.json().findValuesAsText("field"));
        }
        Set<String> actual = new TreeSet<>(outcome.path("problems").findValuesAsText("field"));
        boolean bothRefused =
                answer.status() != 201 && outcome.path("status").asText().equals("rejected");
        boolean sameFields = expected.isEmpty() || expected.equals(actual);
        return bothRefused && sameFields
                ? ""
                : "\n  Keycloak: " + answer.status() + " " + answer.body() + "\n  Millrace: " + outcome;
    }

    /** What only one of two portraits shows; empty if they are equal. */
    static String difference(List<String> expected, List<String> actual) {
        return expected.equals(actual)
                ? ""
                : "\n  only Keycloak: " + minus(expected, actual) + "\n  only Millrace: " + minus(actual, expected);
    }

    private static List<String> minus(List<String> some, List<String> others) {
        return some.stream().filter(line -> !others.contains(line)).toList();
    }
}
