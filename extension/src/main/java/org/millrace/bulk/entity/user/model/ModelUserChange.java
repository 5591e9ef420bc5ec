package org.millrace.bulk.entity.user.model;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.FederatedIdentityModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.SubjectCredentialManager;
import org.keycloak.models.UserModel;
import org.millrace.bulk.entity.user.state.UserChange;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.entity.user.state.UserState.Attribute;
import org.millrace.bulk.record.user.FederatedIdentityRecord;
import org.millrace.server.JpaSession;

/** Changes a user through Keycloak's own model, which keeps its caches and other stores in step. */
final class ModelUserChange {
    private ModelUserChange() {}

    static void apply(UserChange change, KeycloakSession session, RealmModel realm) {
        UserState current = change.current();
        UserState target = change.target();
        UserModel user = ModelUserWriter.present(session.users().getUserById(realm, target.id()), "user", target.id());
        if (change.changesColumns()) {
            columns(change, user);
            if (current.notBefore() != target.notBefore()) {
                session.users().setNotBeforeForUser(realm, user, target.notBefore());
            }
        }
        for (String name : change.attributeNames()) {
            List<String> values = target.attributes().stream()
                    .filter(attribute -> attribute.name().equals(name))
                    .map(Attribute::value)
                    .toList();
            if (values.isEmpty()) {
                user.removeAttribute(name);
            } else {
                user.setAttribute(name, values);
            }
        }
        if (change.enables()) {
            session.loginFailures().removeUserLoginFailure(realm, user.getId());
        }
        change.requiredActions().removed().forEach(user::removeRequiredAction);
        change.requiredActions().added().forEach(user::addRequiredAction);
        links(change, user, session, realm);
        credentials(change, user.credentialManager());
        if (change.changesServiceAccount()) {
            // Last: Keycloak does not manage credentials of service accounts.
            user.setServiceAccountClientLink(target.serviceAccountClient());
        }
        new ModelAssociations(session, realm, user).apply(change.associations());
        if (change.concernsUserStore()
                && !(change.roles().isEmpty() && change.groups().isEmpty())) {
            // The database must reject the record before a user federation provider writes memberships, which have no
            // rollback.
            JpaSession.flush(session);
        }
        memberships(change, user, realm);
    }

    /** Only changed columns: a federated store may reject unnecessary writes. */
    private static void columns(UserChange change, UserModel user) {
        UserState current = change.current();
        UserState target = change.target();
        if (!current.username().equals(target.username())) {
            user.setUsername(target.username());
        }
        if (!String.valueOf(current.email()).equals(String.valueOf(target.email()))) {
            user.setEmail(target.email());
        }
        if (!String.valueOf(current.firstName()).equals(String.valueOf(target.firstName()))) {
            user.setFirstName(target.firstName());
        }
        if (!String.valueOf(current.lastName()).equals(String.valueOf(target.lastName()))) {
            user.setLastName(target.lastName());
        }
        if (current.enabled() != target.enabled()) {
            user.setEnabled(target.enabled());
        }
        if (current.emailVerified() != target.emailVerified()) {
            user.setEmailVerified(target.emailVerified());
        }
        if (current.createdTimestamp() != target.createdTimestamp()) {
            user.setCreatedTimestamp(target.createdTimestamp());
        }
        if (!String.valueOf(current.federationLink()).equals(String.valueOf(target.federationLink()))) {
            user.setFederationLink(target.federationLink());
        }
    }

    private static void memberships(UserChange change, UserModel user, RealmModel realm) {
        change.roles().removed().stream()
                .map(realm::getRoleById)
                .filter(role -> role != null)
                .forEach(user::deleteRoleMapping);
        change.roles()
                .added()
                .forEach(id -> user.grantRole(ModelUserWriter.present(realm.getRoleById(id), "role", id)));
        change.groups().removed().stream()
                .map(realm::getGroupById)
                .filter(group -> group != null)
                .forEach(user::leaveGroup);
        change.groups()
                .added()
                .forEach(id -> user.joinGroup(ModelUserWriter.present(realm.getGroupById(id), "group", id)));
    }

    private static void links(UserChange change, UserModel user, KeycloakSession session, RealmModel realm) {
        change.linksToRemove().forEach(alias -> session.users().removeFederatedIdentity(realm, user, alias));
        change.linksToAdd().forEach(link -> session.users().addFederatedIdentity(realm, user, model(link)));
        for (FederatedIdentityRecord link : change.linksToUpdate()) {
            // The model's own update leaves the account as it is.
            String alias = String.valueOf(link.identityProvider());
            FederatedIdentityModel stored = session.users().getFederatedIdentity(realm, user, alias);
            session.users().removeFederatedIdentity(realm, user, alias);
            session.users()
                    .addFederatedIdentity(
                            realm,
                            user,
                            new FederatedIdentityModel(alias, link.userId(), link.userName(), token(stored, link)));
        }
    }

    private static @Nullable String token(@Nullable FederatedIdentityModel stored, FederatedIdentityRecord link) {
        return stored != null && Objects.equals(stored.getUserId(), link.userId()) ? stored.getToken() : null;
    }

    private static FederatedIdentityModel model(FederatedIdentityRecord link) {
        return new FederatedIdentityModel(link.identityProvider(), link.userId(), link.userName());
    }

    private static void credentials(UserChange change, SubjectCredentialManager credentials) {
        change.removedCredentials().forEach(credentials::removeStoredCredentialById);
        change.updatedCredentials()
                .forEach(placed -> credentials.updateStoredCredential(ModelUserWriter.model(placed.credential())));
        change.addedCredentials()
                .forEach(placed -> credentials.createStoredCredential(ModelUserWriter.model(placed.credential())));
    }
}
