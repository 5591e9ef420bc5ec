package org.millrace.bulk.entity.user.prepare;

import org.jspecify.annotations.Nullable;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.organization.OrganizationProvider;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.millrace.bulk.entity.user.prepare.References.Reference;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.ViewableNames;
import org.millrace.server.KeycloakBridge;

/** Messages about what a record refers to, and about what its user has. They name stored objects only if the caller may view them. For one session and its thread. */
final class ReferenceMessages {
    private final KeycloakSession session;
    private final RealmModel realm;
    private final AdminPermissionEvaluator permissions;

    ReferenceMessages(KeycloakSession session, RealmModel realm, AdminPermissionEvaluator permissions) {
        this.session = session;
        this.realm = realm;
        this.permissions = permissions;
    }

    /** The id of a reference; null, with a problem, if the caller may not assign it or it does not exist. */
    @Nullable
    String usable(Reference reference, String kind, String field, String name, ValidationResult result) {
        String spoken = kind.replace('-', ' ');
        String named = Character.toUpperCase(spoken.charAt(0)) + spoken.substring(1) + " \"" + name + "\"";
        return usable(reference, kind, field, name, named, result);
    }

    /**
     * The same for an object with a longer name.
     *
     * @param named the object at the start of a sentence
     */
    @Nullable
    String usable(Reference reference, String kind, String field, String name, String named, ValidationResult result) {
        if (reference instanceof Reference.Usable found) {
            return found.id();
        }
        if (reference instanceof Reference.Forbidden) {
            // The same detail for a missing object, because the caller may not know whether it exists.
            String detail = "You may not assign " + kind.replace('-', ' ') + " \"" + name + "\", or it does not exist";
            result.reject(Violation.of("forbidden-" + kind, field, detail));
        } else {
            String detail = named + " does not exist in realm \"" + realm.getName() + "\"";
            result.object(Violation.of("unknown-" + kind, field, detail));
        }
        return null;
    }

    /** A role of the user in a message, by name only if the caller may view it. */
    String shownRole(String id) {
        RoleModel role = realm.getRoleById(id);
        return role == null ? "a removed role" : ViewableNames.role(role, permissions);
    }

    /** A group of the user in a message, by path only if the caller may view it. */
    String shownGroup(String id) {
        GroupModel group = realm.getGroupById(id);
        return group == null ? "a removed group" : ViewableNames.group(group, permissions);
    }

    /** An organization of the user in a message, by alias only if the caller may view it. */
    String shownOrganization(String id) {
        OrganizationProvider organizations = session.getProvider(OrganizationProvider.class);
        OrganizationModel organization = organizations == null ? null : organizations.getById(id);
        if (organization == null) {
            return "a removed organization";
        }
        return KeycloakBridge.mayViewOrganization(permissions, organization)
                ? "organization \"" + organization.getAlias() + "\""
                : "an organization that you may not view";
    }
}
