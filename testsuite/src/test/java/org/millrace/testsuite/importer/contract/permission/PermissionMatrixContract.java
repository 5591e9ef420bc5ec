package org.millrace.testsuite.importer.contract.permission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.contract.permission.FineGrainedPermissions.Permission;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;

/** An import allows each change to the callers to whom Keycloak's own calls allow it, and to no others. */
interface PermissionMatrixContract extends Importing {
    /** Of realms with fine-grained permissions. */
    Map<String, Object> SETTINGS = Map.of("adminPermissionsEnabled", true, "organizationsEnabled", true);

    /** Some of the combinations, with each entity, mode, path and role among them: {@code mvn verify} has the time for no more. */
    @Test
    default void importsAllowWhatKeycloaksCallsAllow() {
        importsAllowWhatKeycloaksCallsAllow(false);
    }

    @Tag("permissions")
    @Test
    default void importsAllowWhatKeycloaksCallsAllowInEveryCombination() {
        importsAllowWhatKeycloaksCallsAllow(true);
    }

    private void importsAllowWhatKeycloaksCallsAllow(boolean everyCombination) {
        PermissionSample sample = PermissionSample.create(realm(SETTINGS));
        Map<String, AdminClient> callers = new LinkedHashMap<>(sample.callersWithRoles());
        callers.putAll(sample.holders());
        callers.putAll(sample.administratorsOfMaster());
        PermissionMatrix matrix = new PermissionMatrix(sample, everyCombination);
        matrix.compare(callers);
        matrix.assertComplete();

        PermissionSample apart = PermissionSample.create(realm(SETTINGS));
        new PermissionMatrix(apart, everyCombination).compare(apart.holdersApart());
    }

    @Test
    default void withoutFineGrainedPermissionsOnlyRolesCount() {
        withoutFineGrainedPermissions(false);
    }

    @Tag("permissions")
    @Test
    default void withoutFineGrainedPermissionsOnlyRolesCountInEveryCombination() {
        withoutFineGrainedPermissions(true);
    }

    private void withoutFineGrainedPermissions(boolean everyCombination) {
        PermissionSample sample = PermissionSample.create(realm(Map.of("organizationsEnabled", true)));
        PermissionMatrix matrix = new PermissionMatrix(sample, everyCombination);
        matrix.compare(sample.callersWithRoles());
        matrix.assertComplete();
    }

    /** Else, imports would list what is hidden. */
    @Test
    default void hiddenObjectsLookLikeAbsentOnes() {
        PermissionSample sample = PermissionSample.create(realm(SETTINGS));
        List<String> differences = new ArrayList<>();
        Map<String, String> ids = Map.of(
                sample.id("user-other"), "user-absent",
                sample.id("group-other"), "group-absent",
                sample.roleId("client-other"), "role-absent");
        Map<String, AdminClient> callers = sample.holders();
        callers.keySet().retainAll(List.of("own client", "own group", "members of own group", "own organization"));
        callers.forEach((caller, admin) -> {
            for (String onConflict : List.of("fail", "skip", "merge", "replace")) {
                ImportRealm realm = sample.realm()
                        .as(admin)
                        .with("onConflict=" + onConflict)
                        .into("records");
                List<String> hidden = new ArrayList<>(lines("other"));
                ids.keySet().forEach(id -> hidden.addAll(withId(id)));
                List<String> absent = new ArrayList<>(lines("absent"));
                ids.values().forEach(id -> absent.addAll(withId(id)));
                ImportAnswer answerOfHidden = realm.take(hidden);
                ImportAnswer answerOfAbsent = realm.take(absent);
                for (int i = 0; i < hidden.size(); i++) {
                    String one = answerOfHidden.outcomes().get(i).toString();
                    String other = answerOfAbsent.outcomes().get(i).toString();
                    String likeAbsent = one;
                    for (Map.Entry<String, String> id : ids.entrySet()) {
                        likeAbsent = likeAbsent.replace(id.getKey(), id.getValue());
                    }
                    if (!likeAbsent.replace("absent", "other").equals(other.replace("absent", "other"))) {
                        differences.add(caller + ", " + onConflict + ": " + one + " but " + other);
                    }
                }
            }
        });
        assertThat(differences).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"merge", "replace"})
    default void hiddenObjectsInClientSettingsLookLikeAbsentOnes(String onConflict) {
        PermissionSample sample = PermissionSample.create(realm(SETTINGS));
        ImportRealm realm = sample.realm();
        realm.admin().createRealmRole(realm.name(), "plain-other");
        realm.admin()
                .post(realm.base() + "/client-scopes", Map.of("name", "scope-other", "protocol", "openid-connect"))
                .ok();
        realm.admin()
                .post(
                        realm.base() + "/authentication/flows",
                        Map.of("alias", "flow-other", "providerId", "basic-flow", "topLevel", true, "builtIn", false))
                .ok();
        AdminClient holder = FineGrainedPermissions.of(realm)
                .newHolder(
                        new Permission("Clients", List.of(sample.id("client-own")), List.of("view", "manage")),
                        new Permission(
                                "Users",
                                List.of(realm.admin().createUser(realm.name(), "seen", "seen")),
                                List.of("view")));
        ImportRealm clients = realm.into("clients").with("dryRun=true&onConflict=" + onConflict);

        List<JsonNode> hidden = clients.as(holder).take(clientSettings("other")).outcomes();
        List<JsonNode> absent =
                clients.as(holder).take(clientSettings("absent")).outcomes();

        for (int i = 0; i < hidden.size(); i++) {
            assertThat(hidden.get(i).path("status").asText())
                    .as("%s", hidden.get(i))
                    .isEqualTo("rejected");
            assertThat(hidden.get(i).toString())
                    .doesNotContain("unknown-")
                    .isEqualTo(absent.get(i).toString().replace("-absent", "-other"));
        }
        ImportRealm resources = realm.into("resources")
                .with("dryRun=true&onConflict=" + onConflict)
                .as(holder);
        for (String user : List.of(sample.id("user-other"), "user-other", "user-absent")) {
            ImportAnswer answer = resources.take(ownedBy(user, ""), ownedBy(user, ",\"name\":\"seen\""));

            assertThat(ImportAnswer.problems(answer.line(1))).as(user).containsExactly("forbidden-user");
            assertThat(answer.line(2).path("status").asText()).as(user).isEqualTo("created");
        }
        // The administrator may view them all.
        assertThat(clients.take(clientSettings("other")).statuses()).containsOnly("updated");
        assertThat(clients.take(clientSettings("absent")).outcomes())
                .allSatisfy(outcome -> assertThat(ImportAnswer.problems(outcome))
                        .allMatch(problem -> problem.startsWith("unknown-"))
                        .isNotEmpty());
    }

    private static String ownedBy(String id, String more) {
        return "{\"clientId\":\"client-own\",\"name\":\"owned-too\",\"owner\":{\"id\":\"" + id + "\"" + more + "}}";
    }

    /** Who may view all users but one cannot make that one the owner of a resource. */
    @Test
    default void userWhoIsDeniedIsNoOwner() {
        PermissionSample sample = PermissionSample.create(realm(SETTINGS));
        ImportRealm realm = sample.realm();
        FineGrainedPermissions permissions = FineGrainedPermissions.of(realm);
        permissions.deny(new Permission("Users", List.of(sample.id("user-other")), List.of("view")));
        AdminClient holder = permissions.newHolder(
                new Permission("Clients", List.of(sample.id("client-own")), List.of("view", "manage")),
                new Permission("Users", List.of(), List.of("view")));

        ImportAnswer resources = realm.into("resources")
                .with("dryRun=true")
                .as(holder)
                .take(ownedBy(sample.id("user-own"), ""), ownedBy(sample.id("user-other"), ""));
        ImportAnswer settings = realm.into("clients")
                .with("dryRun=true&onConflict=merge")
                .as(holder)
                .take("{\"clientId\":\"client-own\",\"authorizationSettings\":{\"resources\":[{\"name\":\"owned-too\","
                        + "\"owner\":{\"name\":\"user-other\"}}]}}");

        assertThat(resources.line(1).path("status").asText()).isEqualTo("created");
        assertThat(ImportAnswer.problems(resources.line(2))).containsExactly("unknown-owner");
        assertThat(ImportAnswer.problems(settings.line(1))).containsExactly("forbidden-user");
    }

    /** The own client, whose settings name objects with this name. */
    private static List<String> clientSettings(String name) {
        String policy = "{\"clientId\":\"client-own\",\"authorizationSettings\":{\"policies\":[{\"name\":\"p-%1$s\","
                + "\"type\":\"%1$s\",\"logic\":\"POSITIVE\",\"config\":{\"%2$s\":\"[%3$s]\"}}]}}";
        String id = "{\\\"id\\\":\\\"%s-" + name + "\\\"}";
        String text = "\\\"%s-" + name + "\\\"";
        return List.of(
                policy.formatted("role", "roles", id.formatted("plain")),
                policy.formatted("role", "roles", "{\\\"id\\\":\\\"client-" + name + "/role\\\"}"),
                policy.formatted("group", "groups", "{\\\"path\\\":\\\"/group-" + name + "\\\"}"),
                policy.formatted("user", "users", text.formatted("user")),
                policy.formatted("client", "clients", text.formatted("client")),
                policy.formatted("client-scope", "clientScopes", id.formatted("scope")),
                "{\"clientId\":\"client-own\",\"authorizationSettings\":{\"resources\":[{\"name\":\"owned-too\","
                        + "\"owner\":{\"name\":\"user-" + name + "\"}}]}}",
                "{\"clientId\":\"client-own\",\"authorizationSettings\":{\"resources\":[{\"name\":\"owned-too\","
                        + "\"owner\":{\"name\":\"unknown\",\"id\":\"user-" + name + "\"}}]}}",
                "{\"clientId\":\"client-own\",\"defaultClientScopes\":[\"scope-" + name + "\"]}",
                "{\"clientId\":\"client-own\",\"authenticationFlowBindingOverrides\":{\"browser\":\"flow-" + name
                        + "\"}}");
    }

    /** Keycloak tells those who may create users that an address is taken, and no more. */
    @ParameterizedTest
    @ValueSource(strings = {"fail", "skip", "merge", "replace"})
    default void verifiedAddressOfAHiddenUserLooksLikeOneThatIsNot(String onConflict) {
        PermissionSample sample = PermissionSample.create(realm(SETTINGS));
        ImportRealm realm = sample.realm();
        for (boolean verified : List.of(true, false)) {
            String name = verified ? "verified" : "unverified";
            realm.admin()
                    .createUser(
                            realm.name(),
                            Map.of("username", name, "email", name + "@example.org", "emailVerified", verified));
        }
        String record = "{\"username\":\"new\",\"email\":\"%s@example.org\",\"groups\":[\"/group-own\"]}";

        ImportAnswer answer = realm.as(Objects.requireNonNull(sample.holders().get("members of own group")))
                .with("onConflict=" + onConflict)
                .take(record.formatted("verified"), record.formatted("unverified"));

        assertThat(ImportAnswer.problems(answer.line(1))).containsExactly("email-exists");
        assertThat(answer.line(2).path("problems").toString().replace("unverified@", "verified@"))
                .isEqualTo(answer.line(1).path("problems").toString());
    }

    /** A new user, group and role with this id. */
    private static List<String> withId(String id) {
        return List.of(
                "{\"type\":\"user\",\"username\":\"chosen\",\"groups\":[\"/group-own\"],\"id\":\"" + id + "\"}",
                "{\"type\":\"group\",\"path\":\"/group-own/chosen\",\"id\":\"" + id + "\"}",
                "{\"type\":\"role\",\"clientId\":\"client-own\",\"name\":\"chosen\",\"id\":\"" + id + "\"}");
    }

    /** Records about objects with this name, and records that the callers may write but for what they name. */
    private static List<String> lines(String name) {
        return List.of(
                "{\"type\":\"client\",\"clientId\":\"client-" + name + "\"}",
                "{\"type\":\"role\",\"clientId\":\"client-" + name + "\",\"name\":\"role\"}",
                "{\"type\":\"role\",\"clientId\":\"client-own\",\"name\":\"role\",\"composite\":true,"
                        + "\"composites\":{\"client\":{\"client-" + name + "\":[\"role\"]}}}",
                "{\"type\":\"resource\",\"clientId\":\"client-" + name + "\",\"name\":\"Default Resource\"}",
                "{\"type\":\"resource\",\"clientId\":\"client-own\",\"name\":\"owned-too\",\"owner\":{\"name\":\"user-"
                        + name + "\"}}",
                "{\"type\":\"authorization\",\"clientId\":\"client-" + name
                        + "\",\"authorizationServicesEnabled\":true,\"authorizationSettings\":{}}",
                "{\"type\":\"default-roles\",\"clientId\":\"client-" + name + "\",\"defaultRoles\":[\"role\"]}",
                "{\"type\":\"scope-mapping\",\"client\":\"client-own\",\"clientId\":\"client-" + name
                        + "\",\"roles\":[\"role\"]}",
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
                        + "\"organizations\":[{\"alias\":\"organization-" + name + "\"}]}",
                "{\"type\":\"scope-mapping\",\"client\":\"client-" + name + "\",\"roles\":[\"plain\"]}",
                "{\"type\":\"scope-mapping\",\"client\":\"client-own\",\"clientId\":\"client-" + name
                        + "\",\"roles\":[\"role\"]}",
                "{\"type\":\"default-group\",\"path\":\"/group-" + name + "\"}");
    }
}
