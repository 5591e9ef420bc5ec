package org.millrace.bulk.entity.organization.department;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.entity.CallerPermissions;
import org.millrace.bulk.entity.ModelType;
import org.millrace.bulk.entity.RecordType;
import org.millrace.bulk.entity.organization.DepartmentState;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.parser.RepresentationJsonParser;
import org.millrace.server.KeycloakBridge;

/** Departments: groups inside organizations. */
public final class Departments {
    public static final RecordType TYPE = new ModelType(
                    "departments",
                    "department",
                    DepartmentRecord.class,
                    "keycloak_group",
                    "manage-organizations",
                    CallerPermissions::managesSomeOrganization,
                    permissions -> KeycloakBridge.mayManageOrganizations(permissions.evaluator()),
                    Departments::parser,
                    DepartmentChunk::new)
            .deletedBy(DepartmentRecord.class, session -> new DepartmentDeletion(session.in())::delete)
            .undoneBy(new DepartmentState());

    /** A department as clients write it: Keycloak has no representation of one. */
    record Fields(
            @Nullable String id,
            @Nullable String organization,
            @Nullable String path,
            @Nullable String description,
            @Nullable Map<String, List<String>> attributes,
            @Nullable List<String> members) {}

    private Departments() {}

    private static RecordParser parser(RecordLimits limits) {
        return new RepresentationJsonParser<>(
                limits,
                Fields.class,
                Set.of("type"),
                (position, department, json, named, warnings) -> new DepartmentRecord(
                        position,
                        department.id(),
                        department.organization(),
                        department.path(),
                        department.description(),
                        department.attributes(),
                        department.members(),
                        named,
                        warnings));
    }
}
