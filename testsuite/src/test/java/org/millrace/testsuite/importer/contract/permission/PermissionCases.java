package org.millrace.testsuite.importer.contract.permission;

import java.util.List;
import java.util.stream.Stream;

/** Changes of all entities in a sample realm. */
final class PermissionCases {
    private PermissionCases() {}

    static List<PermissionCase> of(PermissionSample sample) {
        return Stream.of(
                        UserCases.of(sample),
                        GroupCases.of(sample),
                        RoleCases.of(sample),
                        ClientCases.of(sample),
                        OrganizationCases.of(sample),
                        ExportPartCases.of(sample),
                        ExportPartDeletionCases.of(sample),
                        DeletionCases.of(sample))
                .flatMap(List::stream)
                .toList();
    }
}
