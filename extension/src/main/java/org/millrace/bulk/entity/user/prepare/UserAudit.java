package org.millrace.bulk.entity.user.prepare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.keycloak.models.KeycloakSession;
import org.millrace.bulk.entity.user.state.UserChange;
import org.millrace.bulk.entity.user.state.UserState.StoredCredential;
import org.millrace.bulk.record.user.FederatedIdentityRecord;
import org.millrace.bulk.writer.AuditLog;
import org.millrace.bulk.writer.ImportScope;

/**
 * Adds a line to the {@link AuditLog} for each existing user whose rights or ways to log in an import has changed: credentials, roles,
 * groups, organizations, links to identity providers, the client of a service account. Safe for any thread.
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

    static List<String> parts(UserChange change) {
        List<String> parts = new ArrayList<>(2);
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
