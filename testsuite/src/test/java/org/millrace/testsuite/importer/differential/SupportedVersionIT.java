package org.millrace.testsuite.importer.differential;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;
import org.millrace.testsuite.server.process.HarnessSettings;
import org.millrace.testsuite.version.OnEachVersion;

/** What has to work on each version of Keycloak: the rows of users are Keycloak's, and each entity, a job, a login and the advisor work. */
@OnEachVersion
class SupportedVersionIT extends DifferentialContract {
    private static final int OLDEST_MINOR = 4;
    private static final int ORGANIZATION_GROUPS_MINOR = 6;

    private static final int MINOR =
            Integer.parseInt(HarnessSettings.get("millrace.keycloak.version").split("\\.", -1)[1]);

    @BeforeAll
    static void versionIsSupported() {
        assumeTrue(MINOR >= OLDEST_MINOR, "Millrace is disabled on this version");
    }

    @Override
    public ServerUnderTest server() {
        return SharedServers.get(ServerOptions.postgres().withEmptyDatabase().with("cache", "local"));
    }

    @Override
    List<ObjectNode> users() {
        return ManyShapes.users(200);
    }

    /** Not a test here: verifiable credentials exist since 26.7, and {@link PostgresDifferentialIT} has them. */
    @Override
    void associationsWithClientsAndOrganizationsAreThoseOfKeycloaksImportOfAWholeRealm() {}

    private ImportRealm newRealm() {
        return ImportRealm.create(server(), Map.of("enabled", true, "organizationsEnabled", true));
    }

    private static JsonNode created(ImportRealm realm, String entity, String record) {
        JsonNode outcome = realm.into(entity).take(record).single();
        assertThat(outcome.path("status").asText()).as("%s", outcome).isEqualTo("created");
        return outcome;
    }

    @Test
    void copyIsUsed() {
        ImportRealm realm = newRealm();

        String overview =
                realm.admin().get(realm.base() + "/bulk-import").ok().json().toString();

        assertThat(overview)
                .contains(
                        "{\"name\":\"users\",\"formats\":[\"application/x-ndjson\",\"application/json\",\"text/csv\"],"
                                + "\"writer\":{\"name\":\"copy\"");
        assertThat(server().node().log()).doesNotContain("Millrace is disabled", "COPY is not used");
    }

    @Test
    void overviewAndLogNameWhatTheVersionLacks() {
        ImportRealm realm = newRealm();

        JsonNode missing =
                realm.admin().get(realm.base() + "/bulk-import").ok().json().at("/keycloak/missing");

        assertThat(missing.isArray()).isTrue();
        assertThat(missing.toString().contains("organization groups (since 26.6)"))
                .isEqualTo(MINOR < ORGANIZATION_GROUPS_MINOR);
        assertThat(server().node().log().lines().filter(line -> line.contains("Not available on Keycloak ")))
                .hasSize(missing.isEmpty() ? 0 : 1);
    }

    @Test
    void eachEntityIsImported() {
        ImportRealm realm = newRealm();

        created(realm, "roles", "{\"name\":\"auditor\",\"attributes\":{\"a\":[\"b\"]}}");
        created(
                realm,
                "groups",
                "{\"name\":\"sales\",\"realmRoles\":[\"auditor\"],\"subGroups\":[{\"name\":\"north\"}]}");
        String client = created(
                        realm,
                        "clients",
                        "{\"clientId\":\"shop\",\"serviceAccountsEnabled\":true,\"authorizationServicesEnabled\":true}")
                .path("id")
                .asText();
        created(realm, "resources", "{\"clientId\":\"shop\",\"name\":\"orders\",\"uris\":[\"/orders/*\"]}");
        String organization = created(
                        realm,
                        "organizations",
                        "{\"name\":\"acme\",\"alias\":\"acme\",\"domains\":[{\"name\":\"acme.org\"}]}")
                .path("id")
                .asText();
        created(
                realm,
                "users",
                "{\"username\":\"alice\",\"enabled\":true,\"groups\":[\"/sales/north\"],\"realmRoles\":[\"auditor\"],"
                        + "\"organizations\":[{\"alias\":\"acme\",\"membershipType\":\"UNMANAGED\"}],"
                        + "\"clientConsents\":[{\"clientId\":\"shop\",\"grantedClientScopes\":[\"email\"]}]}");

        assertThat(realm.groups("alice")).containsExactly("/sales/north");
        assertThat(realm.realmRoles("alice")).contains("auditor");
        assertThat(realm.of("alice", "consents")).hasSize(1);
        assertThat(realm.admin()
                        .get(realm.base() + "/clients/" + client + "/authz/resource-server/resource?name=orders")
                        .ok()
                        .json())
                .hasSize(1);
        assertThat(realm.admin()
                        .get(realm.base() + "/organizations/" + organization + "/members")
                        .ok()
                        .json())
                .hasSize(1);
        assertThat(realm.into("users")
                        .with("onConflict=merge")
                        .take("{\"username\":\"alice\",\"firstName\":\"A\"}")
                        .single()
                        .path("status")
                        .asText())
                .isEqualTo("updated");
        assertThat(realm.of("alice", "consents")).hasSize(1);
    }

    @Test
    void departmentsAreImportedWhereOrganizationsHaveGroups() {
        ImportRealm realm = newRealm();
        created(realm, "organizations", "{\"name\":\"acme\",\"alias\":\"acme\",\"domains\":[{\"name\":\"acme.org\"}]}");

        Answer answer =
                realm.into("departments").post("{\"organization\":\"acme\",\"path\":\"/sales\"}".getBytes(UTF_8));

        if (MINOR >= ORGANIZATION_GROUPS_MINOR) {
            assertThat(answer.ok().body()).contains("\"created\":1");
        } else {
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.json().path("code").asText()).isEqualTo("entity-not-supported");
        }
    }

    @Test
    void usersOfAJobLogIn() {
        ImportRealm realm = newRealm();
        ImportJob job = ImportJob.create(realm, Map.of())
                .with(
                        1,
                        List.of("{\"username\":\"bob\",\"enabled\":true,\"email\":\"bob@acme.org\",\"firstName\":\"B\","
                                + "\"lastName\":\"B\",\"credentials\":[{\"type\":\"password\",\"value\":\"bob's\"}]}"))
                .started();

        JsonNode document = job.finished();

        assertThat(document.path("state").asText()).as("%s", document).isEqualTo("completed");
        assertThat(realm.login("bob", "bob's").status()).isEqualTo(200);
    }

    @Test
    void jobFailsOnceItsOwnerLosesTheRole() {
        ImportRealm realm = newRealm();
        AdminClient root = realm.admin();
        String id = root.createUser(realm.name(), "manager", "manager");
        root.grant(realm.name(), id, "realm-management", "manage-users");
        AdminClient manager = AdminClient.login(realm.node(), realm.name(), "manager", "manager");
        ImportJob job = ImportJob.create(realm.as(manager), Map.of("chunkSize", 1))
                .with(1, UserLine.several("revoked", 6000))
                .started()
                .as(root);
        root.revoke(realm.name(), id, "realm-management", "manage-users");

        JsonNode document = job.finished();

        assertThat(document.path("state").asText()).as("%s", document).isEqualTo("failed");
        assertThat(document.path("problem").path("code").asText()).isEqualTo("forbidden");
    }

    @Test
    void advisorReportsAndPlans() {
        ImportRealm realm = newRealm();

        assertThat(realm.admin().get("/admin/realms/master/advisor/report").status())
                .isEqualTo(200);
        assertThat(realm.admin()
                        .get("/admin/realms/master/advisor/plan?profile=production&target=conf")
                        .status())
                .isEqualTo(200);
    }
}
