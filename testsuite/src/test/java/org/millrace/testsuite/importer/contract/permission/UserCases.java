package org.millrace.testsuite.importer.contract.permission;

import static org.millrace.testsuite.importer.contract.permission.PermissionCase.change;
import static org.millrace.testsuite.importer.contract.permission.PermissionCase.creation;
import static org.millrace.testsuite.importer.contract.permission.PermissionCase.removal;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Changes of users, and removals of what belongs to them. */
final class UserCases extends SampleCases {
    private UserCases(PermissionSample sample) {
        super(sample);
    }

    static List<PermissionCase> of(PermissionSample sample) {
        UserCases cases = new UserCases(sample);
        return Stream.of(cases.users(), cases.removalsFromUsers())
                .flatMap(List::stream)
                .toList();
    }

    private List<PermissionCase> users() {
        String users = base + "/users";
        String own = at("user-own");
        String other = at("user-other");
        return List.of(
                creation(
                        "create user",
                        "users",
                        (as, n) -> List.of(as.post(users, Map.of("username", n))),
                        n -> Map.of("username", n)),
                creation(
                        "create member of own group",
                        "users",
                        (as, n) -> List.of(as.post(users, member(n, "/group-own"))),
                        n -> member(n, "/group-own")),
                creation(
                        "create member of other group",
                        "users",
                        (as, n) -> List.of(as.post(users, member(n, "/group-other"))),
                        n -> member(n, "/group-other")),
                creation(
                        "create member of both groups",
                        "users",
                        (as, n) -> List.of(as.post(users, member(n, "/group-own", "/group-other"))),
                        n -> member(n, "/group-own", "/group-other")),
                change(
                        "change own user",
                        "users",
                        "user-own",
                        (as, n) -> List.of(as.put(own, Map.of("firstName", n))),
                        n -> Map.of("username", "user-own", "firstName", n),
                        own),
                change(
                        "change other user",
                        "users",
                        "user-other",
                        (as, n) -> List.of(as.put(other, Map.of("firstName", n))),
                        n -> Map.of("username", "user-other", "firstName", n),
                        other),
                change(
                                "map role to own user",
                                "users",
                                "user-own",
                                (as, n) -> List.of(
                                        as.put(own, Map.of("firstName", n)),
                                        as.post(own + "/role-mappings/realm", List.of(plain()))),
                                n -> Map.of("username", "user-own", "firstName", n, "realmRoles", List.of("plain")),
                                own,
                                own + "/role-mappings")
                        .after(() -> root.delete(own + "/role-mappings/realm", List.of(plain()))
                                .ok()));
    }

    private List<PermissionCase> removalsFromUsers() {
        String user = at("user-other");
        String group = user + "/groups/" + sample.id("group-other");
        String link = user + "/federated-identity/idp";
        String consents = user + "/consents";
        return List.of(
                ofOtherUser(
                        "remove role from other user",
                        () -> root.post(user + "/role-mappings/realm", List.of(plain()))
                                .ok(),
                        as -> as.delete(user + "/role-mappings/realm", List.of(plain())),
                        user + "/role-mappings"),
                ofOtherUser(
                        "remove other user from group",
                        () -> root.put(group, Map.of()).ok(),
                        as -> as.delete(group),
                        user + "/groups"),
                ofOtherUser(
                        "remove link of other user",
                        () -> root.post(link, Map.of("userId", "1", "userName", "linked"))
                                .ok(),
                        as -> as.delete(link),
                        user + "/federated-identity"),
                ofOtherUser(
                        "remove consent of other user",
                        () -> realm.with("onConflict=merge")
                                .take(UserLine.of(Map.of(
                                        "username",
                                        "user-other",
                                        "clientConsents",
                                        List.of(Map.of(
                                                "clientId",
                                                "client-other",
                                                "grantedClientScopes",
                                                List.of("email")))))),
                        as -> as.delete(consents + "/client-other"),
                        consents),
                ofOtherUser(
                        "remove password of other user",
                        () -> root.put(user + "/reset-password", Map.of("type", "password", "value", "secret"))
                                .ok(),
                        as -> as.delete(user + "/credentials/"
                                + root.get(user + "/credentials")
                                        .ok()
                                        .json()
                                        .path(0)
                                        .path("id")
                                        .asText()),
                        user + "/credentials"));
    }

    private PermissionCase ofOtherUser(String name, Runnable before, Function<AdminClient, Answer> call, String state) {
        String user = at("user-other");
        return removal(
                name,
                "users",
                "user-other",
                () -> {
                    withoutAssociations(user);
                    before.run();
                },
                (as, n) -> List.of(as.put(user, Map.of("firstName", n)), call.apply(as)),
                n -> Map.of(
                        "username",
                        "user-other",
                        "email",
                        "user-other@example.org",
                        "emailVerified",
                        true,
                        "enabled",
                        true,
                        "firstName",
                        n,
                        "lastName",
                        "Test",
                        "clientConsents",
                        List.of(),
                        "credentials",
                        List.of()),
                user,
                state);
    }

    /** Some of it may not be there. */
    private void withoutAssociations(String user) {
        root.delete(user + "/role-mappings/realm", List.of(plain()));
        root.delete(user + "/groups/" + sample.id("group-other"));
        root.delete(user + "/federated-identity/idp");
        root.delete(user + "/consents/client-other");
        for (JsonNode credential : root.get(user + "/credentials").ok().json()) {
            root.delete(user + "/credentials/" + credential.path("id").asText());
        }
    }

    private static Map<String, Object> member(String username, String... groups) {
        return Map.of("username", username, "groups", List.of(groups));
    }
}
