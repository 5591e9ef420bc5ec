package org.millrace.testsuite.importer.contract.realm;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Everything that a realm is made of, as records that stand behind what they name: clients, roles, groups four deep, resources,
 * organizations with departments, and users in all of them.
 *
 * @param scale 1000 for 200 roles, 5,000 groups, 500 clients, 20,000 resources, 50 organizations, 2,000 departments and 50,000 users
 */
public record WholeGraph(int scale) {
    static final String SECRET = "client-secret";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Subgroups of each group, down to the fourth level. */
    private static final int BRANCHES = 8;

    private int of(int whole) {
        return Math.max(1, whole * scale / 1000);
    }

    int roles() {
        return of(200);
    }

    int groups() {
        return of(5000);
    }

    public int clients() {
        return of(500);
    }

    int resources() {
        return of(20_000);
    }

    int organizations() {
        return of(50);
    }

    int departments() {
        return of(2000);
    }

    int users() {
        return of(50_000);
    }

    int size() {
        return roles() + groups() + clients() + resources() + organizations() + departments() + users();
    }

    /** A group's path: its parent is the one that it is a branch of, but for every four hundredth, which is at the top. */
    static String group(int number) {
        int family = number / 400;
        int within = number % 400;
        String path = "";
        // 1 + 8 + 64 + the rest: four levels.
        for (int at = within; at > 0; at = (at - 1) / BRANCHES) {
            path = "/g" + at + path;
        }
        return "/family" + family + path;
    }

    String department(int number) {
        return "/department" + number / organizations();
    }

    public String organization(int number) {
        return "organization" + number % organizations();
    }

    public static String client(int number) {
        return "client" + number;
    }

    static String resource(int number) {
        return "resource" + number;
    }

    /** The records, as lines. */
    public Stream<String> lines() {
        return Stream.of(
                        numbers(clients())
                                .map(number -> record(
                                        "client",
                                        Map.of(
                                                "clientId", client(number),
                                                "secret", SECRET,
                                                "publicClient", false,
                                                "serviceAccountsEnabled", true,
                                                "directAccessGrantsEnabled", true,
                                                "authorizationServicesEnabled", true,
                                                "authorizationSettings",
                                                        Map.of("policyEnforcementMode", "PERMISSIVE")))),
                        numbers(roles())
                                .map(number -> record(
                                        "role",
                                        number % 4 == 3
                                                ? Map.of(
                                                        "name", "role" + number, "clientId", client(number % clients()))
                                                : Map.of("name", "role" + number))),
                        numbers(groups())
                                .map(number -> record(
                                        "group",
                                        Map.of(
                                                "path",
                                                group(number),
                                                "attributes",
                                                Map.of("n", List.of("" + number))))),
                        numbers(resources())
                                .map(number -> record(
                                        "resource",
                                        Map.of(
                                                "clientId", client(number % clients()),
                                                "name", resource(number),
                                                "uris", List.of("/r/" + number),
                                                "scopes", List.of(Map.of("name", "read"), Map.of("name", "write"))))),
                        numbers(organizations())
                                .map(number -> record(
                                        "organization",
                                        Map.of(
                                                "name", organization(number),
                                                "domains",
                                                        List.of(Map.of("name", organization(number) + ".example"))))),
                        numbers(departments())
                                .map(number -> record(
                                        "department",
                                        Map.of("organization", organization(number), "path", department(number)))),
                        numbers(users()).map(this::user))
                .flatMap(lines -> lines);
    }

    private String user(int number) {
        int department = number % departments();
        return record(
                "user",
                Map.of(
                        "username",
                        "user" + number,
                        "email",
                        "user" + number + "@example.org",
                        "firstName",
                        "First",
                        "lastName",
                        "Last",
                        "enabled",
                        true,
                        "realmRoles",
                        List.of("role" + number % roles() / 4 * 4),
                        "groups",
                        List.of(group(number % groups())),
                        "organizations",
                        List.of(Map.of(
                                "alias",
                                organization(department),
                                "membershipType",
                                "UNMANAGED",
                                "groups",
                                List.of(department(department))))));
    }

    private static Stream<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed();
    }

    private static String record(String type, Map<String, ?> fields) {
        return JSON.valueToTree(fields).toString().replaceFirst("\\{", "{\"type\":\"" + type + "\",");
    }
}
