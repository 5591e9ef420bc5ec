package org.millrace.bulk.entity.user.prepare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.keycloak.component.ComponentModel;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.entity.user.prepare.References.Reference;
import org.millrace.bulk.entity.user.state.UserAssociations;
import org.millrace.bulk.entity.user.state.UserAssociations.Consent;
import org.millrace.bulk.entity.user.state.UserAssociations.Membership;
import org.millrace.bulk.entity.user.state.UserAssociations.VerifiableCredential;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.record.user.AssociationsRecord;
import org.millrace.bulk.record.user.ConsentRecord;
import org.millrace.bulk.record.user.MembershipRecord;
import org.millrace.bulk.writer.ValidationResult;

/** Resolves the names in the associations of users with clients and organizations. For one transaction and its thread. */
final class NamedAssociations {
    /** Type of the components that are user federation providers. */
    private static final String USER_STORAGE = "org.keycloak.storage.UserStorageProvider";

    private final ReferenceLookup references;
    private final RealmModel realm;
    private final NamedCredentialScopes credentials;
    /** Clients that a user of this chunk is the service account of. */
    private final Set<String> linkedClients = new HashSet<>();

    NamedAssociations(ReferenceLookup references, RealmModel realm, long now) {
        this.references = references;
        this.realm = realm;
        this.credentials = new NamedCredentialScopes(references, now);
    }

    /** Keeps the result for a user, for later records of the chunk. */
    void remember(UserState user) {
        if (user.serviceAccountClient() != null) {
            linkedClients.add(user.serviceAccountClient());
        }
    }

    /** Keycloak removes a user with an unknown federation provider at the first lookup. */
    void checkFederation(@Nullable String link, ValidationResult validationResult) {
        if (link == null || link.isBlank()) {
            return;
        }
        ComponentModel component = realm.getComponent(link);
        if (component == null || !USER_STORAGE.equals(component.getProviderType())) {
            validationResult.reject(Violation.of(
                    "unknown-federation-provider",
                    "federationLink",
                    "User federation provider \"" + link + "\" does not exist in realm \"" + realm.getName() + "\""));
        }
    }

    /**
     * UUID of the client whose service account the user becomes or remains.
     *
     * @param current UUID of the client whose service account the user is; null for none
     */
    @Nullable
    String serviceAccountClient(
            AssociationsRecord associations, @Nullable String current, ValidationResult validationResult) {
        String clientId = associations.serviceAccountClientId();
        if (clientId == null) {
            return current;
        }
        Reference client = references.serviceAccountClient(clientId);
        String id =
                references.messages().usable(client, "client", "serviceAccountClientId", clientId, validationResult);
        if (id == null || id.equals(current)) {
            return current;
        }
        if (linkedClients.contains(id) || references.hasServiceAccount(clientId)) {
            validationResult.reject(Violation.of(
                    "service-account-exists",
                    "serviceAccountClientId",
                    "Client \"" + clientId + "\" already has a service account"));
        }
        return id;
    }

    /**
     * The associations of a new user.
     *
     * @param readable attributes that the user profile shows to an administrator
     */
    UserAssociations ofNew(
            AssociationsRecord associations,
            Supplier<Map<String, List<String>>> readable,
            ValidationResult validationResult) {
        return associations == AssociationsRecord.NONE
                ? UserAssociations.NONE
                : revised(associations, UserAssociations.NONE, false, readable, validationResult);
    }

    /**
     * The resulting associations of a user: lists that the record does not contain are unchanged.
     *
     * @param replaces whether lists of the record replace the stored ones
     */
    UserAssociations revised(
            AssociationsRecord associations,
            UserAssociations current,
            boolean replaces,
            Supplier<Map<String, List<String>>> readable,
            ValidationResult validationResult) {
        List<Consent> consents = associations.clientConsents() == null
                ? current.consents()
                : consents(associations.clientConsents(), replaces ? List.of() : current.consents(), validationResult);
        List<Membership> memberships = associations.organizations() == null
                ? current.memberships()
                : memberships(associations.organizations(), current.memberships(), replaces, validationResult);
        List<VerifiableCredential> verifiable = credentials.revised(
                associations, current.verifiableCredentials(), replaces, readable, validationResult);
        return new UserAssociations(consents, memberships, verifiable);
    }

    private List<Consent> consents(List<ConsentRecord> records, List<Consent> kept, ValidationResult validationResult) {
        Map<String, Consent> consents = new LinkedHashMap<>();
        kept.forEach(consent -> consents.put(consent.clientId(), consent));
        Set<String> named = new HashSet<>();
        for (int i = 0; i < records.size(); i++) {
            ConsentRecord consent = records.get(i);
            String field = "clientConsents[" + i + "]";
            if (consent.clientId() == null) {
                validationResult.reject(Violation.of("invalid-consent", field, "Missing field \"clientId\""));
                continue;
            }
            Reference found = references.client(consent.clientId());
            String client = references
                    .messages()
                    .usable(found, "client", field + ".clientId", consent.clientId(), validationResult);
            Set<String> scopes = new LinkedHashSet<>();
            for (String scope : client == null ? List.<String>of() : consent.clientScopes()) {
                String where = field + ".grantedClientScopes";
                String id = references
                        .messages()
                        .usable(references.clientScope(scope), "client-scope", where, scope, validationResult);
                if (id != null) {
                    scopes.add(id);
                }
            }
            if (client != null && !named.add(client)) {
                validationResult.reject(Violation.of(
                        "invalid-consent", field, "Duplicate consent for client \"" + consent.clientId() + "\""));
            } else if (client != null) {
                consents.put(client, new Consent(client, scopes));
            }
        }
        return List.copyOf(consents.values());
    }

    private List<Membership> memberships(
            List<MembershipRecord> records,
            List<Membership> current,
            boolean replaces,
            ValidationResult validationResult) {
        Map<String, Membership> before = new HashMap<>();
        current.forEach(membership -> before.put(membership.organizationId(), membership));
        Map<String, Membership> named = new LinkedHashMap<>();
        for (int i = 0; i < records.size(); i++) {
            String field = "organizations[" + i + "]";
            Membership membership = membership(records.get(i), field, before, replaces, validationResult);
            if (membership != null && named.put(membership.organizationId(), membership) != null) {
                validationResult.reject(Violation.of(
                        "invalid-organization",
                        field,
                        "Duplicate membership in organization \""
                                + records.get(i).alias() + "\""));
            }
        }
        if (replaces) {
            before.keySet().removeAll(named.keySet());
            checkLeft(before.keySet(), validationResult);
            return List.copyOf(named.values());
        }
        before.putAll(named);
        return List.copyOf(before.values());
    }

    private @Nullable Membership membership(
            MembershipRecord item,
            String field,
            Map<String, Membership> before,
            boolean replaces,
            ValidationResult validationResult) {
        String alias = item.alias();
        if (alias == null) {
            validationResult.reject(Violation.of("invalid-organization", field, "Missing field \"alias\""));
            return null;
        }
        String id = references
                .messages()
                .usable(references.organization(alias), "organization", field + ".alias", alias, validationResult);
        String type = item.membershipType() == null ? "" : item.membershipType().toUpperCase(Locale.ROOT);
        if (!Set.of("", "MANAGED", "UNMANAGED").contains(type)) {
            validationResult.reject(Violation.of(
                    "invalid-organization",
                    field + ".membershipType",
                    "Membership type \"" + Violation.shortened(type, 100)
                            + "\" is not supported; supported: MANAGED, UNMANAGED"));
        }
        if (id == null) {
            return null;
        }
        Membership present = before.get(id);
        boolean managed = type.equals("MANAGED") || (type.isEmpty() && present != null && present.managed());
        Set<String> groups = new LinkedHashSet<>();
        if (present != null && !replaces) {
            groups.addAll(present.groupIds());
        }
        for (String path : item.groups()) {
            Reference found = references.organizationGroup(alias, path);
            String named = "Group \"" + path + "\" of organization \"" + alias + "\"";
            String group =
                    references.messages().usable(found, "group", field + ".groups", path, named, validationResult);
            if (group != null) {
                groups.add(group);
            }
        }
        String members = references
                .messages()
                .usable(references.membersOf(alias), "organization", field + ".alias", alias, validationResult);
        return members == null ? null : new Membership(id, members, managed, groups);
    }

    private void checkLeft(Collection<String> organizationIds, ValidationResult validationResult) {
        for (String id : organizationIds) {
            if (references.organizationById(id) instanceof Reference.Forbidden) {
                validationResult.reject(Violation.of(
                        "forbidden-organization",
                        "organizations",
                        "Not allowed to remove from " + references.messages().shownOrganization(id)));
            }
        }
    }

    static <T> List<T> present(@Nullable List<T> named) {
        return named == null ? new ArrayList<>(0) : named;
    }
}
