package org.millrace.bulk.entity.user.prepare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.entity.user.state.UserChange;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.entity.user.state.UserState.StoredCredential;
import org.millrace.bulk.record.user.FederatedIdentityRecord;
import org.millrace.bulk.writer.AdministrativeRoles;
import org.millrace.bulk.writer.AuditLog;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.server.RealmDefaultGroups;

/**
 * Adds a line to the {@link AuditLog} for each existing user whose rights or ways to log in an import has changed: username, email,
 * {@code emailVerified}, whether the user is enabled, credentials, roles, groups, organizations, links to identity providers, the client of
 * a service account. A new user has a line only if the record grants administrative rights. Safe for any thread.
 */
public final class UserAudit {
    private UserAudit() {}

    /** Adds lines about changes of the session's transaction. */
    public static void add(KeycloakSession session, ImportScope scope, Collection<UserChange> changes) {
        AuditLog.of(session).ifPresent(log -> {
            for (UserChange change : changes) {
                List<String> parts = parts(change);
                if (!parts.isEmpty()) {
                    log.add(scope, "changed user " + change.target().id() + ": " + String.join("; ", parts));
                }
            }
        });
    }

    /**
     * Adds a line for each new user of the session's transaction who has administrative rights that not every new user of the realm has.
     */
    public static void addNew(
            KeycloakSession session, RealmModel realm, ImportScope scope, Collection<UserState> users) {
        if (users.isEmpty()) {
            return;
        }
        AuditLog.of(session).ifPresent(log -> {
            AdministrativeRoles administrative = new AdministrativeRoles(realm);
            Set<String> defaults = new HashSet<>(RealmDefaultGroups.ids(realm));
            defaults.add(realm.getDefaultRole().getId());
            for (UserState user : users) {
                List<String> parts = new ArrayList<>(0);
                add("roles granted", kept(user.roleIds(), defaults, administrative::isRole), parts);
                add("groups joined", kept(user.groupIds(), defaults, administrative::isGroup), parts);
                if (!parts.isEmpty()) {
                    log.add(scope, "created user " + user.id() + ": " + String.join("; ", parts));
                }
            }
        });
    }

    private static List<String> kept(Collection<String> ids, Set<String> defaults, Predicate<String> administrative) {
        return ids.stream()
                .filter(id -> !defaults.contains(id) && administrative.test(id))
                .toList();
    }

    static List<String> parts(UserChange change) {
        List<String> parts = new ArrayList<>(2);
        add("fields changed", fields(change.current(), change.target()), parts);
        Map<String, String> types = new HashMap<>();
        change.current().credentials().forEach(credential -> types.put(credential.id(), credential.type()));
        add("credentials set", set(change), parts);
        add(
                "credentials removed",
                change.removedCredentials().stream().map(types::get).toList(),
                parts);
        add("roles granted", change.roles().added(), parts);
        add("roles removed", change.roles().removed(), parts);
        add("groups joined", change.groups().added(), parts);
        add("groups left", change.groups().removed(), parts);
        add("organization groups joined", change.associations().joinedGroups().keySet(), parts);
        add("organization groups left", change.associations().leftGroups(), parts);
        add(
                "organization memberships of another type",
                change.associations().retypedGroups().keySet(),
                parts);
        List<FederatedIdentityRecord> links = new ArrayList<>(change.linksToAdd());
        links.addAll(change.linksToUpdate());
        add(
                "identity provider links set",
                links.stream()
                        .map(link -> String.valueOf(link.identityProvider()))
                        .toList(),
                parts);
        add("identity provider links removed", change.linksToRemove(), parts);
        Set<String> consents = new TreeSet<>();
        change.associations().addedConsents().forEach(consent -> consents.add(consent.clientId()));
        change.associations().changedConsents().forEach(consent -> consents.add(consent.clientId()));
        add("consents given to clients", consents, parts);
        if (change.changesServiceAccount()) {
            parts.add("service account client set");
        }
        return parts;
    }

    /** Names of the changed fields that decide who can log in, or to whom Keycloak sends a link that resets the password. */
    private static List<String> fields(UserState before, UserState after) {
        List<String> fields = new ArrayList<>(0);
        if (!before.username().equals(after.username())) {
            fields.add("username");
        }
        if (!Objects.equals(before.email(), after.email())) {
            fields.add("email");
        }
        if (before.emailVerified() != after.emailVerified()) {
            fields.add("emailVerified");
        }
        if (before.enabled() != after.enabled()) {
            fields.add("enabled");
        }
        return fields;
    }

    /** Types of the credentials that are new or have another secret. */
    private static List<String> set(UserChange change) {
        Map<String, StoredCredential> before = new HashMap<>();
        change.current().credentials().forEach(credential -> before.put(credential.id(), credential));
        return change.target().credentials().stream()
                .filter(credential -> !credential.equals(before.get(credential.id())))
                .map(StoredCredential::type)
                .toList();
    }

    private static void add(String what, Collection<String> ids, List<String> parts) {
        if (!ids.isEmpty()) {
            parts.add(what + ' ' + ids);
        }
    }
}
