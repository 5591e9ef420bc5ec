package org.millrace.testsuite.importer.contract.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.AuthorizationSample;
import org.millrace.testsuite.importer.fixture.ClientRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.Importing;

/** The authorization settings that come with clients are what Keycloak's import of settings leaves, or are rejected. */
interface ClientSettingsContract extends Importing {
    private ClientRealm clients() {
        return new ClientRealm(realm());
    }

    private JsonNode takeOne(String options, Map<String, ?> record) {
        return realm().into("clients")
                .with(options)
                .take(ClientRealm.line(record))
                .single();
    }

    private static Map<String, Object> settled(String clientId, Map<String, ?> settings) {
        Map<String, Object> client = AuthorizationSample.client(clientId);
        client.put("authorizationSettings", settings);
        return client;
    }

    @Test
    default void authorizationSettingsAreMergedAndReplaced() {
        String clientId = unique("settled");
        Map<String, Object> client = settled(clientId, AuthorizationSample.settings());
        assertThat(takeOne("", client).path("status").asText()).isEqualTo("created");
        Map<String, Object> fewer = settled(
                clientId,
                Map.of("resources", List.of(Map.of("name", "another", "scopes", List.of(Map.of("name", "read"))))));

        JsonNode merged = takeOne("onConflict=merge", fewer);
        List<String> afterMerge =
                names(clients().of(clientId, "authz/resource-server/settings").path("resources"));
        JsonNode replaced = takeOne("onConflict=replace", fewer);
        JsonNode settings = clients().of(clientId, "authz/resource-server/settings");

        assertThat(merged.path("status").asText()).as("%s", merged).isEqualTo("updated");
        assertThat(afterMerge).contains("another").hasSizeGreaterThan(1);
        assertThat(replaced.path("status").asText()).as("%s", replaced).isEqualTo("updated");
        assertThat(names(settings.path("resources"))).containsExactly("another");
        assertThat(settings.path("policies")).isEmpty();
        assertThat(names(settings.path("scopes"))).containsExactly("read");
    }

    @Test
    default void settingsThatReferToNothingAreRejectedBeforeAnythingIsWritten() {
        String clientId = unique("dangling");
        Map<String, ?> settings = Map.of(
                "policies",
                List.of(Map.of(
                        "name", "dangling",
                        "type", "resource",
                        "config", Map.of("resources", "[\"no such\"]", "applyPolicies", "[\"none\"]"))));

        JsonNode outcome = takeOne("", settled(clientId, settings));

        assertThat(ImportAnswer.problems(outcome)).containsExactlyInAnyOrder("unknown-resource", "unknown-policy");
        assertThat(clients().find(clientId)).isEmpty();
    }

    @Test
    default void rolesAndGroupsThatPoliciesNameAreNotLostInSilence() {
        Map<String, ?> settings = Map.of(
                "policies",
                List.of(
                        Map.of(
                                "name", "by role",
                                "type", "role",
                                "config",
                                        Map.of("roles", "[{\"id\":\"offline_access\"},{\"id\":\"account/nobodys\"}]")),
                        Map.of(
                                "name", "by group",
                                "type", "group",
                                "config", Map.of("groups", "[{\"path\":\"/nowhere/at all\"}]"))));
        String prefix = unique("guarded-");

        JsonNode strict = takeOne("", settled(prefix + "strict", settings));
        JsonNode lenient = takeOne("validation=lenient", settled(prefix + "lenient", settings));
        clients().post(settled(prefix + "posted", settings));

        assertThat(ImportAnswer.problems(strict)).containsExactlyInAnyOrder("unknown-role", "unknown-group");
        assertThat(strict.path("problems").toString()).contains("account/nobodys", "/nowhere/at all");
        assertThat(clients().find(prefix + "strict")).isEmpty();
        assertThat(ImportAnswer.warnings(lenient)).containsExactlyInAnyOrder("unknown-role", "unknown-group");
        assertThat(policies(prefix + "lenient")).isEqualTo(policies(prefix + "posted"));
    }

    @Test
    default void policiesMayNameWhatTheClientIsMadeWithAndNoClientThatIsNowhere() {
        String prefix = unique("own-");

        JsonNode own = takeOne("", guardedBy(prefix + "own", prefix + "own/uma_protection"));
        JsonNode later = takeOne("", guardedBy(prefix + "later", prefix + "later/admin"));
        JsonNode nowhere = takeOne("validation=lenient", guardedBy(prefix + "nowhere", prefix + "missing/admin"));
        clients().post(guardedBy(prefix + "posted", prefix + "posted/uma_protection"));

        assertThat(own.path("status").asText()).as("%s", own).isEqualTo("created");
        assertThat(ImportAnswer.warnings(own)).isEmpty();
        assertThat(policies(prefix + "own").toString())
                .isEqualTo(policies(prefix + "posted").toString().replace(prefix + "posted", prefix + "own"));
        assertThat(later.path("status").asText()).as("%s", later).isEqualTo("created");
        assertThat(ImportAnswer.warnings(later)).containsExactly("unknown-role");
        assertThat(nowhere.path("status").asText()).as("%s", nowhere).isEqualTo("created");
        assertThat(ImportAnswer.warnings(nowhere)).containsExactly("unknown-client");
        assertThat(policies(prefix + "nowhere")).isEmpty();
    }

    private static Map<String, Object> guardedBy(String clientId, String role) {
        Map<String, ?> policy =
                Map.of("name", "by role", "type", "role", "config", Map.of("roles", "[{\"id\":\"" + role + "\"}]"));
        return settled(clientId, Map.of("policies", List.of(policy)));
    }

    /** What policies name, by their names. */
    private Map<String, String> policies(String clientId) {
        Map<String, String> policies = new TreeMap<>();
        clients()
                .of(clientId, "authz/resource-server/settings")
                .path("policies")
                .forEach(policy -> policies.put(
                        policy.path("name").asText(), policy.path("config").toString()));
        return policies;
    }

    private static List<String> names(JsonNode list) {
        List<String> names = new ArrayList<>();
        list.forEach(element -> names.add(element.path("name").asText()));
        return names;
    }
}
