package org.millrace.testsuite.importer.contract.permission;

import static org.millrace.testsuite.importer.contract.permission.PermissionCase.change;
import static org.millrace.testsuite.importer.contract.permission.PermissionCase.creation;
import static org.millrace.testsuite.importer.contract.permission.PermissionCase.removal;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Changes of organizations and departments, and of their members. */
final class OrganizationCases extends SampleCases {
    private OrganizationCases(PermissionSample sample) {
        super(sample);
    }

    static List<PermissionCase> of(PermissionSample sample) {
        OrganizationCases cases = new OrganizationCases(sample);
        return Stream.of(cases.organizations(), cases.departments())
                .flatMap(List::stream)
                .toList();
    }

    private List<PermissionCase> organizations() {
        return Stream.concat(
                        Stream.of(creation(
                                "create organization",
                                "organizations",
                                (as, n) -> List.of(as.post(base + "/organizations", PermissionSample.organization(n))),
                                PermissionSample::organization)),
                        Stream.of("own", "other").flatMap(name -> {
                            String alias = "organization-" + name;
                            String organization = at(alias);
                            String members = organization + "/members";
                            return Stream.of(
                                    change(
                                            "change " + name + " organization",
                                            "organizations",
                                            alias,
                                            (as, n) -> List.of(as.put(organization, organization(alias, n))),
                                            n -> organization(alias, n),
                                            organization),
                                    removal(
                                            "remove member from " + name + " organization",
                                            "organizations",
                                            alias,
                                            () -> root.post(members, sample.id("user-other")),
                                            (as, n) -> List.of(
                                                    as.put(organization, organization(alias, n)),
                                                    as.delete(members + "/" + sample.id("user-other"))),
                                            n -> with(organization(alias, n), "members", List.of()),
                                            organization,
                                            members));
                        }))
                .toList();
    }

    private List<PermissionCase> departments() {
        return Stream.of("own", "other")
                .flatMap(name -> {
                    String alias = "organization-" + name;
                    String groups = at(alias) + "/groups";
                    String group = groups + "/" + sample.id("department-" + name);
                    String member = group + "/members/" + sample.id("user-other");
                    Map<String, Object> record = Map.of("organization", alias, "path", "/it");
                    return Stream.of(
                            creation(
                                    "create department of " + name + " organization",
                                    "departments",
                                    (as, n) -> List.of(as.post(groups, Map.of("name", n))),
                                    n -> Map.of("organization", alias, "path", "/" + n)),
                            change(
                                    "change department of " + name + " organization",
                                    "departments",
                                    alias,
                                    (as, n) -> List.of(as.put(
                                            group, Map.of("name", "it", "attributes", Map.of("floor", List.of(n))))),
                                    n -> with(record, "attributes", Map.of("floor", List.of(n))),
                                    group),
                            removal(
                                    "remove member from department of " + name + " organization",
                                    "departments",
                                    alias,
                                    () -> {
                                        root.post(at(alias) + "/members", sample.id("user-other"));
                                        root.put(member, "");
                                    },
                                    (as, n) -> List.of(as.delete(member)),
                                    n -> with(record, "members", List.of()),
                                    group,
                                    group + "/members"));
                })
                .toList();
    }

    private static Map<String, Object> organization(String name, String description) {
        return with(PermissionSample.organization(name), "description", description);
    }
}
