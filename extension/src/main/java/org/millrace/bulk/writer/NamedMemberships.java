package org.millrace.bulk.writer;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.writer.References.Reference;

/** The roles and groups that a record names, as ids that the caller may hand out. For one session and its thread. */
final class NamedMemberships {
    private final References.Lookup references;

    NamedMemberships(References.Lookup references) {
        this.references = references;
    }

    Set<String> roles(UserRecord item, Findings findings) {
        Set<String> roleIds = new LinkedHashSet<>();
        for (String name : item.realmRoles()) {
            resolve(references.realmRole(name), "role", "realmRoles", name, roleIds, findings);
        }
        for (Map.Entry<String, List<String>> client : item.clientRoles().entrySet()) {
            String field = "clientRoles." + client.getKey();
            for (String name : client.getValue()) {
                resolve(references.clientRole(client.getKey(), name), "role", field, name, roleIds, findings);
            }
        }
        return roleIds;
    }

    Set<String> groups(UserRecord item, Findings findings) {
        Set<String> groupIds = new LinkedHashSet<>();
        for (String path : item.groups()) {
            resolve(references.group(path), "group", "groups", path, groupIds, findings);
        }
        return groupIds;
    }

    /** Objects to taking away roles that the caller could not hand out either. */
    void checkRemovedRoles(Set<String> roleIds, Findings findings) {
        for (String id : roleIds) {
            if (references.roleById(id) instanceof Reference.Forbidden) {
                findings.reject(
                        Violation.of("forbidden-role", "realmRoles", "The user has a role that you may not take away"));
            }
        }
    }

    void checkLeftGroups(Set<String> groupIds, Findings findings) {
        for (String id : groupIds) {
            if (references.groupById(id) instanceof Reference.Forbidden) {
                findings.reject(Violation.of(
                        "forbidden-group", "groups", "The user is in a group whose members you may not change"));
            }
        }
    }

    private static void resolve(
            Reference reference, String kind, String field, String name, Set<String> usable, Findings findings) {
        if (reference instanceof Reference.Usable found) {
            usable.add(found.id());
        } else if (reference instanceof Reference.Forbidden) {
            findings.reject(Violation.of("forbidden-" + kind, field, NamedTies.mayNot(kind, name)));
        } else {
            findings.object(Violation.of("unknown-" + kind, field, "There is no " + kind + " " + name));
        }
    }
}
