package org.millrace.bulk.entity.user.model;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.GroupModel;
import org.keycloak.models.IssuedVerifiableCredentialModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.MembershipMetadata;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserConsentModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.UserProvider;
import org.keycloak.models.UserVerifiableCredentialModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.organization.OrganizationProvider;
import org.keycloak.representations.idm.MembershipType;
import org.millrace.bulk.entity.user.state.AssociationChange;
import org.millrace.bulk.entity.user.state.UserAssociations;
import org.millrace.bulk.entity.user.state.UserAssociations.Consent;
import org.millrace.bulk.entity.user.state.UserAssociations.Issued;
import org.millrace.bulk.entity.user.state.UserAssociations.Membership;
import org.millrace.bulk.entity.user.state.UserAssociations.VerifiableCredential;
import org.millrace.server.ConsentRevocation;
import org.millrace.server.JpaSession;
import org.millrace.server.KeycloakBridge;
import org.millrace.server.UserCacheInvalidation;

/** Associations of a user with clients and organizations, read and changed through Keycloak's model. For one user. */
final class ModelAssociations {
    private final KeycloakSession session;
    private final RealmModel realm;
    private final UserModel user;

    ModelAssociations(KeycloakSession session, RealmModel realm, UserModel user) {
        this.session = session;
        this.realm = realm;
        this.user = user;
    }

    /** @param memberships organization memberships, which the model omits: a user's groups include only those of the realm */
    UserAssociations read(List<Membership> memberships) {
        List<Consent> consents = session.users()
                .getConsentsStream(realm, user.getId())
                .map(consent -> new Consent(
                        consent.getClient().getId(),
                        consent.getGrantedClientScopes().stream()
                                .map(ClientScopeModel::getId)
                                .collect(Collectors.toSet())))
                .toList();
        return new UserAssociations(
                consents, memberships, KeycloakBridge.hasVerifiableCredentials() ? credentials() : List.of());
    }

    private List<VerifiableCredential> credentials() {
        return session.users()
                .getVerifiableCredentialsByUser(user.getId())
                .map(credential -> VerifiableCredential.present(credential.getClientScopeId()))
                .toList();
    }

    void apply(AssociationChange change) {
        if (change.isEmpty()) {
            return;
        }
        change.addedConsents().forEach(consent -> session.users().addConsent(realm, user.getId(), model(consent)));
        change.changedConsents().forEach(consent -> session.users().updateConsent(realm, user.getId(), model(consent)));
        if (!change.organizations().isEmpty()) {
            changeMemberships(change);
        }
        change.removedCredentials().forEach(scope -> session.users().removeVerifiableCredential(user.getId(), scope));
        change.addedCredentials().forEach(this::add);
        if (!change.revokedConsents().isEmpty()) {
            // Clients are notified immediately: the database must accept the rest before.
            JpaSession.flush(session);
            ConsentRevocation.revoke(session, realm, user.getId(), change.revokedConsents());
        }
    }

    private UserConsentModel model(Consent consent) {
        ClientModel client =
                ModelUserWriter.present(realm.getClientById(consent.clientId()), "client", consent.clientId());
        UserConsentModel model = new UserConsentModel(client);
        for (String id : consent.scopeIds()) {
            model.addGrantedClientScope(ModelUserWriter.present(
                    KeycloakModelUtils.findClientScopeById(realm, client, id), "client scope", id));
        }
        return model;
    }

    private void changeMemberships(AssociationChange change) {
        // Users from Keycloak's cache lack the type of a membership, so its own store is queried.
        UserModel stored = ModelUserWriter.present(
                session.getProvider(UserProvider.class).getUserById(realm, user.getId()), "user", user.getId());
        OrganizationProvider organizations = ModelUserWriter.present(organizations(), "the feature", "organization");
        Map<String, Boolean> joined = change.joinedGroups();
        for (String id : change.organizations()) {
            OrganizationModel organization = ModelUserWriter.present(organizations.getById(id), "organization", id);
            String own = KeycloakBridge.groupOf(session, realm, organization).getId();
            Boolean managed = joined.remove(own);
            // Joining a group, or leaving one below, does not invalidate them all.
            UserCacheInvalidation.invalidateMemberships(session, realm, id, List.of(user.getId()));
            if (managed == null) {
                // A member already: the groups are changed below.
                continue;
            }
            if (managed) {
                organizations.addManagedMember(organization, stored);
            } else {
                organizations.addMember(organization, stored);
            }
        }
        change.retypedGroups().forEach((id, managed) -> {
            GroupModel group = group(id);
            leave(group, stored);
            stored.joinGroup(
                    group, new MembershipMetadata(managed ? MembershipType.MANAGED : MembershipType.UNMANAGED));
        });
        joined.keySet().forEach(id -> stored.joinGroup(group(id)));
        change.leftGroups().forEach(id -> leave(group(id), stored));
        // The cache of users has to notice.
        user.setEnabled(user.isEnabled());
    }

    /** With the organization in the session's context, as {@code JpaOrganizationProvider.removeMember} does it. */
    private void leave(GroupModel group, UserModel stored) {
        OrganizationModel before = session.getContext().getOrganization();
        session.getContext().setOrganization(KeycloakBridge.organizationOf(group));
        try {
            stored.leaveGroup(group);
        } finally {
            session.getContext().setOrganization(before);
        }
    }

    private GroupModel group(String id) {
        return ModelUserWriter.present(session.groups().getGroupById(realm, id), "group", id);
    }

    private void add(VerifiableCredential credential) {
        UserVerifiableCredentialModel model = new UserVerifiableCredentialModel(null, credential.clientScopeId());
        model.setRevision(credential.revision());
        model.setCreatedDate(credential.createdDate());
        model.setUpdatedDate(credential.updatedDate());
        model.setUserAttributes(credential.userAttributes());
        String id = session.users().addVerifiableCredential(user.getId(), model).getId();
        for (Issued issued : credential.issued()) {
            IssuedVerifiableCredentialModel one = new IssuedVerifiableCredentialModel();
            one.setUserId(user.getId());
            one.setVerifiableCredentialId(id);
            one.setIssuedAt(issued.issuedAt());
            one.setExpiresAt(issued.expiresAt());
            one.setClientId(issued.clientId());
            one.setRevision(issued.revision());
            session.users().addIssuedVerifiableCredential(one);
        }
    }

    private @Nullable OrganizationProvider organizations() {
        return session.getProvider(OrganizationProvider.class);
    }
}
