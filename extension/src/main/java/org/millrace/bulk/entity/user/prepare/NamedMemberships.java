package org.millrace.bulk.entity.user.prepare;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.millrace.bulk.entity.user.prepare.References.Reference;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ValidationResult;

/** The roles and groups of a record, as ids that the caller may grant. For one session and its thread. */
final class NamedMemberships {
    /** Keycloak's names of default roles: this, and the name of the realm. */
    private static final String DEFAULT_ROLE = "default-roles-";

    private final ReferenceLookup references;
    private final String defaultRoleId;

    NamedMemberships(ReferenceLookup references, String defaultRoleId) {
        this.references = references;
        this.defaultRoleId = defaultRoleId;
    }

    /**
     * Ids of the roles that a record names.
     *
     * @param had ids of roles that the user has anyway
     */
    Set<String> roles(UserRecord item, Set<String> had, ValidationResult result) {
        Set<String> roleIds = new LinkedHashSet<>();
        for (String name : item.realmRoles()) {
            Reference role = references.realmRole(name);
            if (role instanceof Reference.Unknown && name.startsWith(DEFAULT_ROLE)) {
                // A record of another realm: its default role is this realm's.
                role = had.contains(defaultRoleId)
                        ? new Reference.Usable(defaultRoleId)
                        : references.roleById(defaultRoleId);
            }
            resolve(role, "role", "realmRoles", name, "Role \"" + name + "\"", roleIds, result);
        }
        for (Map.Entry<String, List<String>> client : item.clientRoles().entrySet()) {
            String field = "clientRoles." + client.getKey();
            for (String name : client.getValue()) {
                Reference role = references.clientRole(client.getKey(), name);
                String named = role instanceof Reference.Unknown && references.isMissingClient(client.getKey())
                        ? "Client \"" + client.getKey() + "\""
                        : "Role \"" + name + "\" of client \"" + client.getKey() + "\"";
                resolve(role, "role", field, name, named, roleIds, result);
            }
        }
        return roleIds;
    }

    Set<String> groups(UserRecord item, ValidationResult result) {
        Set<String> groupIds = new LinkedHashSet<>();
        for (String path : item.groups()) {
            resolve(references.group(path), "group", "groups", path, "Group \"" + path + "\"", groupIds, result);
        }
        return groupIds;
    }

    /** Adds a problem for removed roles that the caller may not map. */
    void checkRemovedRoles(Set<String> roleIds, ValidationResult result) {
        for (String id : roleIds) {
            if (references.roleById(id) instanceof Reference.Forbidden) {
                result.reject(Violation.of(
                        "forbidden-role",
                        "realmRoles",
                        "Not allowed to revoke " + references.messages().shownRole(id)));
            }
        }
    }

    void checkLeftGroups(Set<String> groupIds, ValidationResult result) {
        for (String id : groupIds) {
            if (references.groupById(id) instanceof Reference.Forbidden) {
                result.reject(Violation.of(
                        "forbidden-group",
                        "groups",
                        "Not allowed to remove from " + references.messages().shownGroup(id)));
            }
        }
    }

    private void resolve(
            Reference reference,
            String kind,
            String field,
            String name,
            String named,
            Set<String> usable,
            ValidationResult result) {
        String id = references.messages().usable(reference, kind, field, name, named, result);
        if (id != null) {
            usable.add(id);
        }
    }
}
