package org.millrace.testsuite.advisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.advisor.AdvisorContract.ADVISOR;
import static org.millrace.testsuite.client.Problems.assertProblem;

import io.restassured.specification.RequestSpecification;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.AccessToken;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.RestRequests;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerUnderTest;

class AdvisorPermissionIT {

    private final Node node = AdvisedServers.small().node();
    private final AdminClient admin = AdminClient.of(node);
    private final String name = "user-" + UUID.randomUUID();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/report",
                "/report?scope=cluster&format=html",
                "/incidents",
                "/incidents/20260101T000000Z-KC-NONE-001",
                "/changes",
                "/snapshot",
                "/rules",
                "/plan?profile=migration&target=sql"
            })
    void userWithoutTheRoleIsRefused(String path) {
        admin.createUser("master", name, "secret");

        Answer answer = AdminClient.login(node, "master", name, "secret").get(ADVISOR + path);

        assertProblem(answer, 403, "permission-missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/sizing", "/sizing/capacity", "/load-test", "/changes"})
    void userWithoutTheRoleMayNotPost(String path) {
        admin.createUser("master", name, "secret");

        Answer answer =
                AdminClient.login(node, "master", name, "secret").post(ADVISOR + path, Map.of("loginsPerSecond", 1));

        assertProblem(answer, 403, "permission-missing");
    }

    @Test
    void userWhoMayManageUsersOnlyIsRefused() {
        String id = admin.createUser("master", name, "secret");
        admin.grant("master", id, "master-realm", "manage-users");

        Answer answer = AdminClient.login(node, "master", name, "secret").get(ADVISOR + "/report");

        answer.then().statusCode(403);
    }

    @Test
    void roleToViewTheSystemIsEnough() {
        String role = "view-system";
        admin.createRealmRole("master", role);
        String id = admin.createUser("master", name, "secret");
        admin.grant("master", id, role);

        Answer answer = AdminClient.login(node, "master", name, "secret").get(ADVISOR + "/report");

        answer.then().statusCode(200);
        admin.delete("/admin/realms/master/roles/" + role).ok();
    }

    @Test
    void administratorOfAnotherRealmIsRefused() {
        String realm = "advisor-" + UUID.randomUUID();
        admin.createRealm(realm);
        String id = admin.createUser(realm, name, "secret");
        admin.grant(realm, id, "realm-management", "realm-admin");
        AdminClient administrator = AdminClient.login(node, realm, name, "secret");

        administrator.get(ADVISOR + "/report").then().statusCode(403);
        administrator.get("/admin/realms/" + realm + "/advisor/report").then().statusCode(404);
        admin.deleteRealm(realm);
    }

    @Test
    void roleOfTheSameNameInAnotherRealmIsNotEnough() {
        String realm = "advisor-" + UUID.randomUUID();
        admin.createRealm(realm);
        admin.createRealmRole(realm, "admin");
        String id = admin.createUser(realm, name, "secret");
        admin.grant(realm, id, "admin");

        Answer answer = AdminClient.login(node, realm, name, "secret").get(ADVISOR + "/report");

        answer.then().statusCode(403);
        admin.deleteRealm(realm);
    }

    @Test
    void aTokenIsRequired() {
        assertThat(statusWith("")).isEqualTo(401);
        assertThat(statusWith("Bearer nonsense")).isEqualTo(401);
    }

    @Test
    void expiredTokenIsRefused() {
        admin.createClient(
                "master",
                Map.of(
                        "clientId",
                        name,
                        "publicClient",
                        true,
                        "directAccessGrantsEnabled",
                        true,
                        "attributes",
                        Map.of("access.token.lifespan", "30")));
        String bearer = "Bearer "
                + AccessToken.by(
                                Map.of(
                                        "grant_type",
                                        "password",
                                        "client_id",
                                        name,
                                        "username",
                                        ServerUnderTest.ADMIN,
                                        "password",
                                        ServerUnderTest.ADMIN),
                                node,
                                "master")
                        .value();
        assertThat(statusWith(bearer)).isEqualTo(200);

        long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        int status = statusWith(bearer);
        while (status == 200 && System.nanoTime() < deadline) {
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            status = statusWith(bearer);
        }

        assertThat(status).isEqualTo(401);
    }

    private int statusWith(String authorization) {
        RequestSpecification given = RestRequests.to(node.baseUri());
        if (!authorization.isEmpty()) {
            given.header("Authorization", authorization);
        }
        return given.get(ADVISOR + "/report").statusCode();
    }
}
