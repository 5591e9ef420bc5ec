package org.millrace.testsuite.importer.contract.permission;

import static org.millrace.testsuite.importer.contract.permission.PermissionCase.change;
import static org.millrace.testsuite.importer.contract.permission.PermissionCase.creation;
import static org.millrace.testsuite.importer.contract.permission.PermissionCase.removal;

import java.util.List;
import java.util.Map;

/** Changes of groups and their roles. */
final class GroupCases extends SampleCases {
    private GroupCases(PermissionSample sample) {
        super(sample);
    }

    static List<PermissionCase> of(PermissionSample sample) {
        GroupCases cases = new GroupCases(sample);
        return cases.groups();
    }

    private List<PermissionCase> groups() {
        String groups = base + "/groups";
        String own = at("group-own");
        String other = at("group-other");
        return List.of(
                creation(
                        "create group",
                        "groups",
                        (as, n) -> List.of(as.post(groups, Map.of("name", n))),
                        n -> Map.of("name", n)),
                creation(
                        "create group in own group",
                        "groups",
                        (as, n) -> List.of(as.post(own + "/children", Map.of("name", n))),
                        n -> Map.of("path", "/group-own/" + n)),
                creation(
                        "create group in other group",
                        "groups",
                        (as, n) -> List.of(as.post(other + "/children", Map.of("name", n))),
                        n -> Map.of("path", "/group-other/" + n)),
                change(
                        "change own group",
                        "groups",
                        "group-own",
                        (as, n) -> List.of(as.put(own, described("name", "group-own", n))),
                        n -> described("path", "/group-own", n),
                        own),
                change(
                        "change other group",
                        "groups",
                        "group-other",
                        (as, n) -> List.of(as.put(other, described("name", "group-other", n))),
                        n -> described("path", "/group-other", n),
                        other),
                change(
                                "map role to own group",
                                "groups",
                                "group-own",
                                (as, n) -> List.of(as.post(own + "/role-mappings/realm", List.of(plain()))),
                                n -> Map.of("path", "/group-own", "realmRoles", List.of("plain")),
                                own + "/role-mappings")
                        .after(() -> root.delete(own + "/role-mappings/realm", List.of(plain()))
                                .ok()),
                roleOutOf("own"),
                roleOutOf("other"));
    }

    private PermissionCase roleOutOf(String name) {
        String group = at("group-" + name);
        return removal(
                "remove role from " + name + " group",
                "groups",
                "group-" + name,
                () -> root.post(group + "/role-mappings/realm", List.of(plain()))
                        .ok(),
                (as, n) -> List.of(
                        as.put(group, described("name", "group-" + name, n)),
                        as.delete(group + "/role-mappings/realm", List.of(plain()))),
                n -> described("path", "/group-" + name, n),
                group,
                group + "/role-mappings");
    }
}
