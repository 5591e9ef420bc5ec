package org.millrace.testsuite.importer.contract.permission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ClientRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** Compares what imports allow to callers with what Keycloak's own calls allow them, through each path and with each conflict mode. */
final class PermissionMatrix {
    /** Callers who may change nothing. */
    private static final Set<String> WITHOUT_ANY =
            Set.of("view-*", "query-*", "none", "master none", "own organization, not viewed");

    private static final List<String> REQUESTS = List.of("direct", "dry run", "records", "dry run of records");
    private static final String JOB = "job";
    private static final String DRY_RUN_OF_JOB = "dry run of a job";

    /** One of this number of pairs of a caller and a change is compared, unless all are. */
    private static final int PART = 8;

    /** Of the callers to whom a compared change is allowed, one of this number has a job, unless all have. */
    private static final int JOB_PART = 2;

    private final PermissionSample sample;
    private final boolean everyCombination;
    private final List<PermissionCase> cases;
    private final Set<String> covered = new HashSet<>();
    private final List<String> differences = new ArrayList<>();
    private int compared;
    private int allowedCallers;
    private int deniedJobs;
    private int jobs;

    /** @param everyCombination else one combination of mode and path for some of the changes and each caller, and one job for some callers */
    PermissionMatrix(PermissionSample sample, boolean everyCombination) {
        this.sample = sample;
        this.everyCombination = everyCombination;
        this.cases = PermissionCases.of(sample);
    }

    private record Combination(String mode, String path) {}

    void compare(Map<String, AdminClient> callers) {
        int number = 0;
        for (Map.Entry<String, AdminClient> each : callers.entrySet()) {
            compare(each.getKey(), each.getValue(), number++);
        }
        assertThat(differences).isEmpty();
    }

    private void compare(String caller, AdminClient admin, int number) {
        Map<Integer, Boolean> allowed = new TreeMap<>();
        for (int i = 0; i < cases.size(); i++) {
            if (!everyCombination && (number + i) % PART != 0) {
                continue;
            }
            PermissionCase change = cases.get(i);
            boolean isAllowed = change.isAllowed(admin, unique("native"));
            allowed.put(i, isAllowed);
            for (Combination combination : chosen(change, number)) {
                request(caller, admin, change, combination, isAllowed);
            }
        }
        if (WITHOUT_ANY.contains(caller)) {
            assertThat(allowed)
                    .as(caller)
                    .allSatisfy((i, isAllowed) ->
                            assertThat(isAllowed).as(cases.get(i).name()).isFalse());
        }
        for (String mode : modesOfJobs(allowed.containsValue(true))) {
            for (List<Integer> changes : rounds(mode, allowed.keySet())) {
                for (String path : pathsOfJobs()) {
                    job(caller, admin, new Combination(mode, path), changes, allowed);
                }
            }
        }
    }

    /** All combinations, or one: for the first callers of a change one that makes it. */
    private List<Combination> chosen(PermissionCase change, int number) {
        List<Combination> combinations = combinations(change);
        if (everyCombination) {
            return combinations;
        }
        List<Combination> from = number / PART % 2 == 1
                ? combinations
                : combinations.stream()
                        .filter(combination -> change.modes().contains(combination.mode()))
                        .toList();
        return List.of(from.get(compared++ % from.size()));
    }

    /** All modes; or one for some of the callers who may do something, and for the first who may not. */
    private List<String> modesOfJobs(boolean allowed) {
        List<String> modes = PermissionCase.MODES;
        if (everyCombination) {
            return modes;
        }
        boolean hasJob = allowed ? allowedCallers++ % JOB_PART == 0 : deniedJobs++ == 0;
        return hasJob ? List.of(modes.get((modes.indexOf("merge") + jobs) % modes.size())) : List.of();
    }

    private static List<Combination> combinations(PermissionCase change) {
        return PermissionCase.MODES.stream()
                .filter(change::appliesTo)
                .flatMap(mode -> REQUESTS.stream().map(path -> new Combination(mode, path)))
                .toList();
    }

    private static String unique(String start) {
        return start + "-" + UUID.randomUUID();
    }

    private void request(
            String caller, AdminClient admin, PermissionCase change, Combination combination, boolean allowed) {
        boolean dryRun = combination.path().startsWith("dry run");
        boolean records = combination.path().endsWith("records");
        ImportRealm into = sample.realm()
                .as(admin)
                .with("onConflict=" + combination.mode() + "&dryRun=" + dryRun)
                .into(records ? "records" : change.entity());
        String unique = unique("import");
        String line = records ? change.typedLine(unique) : change.line(unique);
        change.before().run();
        String before = change.shown(sample.realm().admin());

        Answer answer = into.post((line + "\n").getBytes(StandardCharsets.UTF_8));

        String found = answer.status() == 200
                ? verdict(ImportAnswer.of(answer).single())
                : ImportJob.title(answer).equals("403 forbidden") ? "denied" : answer.body();
        note(caller, change, combination, allowed, found);
        boolean changes = found.equals("changed") && !dryRun;
        String after = change.shown(sample.realm().admin());
        if (changes ? change.isDeletion() && after.equals(before) : !after.equals(before)) {
            differences.add("%s: %s by %s was %s, but %s became %s"
                    .formatted(caller, change.name(), combination, found, before, after));
        }
    }

    /** Changes of one job: of those that change the same object, one. */
    private List<List<Integer>> rounds(String mode, Set<Integer> compared) {
        Map<String, List<Integer>> byTarget = new LinkedHashMap<>();
        for (int i : compared) {
            PermissionCase change = cases.get(i);
            if (change.appliesTo(mode)) {
                byTarget.computeIfAbsent(
                                change.target().isEmpty() ? "new " + i : change.entity() + change.target(),
                                key -> new ArrayList<>())
                        .add(i);
            }
        }
        int rounds = byTarget.values().stream().mapToInt(List::size).max().orElse(0);
        IntStream chosen = everyCombination ? IntStream.range(0, rounds) : IntStream.of(jobs);
        return chosen.mapToObj(round -> byTarget.values().stream()
                        .map(changes -> changes.get(round % changes.size()))
                        .toList())
                .toList();
    }

    private List<String> pathsOfJobs() {
        return everyCombination ? List.of(DRY_RUN_OF_JOB, JOB) : List.of(JOB);
    }

    private void job(
            String caller,
            AdminClient admin,
            Combination combination,
            List<Integer> changes,
            Map<Integer, Boolean> allowed) {
        Map<String, Object> options = Map.of(
                "onConflict", combination.mode(), "dryRun", combination.path().equals(DRY_RUN_OF_JOB));
        ImportRealm realm = sample.realm().as(admin);
        Answer created = admin.post(
                ImportJob.collection(realm),
                Map.of("entity", "records", "options", options, "source", Map.of("type", "upload")));
        if (created.status() != 201) {
            assertThat(ImportJob.title(created)).as(caller).isEqualTo("403 forbidden");
            assertThat(admin.get(ImportJob.collection(realm)).status()).isEqualTo(403);
            assertThat(allowed.values()).as(caller).containsOnly(false);
            return;
        }
        jobs++;
        List<String> lines = new ArrayList<>();
        for (int i : changes) {
            cases.get(i).before().run();
            lines.add(cases.get(i).typedLine(unique("job")));
        }
        ImportJob job = new ImportJob(admin, ImportJob.collection(realm), created.createdId());
        JsonNode document = job.with(1, lines).started().finished();
        assertThat(document.path("state").asText())
                .as("%s: %s", caller, document)
                .startsWith("completed");
        List<JsonNode> outcomes = job.outcomes();
        for (int i = 0; i < changes.size(); i++) {
            int number = changes.get(i);
            note(
                    caller,
                    cases.get(number),
                    combination,
                    Objects.requireNonNull(allowed.get(number)),
                    verdict(outcomes.get(i)));
        }
        assertThat(admin.get(ImportJob.collection(realm)).ok().json().findValuesAsText("id"))
                .contains(job.id());
    }

    private void note(String caller, PermissionCase change, Combination combination, boolean allowed, String found) {
        covered.add(change.entity() + " " + combination.mode() + " " + combination.path());
        covered.add("entity " + change.entity());
        covered.add("mode " + combination.mode());
        covered.add("path " + combination.path());
        covered.add("caller " + caller);
        if (change.modes().contains(combination.mode())) {
            covered.add("change " + change.name());
        }
        covered.add("type " + change.record().apply("name").get("type"));
        boolean asExpected = change.modes().contains(combination.mode())
                ? found.equals(allowed ? "changed" : "denied")
                        || allowed && !change.isDeletion() && found.equals("unchanged")
                // With fail and skip a record only creates. A caller without permission to create is rejected before
                // the lookup
                // of the object, as by POST.
                : found.equals("unchanged") || found.equals("denied");
        if (!asExpected) {
            differences.add("%s: %s by %s is %s by Keycloak, but %s"
                    .formatted(caller, change.name(), combination, allowed ? "allowed" : "denied", found));
        }
    }

    /** Whether the record has changed something, has not, or was not allowed to; else the outcome. */
    private static String verdict(JsonNode outcome) {
        String status = outcome.path("status").asText();
        if (status.equals("created") || status.equals("updated") || status.equals("deleted")) {
            return "changed";
        }
        List<String> problems = ImportAnswer.problems(outcome);
        if (status.equals("unchanged") || problems.stream().anyMatch(code -> code.endsWith("-exists"))) {
            return "unchanged";
        }
        boolean forbidden =
                status.equals("rejected") && problems.stream().anyMatch(code -> code.startsWith("forbidden"));
        return forbidden ? "denied" : outcome.toString();
    }

    /** Fails if an entity of the server, a conflict mode, a path or an admin role is left out; or, if all are compared, a combination. */
    void assertComplete() {
        AdminClient root = sample.realm().admin();
        JsonNode overview =
                root.get(sample.realm().base() + "/bulk-import").ok().json();
        List<String> entities = StreamSupport.stream(overview.path("entities").spliterator(), false)
                .map(entity -> entity.path("name").asText())
                .filter(name -> !name.equals("records"))
                .toList();
        Set<String> wanted = new LinkedHashSet<>();
        List<String> paths =
                Stream.concat(REQUESTS.stream(), pathsOfJobs().stream()).toList();
        entities.forEach(entity -> wanted.add("entity " + entity));
        ExportPartCases.TYPES.forEach(type -> wanted.add("type " + type));
        cases.forEach(change -> wanted.add("change " + change.name()));
        PermissionCase.MODES.forEach(mode -> wanted.add("mode " + mode));
        paths.forEach(path -> wanted.add("path " + path));
        for (String entity : everyCombination ? entities : List.<String>of()) {
            for (String mode : PermissionCase.MODES) {
                paths.forEach(path -> wanted.add(entity + " " + mode + " " + path));
            }
        }
        for (String role :
                new ClientRealm(sample.realm()).of("realm-management", "roles").findValuesAsText("name")) {
            wanted.add("caller " + role.replaceAll("^(view|query)-.*", "$1-*"));
        }
        assertThat(entities).contains("users", "groups", "roles", "clients", "resources", "organizations");
        assertThat(covered).containsAll(wanted);
    }
}
