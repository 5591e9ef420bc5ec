package org.millrace.testsuite.importer.contract.permission;

import static org.millrace.testsuite.importer.contract.permission.PermissionCase.change;
import static org.millrace.testsuite.importer.contract.permission.PermissionCase.creation;
import static org.millrace.testsuite.importer.contract.permission.PermissionCase.removal;

import java.util.List;
import java.util.Map;

/** Changes of roles and their composites. */
final class RoleCases extends SampleCases {
    private RoleCases(PermissionSample sample) {
        super(sample);
    }

    static List<PermissionCase> of(PermissionSample sample) {
        RoleCases cases = new RoleCases(sample);
        return cases.roles();
    }

    private List<PermissionCase> roles() {
        String roles = base + "/roles";
        String composites = roles + "/composed-%s/composites";
        String defaults = roles + "/" + realm.defaultRole() + "/composites";
        return List.of(
                creation(
                        "create role",
                        "roles",
                        (as, n) -> List.of(as.post(roles, Map.of("name", n))),
                        n -> Map.of("name", n)),
                change(
                        "change role",
                        "roles",
                        "role",
                        (as, n) -> List.of(as.put(roles + "/plain", described("name", "plain", n))),
                        n -> described("name", "plain", n),
                        roles + "/plain"),
                creation(
                        "create role of own client",
                        "roles",
                        (as, n) -> List.of(as.post(at("client-own") + "/roles", Map.of("name", n))),
                        n -> Map.of("name", n, "clientId", "client-own")),
                creation(
                        "create role of other client",
                        "roles",
                        (as, n) -> List.of(as.post(at("client-other") + "/roles", Map.of("name", n))),
                        n -> Map.of("name", n, "clientId", "client-other")),
                creation(
                        "put client role into new role",
                        "roles",
                        (as, n) -> List.of(as.post(roles, composed(n))),
                        RoleCases::composed),
                removal(
                        "take client role out of role",
                        "roles",
                        "composed-import",
                        () -> List.of("native", "import")
                                .forEach(name -> root.post(composites.formatted(name), List.of(clientRole()))
                                        .ok()),
                        (as, n) -> List.of(as.delete(composites.formatted("native"), List.of(clientRole()))),
                        n -> Map.of("name", "composed-import"),
                        composites.formatted("import")),
                removal(
                        "take roles out of the default role",
                        "roles",
                        "default",
                        () -> root.post(defaults, List.of(role("offline_access"), clientRole()))
                                .ok(),
                        (as, n) -> List.of(
                                as.delete(defaults, root.get(defaults).ok().json())),
                        n -> Map.of("name", realm.defaultRole()),
                        defaults));
    }

    private static Map<String, Object> composed(String name) {
        return Map.of(
                "name",
                name,
                "composite",
                true,
                "composites",
                Map.of("client", Map.of("client-other", List.of("role"))));
    }
}
