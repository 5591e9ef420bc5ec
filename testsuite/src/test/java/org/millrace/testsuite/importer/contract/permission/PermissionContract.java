package org.millrace.testsuite.importer.contract.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.millrace.testsuite.client.Problems.assertProblem;

import com.fasterxml.jackson.databind.JsonNode;
import io.restassured.specification.RequestSpecification;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.AccessToken;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.RestRequests;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.ServerUnderTest;

/** A caller without permission to import is rejected, and nothing is written. */
public interface PermissionContract extends Importing {
    private int statusOfCount(ImportRealm realm, String token) {
        return RestRequests.to(realm.node().baseUri())
                .header("Authorization", "Bearer " + token)
                .get(realm.base() + "/users/count")
                .statusCode();
    }

    private Answer send(ImportRealm realm, String authorization, UserLine user) {
        RequestSpecification given = RestRequests.to(realm.node().baseUri())
                .contentType("application/x-ndjson")
                .body(user + "\n");
        if (!authorization.isEmpty()) {
            given.header("Authorization", authorization);
        }
        return realm.post(given);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "view-users", "query-users", "manage-clients", "manage-realm"})
    default void whoDoesNotManageUsersIsForbidden(String role) {
        AdminClient somebody = role.isEmpty() ? realm().newAdmin() : realm().newAdmin(role);
        UserLine user = UserLine.named(unique("sample"));
        long before = realm().count();

        Answer answer = send(realm(), "Bearer " + somebody.token(), user);

        assertThat(answer.status()).isEqualTo(403);
        assertThat(realm().count()).isEqualTo(before);
        assertThat(realm().has(user.username())).isFalse();
    }

    @Test
    default void theRefusalOfAnAdministratorWithoutThePermissionIsAProblemDocument() {
        AdminClient viewer = realm().newAdmin("view-users");

        Answer answer = send(realm(), "Bearer " + viewer.token(), UserLine.named(unique("sample")));

        assertProblem(answer, 403, "forbidden").body("detail", containsString("manage-users"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer nonsense", "Basic YWRtaW46YWRtaW4=", "Bearer "})
    default void whoBringsNoTokenIsNotAuthorized(String authorization) {
        UserLine user = UserLine.named(unique("sample"));

        Answer answer = send(realm(), authorization, user);

        assertThat(answer.status()).isEqualTo(401);
        assertThat(realm().has(user.username())).isFalse();
    }

    /** Keycloak's own calls set {@code notBefore} of a user to now, never back. */
    @ParameterizedTest
    @ValueSource(strings = {"merge", "replace"})
    default void revokedTokensStayRevoked(String onConflict) {
        ImportRealm realm = realm(Map.of()).with("onConflict=" + onConflict);
        ImportRealm manager = realm.as(realm.newAdmin("manage-users"));
        UserLine user = UserLine.named("signed-out");
        assertThat(realm.take(user.with("notBefore", 2000)).count("created")).isEqualTo(1);

        ImportAnswer unnamed = manager.take(user.with("firstName", "Other"));
        ImportAnswer earlier = manager.take(user.with("notBefore", 1999));
        ImportAnswer dryRun =
                manager.with("dryRun=true&onConflict=" + onConflict).take(user.with("notBefore", 0));
        int after = realm.user("signed-out").path("notBefore").asInt();
        ImportAnswer later = manager.take(user.with("notBefore", 2001));
        ImportAnswer future = manager.take(user.with("notBefore", Integer.MAX_VALUE));
        int afterFuture = realm.user("signed-out").path("notBefore").asInt();
        ImportAnswer byTheRealmsManager = realm.take(user.with("notBefore", 1));

        assertThat(unnamed.statuses()).containsExactly("updated");
        assertThat(ImportAnswer.warnings(earlier.single())).containsExactly("not-before-kept");
        assertThat(ImportAnswer.warnings(dryRun.single())).containsExactly("not-before-kept");
        assertThat(after).isEqualTo(2000);
        assertThat(later.statuses()).containsExactly("updated");
        assertThat(ImportAnswer.warnings(future.single())).containsExactly("not-before-kept");
        assertThat(afterFuture).isEqualTo(2001);
        assertThat(byTheRealmsManager.statuses()).containsExactly("updated");
        assertThat(realm.user("signed-out").path("notBefore").asInt()).isEqualTo(1);
    }

    /** Keycloak's own calls for users do not change it. */
    @ParameterizedTest
    @ValueSource(strings = {"merge", "replace"})
    default void creationTimeOfAnExistingUserStays(String onConflict) {
        ImportRealm realm = realm(Map.of()).with("onConflict=" + onConflict);
        ImportRealm manager = realm.as(realm.newAdmin("manage-users"));
        UserLine user = UserLine.named("dated");
        assertThat(manager.take(user.with("createdTimestamp", 1000)).count("created"))
                .isEqualTo(1);

        ImportAnswer same = manager.take(user.with("createdTimestamp", 1000));
        ImportAnswer changed = manager.take(user.with("createdTimestamp", 5));
        long after = realm.user("dated").path("createdTimestamp").asLong();
        ImportAnswer byTheRealmsManager = realm.take(user.with("createdTimestamp", 5));

        assertThat(same.statuses()).containsExactly("unchanged");
        assertThat(ImportAnswer.warnings(same.single())).isEmpty();
        assertThat(ImportAnswer.warnings(changed.single())).containsExactly("created-timestamp-kept");
        assertThat(after).isEqualTo(1000);
        assertThat(byTheRealmsManager.statuses()).containsExactly("updated");
        assertThat(realm.user("dated").path("createdTimestamp").asLong()).isEqualTo(5);
    }

    @Test
    default void aTokenOfAnotherRealmIsForbidden() {
        AdminClient stranger = realm(Map.of()).newAdmin("manage-users", "realm-admin");
        UserLine user = UserLine.named(unique("sample"));

        Answer answer = send(realm(), "Bearer " + stranger.token(), user);

        assertThat(answer.status()).isEqualTo(403);
        assertThat(realm().has(user.username())).isFalse();
    }

    @Test
    default void aTokenThatHasExpiredIsNotAuthorized() {
        ImportRealm realm = realm(Map.of("accessTokenLifespan", 1));
        AdminClient manager = realm.newAdmin("manage-users");
        String token = manager.token();
        long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (statusOfCount(realm, token) == 200 && System.nanoTime() < deadline) {
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
        long before = realm.count();

        Answer answer = send(realm, "Bearer " + token, UserLine.named("sample"));

        assertThat(answer.status()).isEqualTo(401);
        assertThat(realm.count()).isEqualTo(before);
    }

    @Test
    default void theAdministratorOfTheMasterRealmMayImportAnywhere() {
        String token = AccessToken.byPassword(server().node(), "master", ServerUnderTest.ADMIN, ServerUnderTest.ADMIN)
                .value();

        Answer answer = send(realm(), "Bearer " + token, UserLine.named(unique("someone")));

        assertThat(ImportAnswer.of(answer).statuses()).containsExactly("created");
    }

    /**
     * Keycloak's own calls choose the ids of these entities, and only its partial import, which needs manage-realm, takes that of the
     * record: policies and resources keep the ids of deleted entities.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "users;manage-users;{'username':'%s','id':'%s'}",
                "groups;manage-users;{'name':'%s','id':'%s'}",
                "groups;manage-users;{'name':'top','subGroups':[{'name':'%s','id':'%s'}]}",
                "roles;manage-clients;{'name':'%s','clientId':'account','id':'%s'}",
                "organizations;manage-organizations;{'name':'%1$s','domains':[{'name':'%1$s.example.org'}],'id':'%2$s'}",
                "organizations;manage-organizations;{'name':'%1$s','domains':[{'name':'%1$s.example.org'}],'groups':[{'name':'in','id':'%2$s'}]}",
                "departments;manage-organizations;{'organization':'acme','path':'/%s','id':'%s'}"
            })
    default void onlyThoseWhoManageTheRealmChooseIds(String entity, String role, String record) {
        ImportRealm realm = realm(Map.of("organizationsEnabled", true)).into(entity);
        realm.admin()
                .post(
                        realm.base() + "/organizations",
                        Map.of("name", "acme", "domains", List.of(Map.of("name", "acme.example.org"))))
                .ok();
        ImportRealm manager = realm.as(realm.newAdmin(role));
        String id = UUID.randomUUID().toString();
        String line = record.replace('\'', '"').formatted("chosen", id);

        for (String options : List.of(
                "dryRun=true", "onConflict=fail", "onConflict=skip", "onConflict=merge", "onConflict=replace")) {
            ImportAnswer answer = manager.with(options).take(line);

            assertThat(ImportAnswer.problems(answer.single())).as(options).containsExactly("forbidden-id");
        }
        assertThat(manager.with("ids=new")
                        .take(record.replace('\'', '"').formatted("mapped", id))
                        .single()
                        .path("status")
                        .asText())
                .isEqualTo("created");
        JsonNode kept = realm.with("onConflict=merge").take(line).single();
        assertThat(ImportAnswer.problems(kept)).isEmpty();
        if (!record.contains("subGroups") && !record.contains("'groups'")) {
            assertThat(kept.path("id").asText()).isEqualTo(id);
        }
        // Who may change it may name it by its id.
        assertThat(ImportAnswer.problems(
                        manager.with("onConflict=merge").take(line).single()))
                .isEmpty();
    }

    @Test
    default void accountOfAClientKeepsItsIdIfTheCallerMayNotChooseIds() {
        ImportRealm realm = realm(Map.of());
        String client =
                realm.admin().createClient(realm.name(), Map.of("clientId", "worker", "serviceAccountsEnabled", true));
        String path = realm.base() + "/clients/" + client + "/service-account-user";
        String before = realm.admin().get(path).ok().json().path("id").asText();
        UserLine record = UserLine.named("service-account-worker")
                .with("serviceAccountClientId", "worker")
                .with("id", UUID.randomUUID().toString())
                .with("realmRoles", List.of("offline_access"));

        JsonNode outcome = realm.as(realm.newAdmin("manage-users", "manage-clients"))
                .take(record)
                .single();

        assertThat(outcome.path("status").asText()).as("%s", outcome).isEqualTo("updated");
        assertThat(realm.admin().get(path).ok().json().path("id").asText()).isEqualTo(before);
    }
}
