package org.millrace.testsuite.importer.contract.permission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;

/** An import allows each change to the callers to whom Keycloak's own calls allow it, and to no others. */
interface PermissionMatrixContract extends Importing {
    /** Of realms with fine-grained permissions. */
    Map<String, Object> SETTINGS = Map.of("adminPermissionsEnabled", true, "organizationsEnabled", true);

    /** Callers who may change nothing. */
    Set<String> WITHOUT_ANY = Set.of("view-*", "query-*", "none", "master none", "own organization, not viewed");

    @Test
    default void importsAllowWhatKeycloaksCallsAllow() {
        PermissionSample sample = PermissionSample.create(realm(SETTINGS));
        Map<String, AdminClient> callers = new LinkedHashMap<>(sample.callersWithRoles());
        callers.putAll(sample.holders());
        callers.putAll(sample.administratorsOfMaster());
        compare(sample, callers);

        PermissionSample apart = PermissionSample.create(realm(SETTINGS));
        compare(apart, apart.holdersApart());
    }

    @Test
    default void withoutFineGrainedPermissionsOnlyRolesCount() {
        PermissionSample sample = PermissionSample.create(realm(Map.of("organizationsEnabled", true)));
        compare(sample, sample.callersWithRoles());
    }

    /** Compares all changes by all callers, through each path. */
    default void compare(PermissionSample sample, Map<String, AdminClient> callers) {
        List<PermissionCase> cases = PermissionCase.all(sample);
        List<String> differences = new ArrayList<>();
        callers.forEach((caller, admin) -> {
            ImportRealm realm = sample.realm().as(admin);
            List<PermissionCase> merging = new ArrayList<>();
            List<Boolean> expected = new ArrayList<>();
            for (PermissionCase change : cases) {
                boolean allowed = change.isAllowed(admin, unique("native"));
                for (boolean dryRun : List.of(true, false)) {
                    change.before().run();
                    ImportRealm into = realm.with("onConflict=" + change.onConflict() + "&dryRun=" + dryRun)
                            .into(change.entity());
                    Answer answer = into.post((change.line(unique("import")) + "\n").getBytes(StandardCharsets.UTF_8));
                    String found = answer.status() == 200
                            ? verdict(ImportAnswer.of(answer).single())
                            : ImportJob.title(answer).equals("403 forbidden") ? "denied" : answer.body();
                    note(differences, caller, change, dryRun ? "dry run" : "direct", allowed, found);
                }
                if (change.onConflict().equals("merge")) {
                    merging.add(change);
                    expected.add(allowed);
                }
            }
            if (WITHOUT_ANY.contains(caller)) {
                assertThat(expected).as(caller).containsOnly(false);
            }
            inOneJob(caller, realm, merging, expected, differences);
        });
        assertThat(differences).isEmpty();
    }

    private void inOneJob(
            String caller,
            ImportRealm realm,
            List<PermissionCase> changes,
            List<Boolean> expected,
            List<String> differences) {
        Answer created = realm.admin()
                .post(
                        ImportJob.collection(realm),
                        Map.of(
                                "entity",
                                "records",
                                "options",
                                Map.of("onConflict", "merge"),
                                "source",
                                Map.of("type", "upload")));
        if (created.status() != 201) {
            assertThat(ImportJob.title(created)).as(caller).isEqualTo("403 forbidden");
            assertThat(realm.admin().get(ImportJob.collection(realm)).status()).isEqualTo(403);
            assertThat(expected).as(caller).containsOnly(false);
            return;
        }
        List<String> lines = new ArrayList<>();
        changes.forEach(change -> {
            change.before().run();
            lines.add(change.typedLine(unique("job")));
        });
        ImportJob job = new ImportJob(realm.admin(), ImportJob.collection(realm), created.createdId());
        JsonNode document = job.with(1, lines).started().finished();
        assertThat(document.path("state").asText())
                .as("%s: %s", caller, document)
                .startsWith("completed");
        List<JsonNode> outcomes = job.outcomes();
        for (int i = 0; i < changes.size(); i++) {
            note(differences, caller, changes.get(i), "job", expected.get(i), verdict(outcomes.get(i)));
        }
        assertThat(realm.admin().get(ImportJob.collection(realm)).ok().json().findValuesAsText("id"))
                .contains(job.id());
    }

    private static void note(
            List<String> differences,
            String caller,
            PermissionCase change,
            String path,
            boolean allowed,
            String found) {
        if (!found.equals(allowed ? "allowed" : "denied")) {
            differences.add(caller + ": " + change.name() + " by " + path + " is " + (allowed ? "allowed" : "denied")
                    + " by Keycloak, but " + found);
        }
    }

    private static String verdict(JsonNode outcome) {
        if (Set.of("created", "updated", "unchanged")
                .contains(outcome.path("status").asText())) {
            return "allowed";
        }
        boolean forbidden = outcome.path("status").asText().equals("rejected")
                && ImportAnswer.problems(outcome).stream().anyMatch(code -> code.startsWith("forbidden"));
        return forbidden ? "denied" : outcome.toString();
    }

    /** Else, imports would list what is hidden. */
    @Test
    default void hiddenObjectsLookLikeAbsentOnes() {
        PermissionSample sample = PermissionSample.create(realm(SETTINGS));
        List<String> differences = new ArrayList<>();
        Map<String, AdminClient> callers = sample.holders();
        callers.keySet().retainAll(List.of("own client", "own group", "members of own group", "own organization"));
        callers.forEach((caller, admin) -> {
            for (String onConflict : List.of("fail", "skip", "merge", "replace")) {
                ImportRealm realm = sample.realm()
                        .as(admin)
                        .with("onConflict=" + onConflict)
                        .into("records");
                List<String> hidden = lines("other");
                List<String> absent = lines("absent");
                ImportAnswer answerOfHidden = realm.take(hidden);
                ImportAnswer answerOfAbsent = realm.take(absent);
                for (int i = 0; i < hidden.size(); i++) {
                    String one = answerOfHidden.outcomes().get(i).toString();
                    String other = answerOfAbsent.outcomes().get(i).toString();
                    if (!one.equals(other.replace("absent", "other"))) {
                        differences.add(caller + ", " + onConflict + ": " + one + " but " + other);
                    }
                }
            }
        });
        assertThat(differences).isEmpty();
    }

    /** Records about objects with this name, and records that the callers may write but for what they name. */
    private static List<String> lines(String name) {
        return List.of(
                "{\"type\":\"client\",\"clientId\":\"client-" + name + "\"}",
                "{\"type\":\"role\",\"clientId\":\"client-" + name + "\",\"name\":\"role\"}",
                "{\"type\":\"role\",\"clientId\":\"client-own\",\"name\":\"role\",\"composite\":true,"
                        + "\"composites\":{\"client\":{\"client-" + name + "\":[\"role\"]}}}",
                "{\"type\":\"resource\",\"clientId\":\"client-" + name + "\",\"name\":\"Default Resource\"}",
                "{\"type\":\"authorization\",\"clientId\":\"client-" + name
                        + "\",\"authorizationServicesEnabled\":true,\"authorizationSettings\":{}}",
                "{\"type\":\"group\",\"path\":\"/group-" + name + "\"}",
                "{\"type\":\"group\",\"path\":\"/group-" + name + "/child\"}",
                "{\"type\":\"group\",\"path\":\"/group-own\",\"clientRoles\":{\"client-" + name + "\":[\"role\"]}}",
                "{\"type\":\"organization\",\"name\":\"organization-" + name + "\"}",
                "{\"type\":\"organization\",\"name\":\"organization-own\",\"alias\":\"organization-own\","
                        + "\"domains\":[{\"name\":\"organization-own.example.org\"}],"
                        + "\"members\":[{\"username\":\"user-" + name + "\"}]}",
                "{\"type\":\"department\",\"organization\":\"organization-" + name + "\",\"path\":\"/it\"}",
                "{\"type\":\"user\",\"username\":\"user-" + name + "\"}",
                "{\"type\":\"user\",\"username\":\"user-own\",\"groups\":[\"/group-own\",\"/group-" + name + "\"]}",
                "{\"type\":\"user\",\"username\":\"user-own\",\"groups\":[\"/group-own\"],\"clientRoles\":{\"client-"
                        + name + "\":[\"role\"]}}",
                "{\"type\":\"user\",\"username\":\"user-own\",\"groups\":[\"/group-own\"],\"serviceAccountClientId\":\"client-"
                        + name + "\"}",
                "{\"type\":\"user\",\"username\":\"user-own\",\"groups\":[\"/group-own\"],"
                        + "\"clientConsents\":[{\"clientId\":\"client-" + name
                        + "\",\"grantedClientScopes\":[\"email\"]}]}",
                "{\"type\":\"user\",\"username\":\"user-own\",\"groups\":[\"/group-own\"],"
                        + "\"organizations\":[{\"alias\":\"organization-" + name + "\"}]}");
    }
}
