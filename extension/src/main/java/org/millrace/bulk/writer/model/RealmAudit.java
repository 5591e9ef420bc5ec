package org.millrace.bulk.writer.model;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;

/** Lines of the audit log about the configuration of a realm, from the types and paths of its admin events. */
final class RealmAudit {
    /**
     * Types of events without a line: there are too many of them, or the code that makes the change adds a line of its own. By their names,
     * because earlier versions of Keycloak do not have all of them.
     */
    private static final Set<String> ORDINARY = Set.of(
            "USER",
            "GROUP",
            "GROUP_MEMBERSHIP",
            "REALM_ROLE",
            "CLIENT_ROLE",
            "REALM_ROLE_MAPPING",
            "CLIENT_ROLE_MAPPING",
            "AUTHORIZATION_RESOURCE",
            "AUTHORIZATION_SCOPE",
            "ORGANIZATION_MEMBERSHIP",
            "ORGANIZATION_GROUP",
            "ORGANIZATION_GROUP_MEMBERSHIP");

    /** The first segment of the paths of default groups, which have the type of other groups. */
    private static final String DEFAULT_GROUPS = "default-groups";

    private RealmAudit() {}

    /** The line of a change, such as {@code created client clients/<id>}; empty if the change has none. */
    static Optional<String> line(OperationType operation, ResourceType type, String... path) {
        boolean isDefaultGroup = path.length > 0 && path[0].equals(DEFAULT_GROUPS);
        if (ORDINARY.contains(type.name()) && !isDefaultGroup) {
            return Optional.empty();
        }
        String typeName = isDefaultGroup
                ? "default group"
                : type.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return Optional.of(done(operation) + ' ' + typeName + ' ' + String.join("/", path));
    }

    private static String done(OperationType operation) {
        return switch (operation) {
            case CREATE -> "created";
            case DELETE -> "deleted";
            case UPDATE, ACTION -> "changed";
        };
    }
}
