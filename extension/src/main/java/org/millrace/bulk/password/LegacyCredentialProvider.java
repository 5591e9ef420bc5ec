package org.millrace.bulk.password;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.keycloak.credential.CredentialInput;
import org.keycloak.credential.CredentialInputValidator;
import org.keycloak.credential.CredentialModel;
import org.keycloak.credential.CredentialProvider;
import org.keycloak.credential.CredentialTypeMetadata;
import org.keycloak.credential.CredentialTypeMetadataContext;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.models.AbstractKeycloakTransaction;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.PasswordPolicy;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserCredentialModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.vault.VaultStringSecret;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.password.endpoint.EndpointSettings;
import org.millrace.bulk.password.endpoint.EndpointUnavailableException;
import org.millrace.bulk.password.endpoint.PasswordEndpoints;
import org.millrace.bulk.password.model.PasswordHash;

/**
 * Verifies passwords of format {@code legacy} at login, and stores a right one as a hash of the realm's own algorithm. Keycloak's own
 * provider for passwords ignores these credentials. It would also turn an exception into a failed login, which is why this is no
 * {@link PasswordHashProvider}.
 */
public final class LegacyCredentialProvider
        implements CredentialProvider<PasswordCredentialModel>, CredentialInputValidator {
    private static final Logger LOG = Logger.getLogger(LegacyCredentialProvider.class);

    private final KeycloakSession session;
    private final PasswordEndpoints endpoints;

    LegacyCredentialProvider(KeycloakSession session, PasswordEndpoints endpoints) {
        this.session = session;
        this.endpoints = endpoints;
    }

    /**
     * Whether the password is right in the other system.
     *
     * @throws jakarta.ws.rs.WebApplicationException with status 503 if the endpoint gives no verdict: that is no failed login
     */
    @Override
    public boolean isValid(RealmModel realm, UserModel user, CredentialInput input) {
        String password = input.getChallengeResponse();
        // Keycloak validates disabled users too, reports the verdict by its message, and counts no failure.
        if (!user.isEnabled()) {
            return false;
        }
        if (!(input instanceof UserCredentialModel) || !supportsCredentialType(input.getType()) || !isTried(password)) {
            return false;
        }
        Optional<CredentialModel> credential = user.credentialManager()
                .getStoredCredentialsByTypeStream(PasswordCredentialModel.TYPE)
                .findFirst();
        Optional<LegacyPassword> legacy = credential.flatMap(LegacyPassword::of);
        if (legacy.isEmpty() || !isRight(realm, legacy.get(), password)) {
            return false;
        }
        afterLogin(user.getId(), credential.get().getId(), legacy.get(), password);
        return true;
    }

    /** An empty password would bind to a directory as anonymous. */
    private static boolean isTried(@Nullable String password) {
        return password != null
                && !password.isEmpty()
                && password.length() <= PasswordHash.MAX_PASSWORD_BYTES
                && password.getBytes(StandardCharsets.UTF_8).length <= PasswordHash.MAX_PASSWORD_BYTES;
    }

    private boolean isRight(RealmModel realm, LegacyPassword legacy, String password) {
        try {
            EndpointSettings.Endpoint endpoint = endpoints.endpoint(legacy.endpoint(), realm.getName());
            return endpoints.verify(endpoint, legacy.account(), password, token(endpoint));
        } catch (EndpointUnavailableException e) {
            LOG.debugf("Password of a login in realm %s not verified: %s", realm.getName(), e.getMessage());
            throw LoginUnavailable.exception(session);
        }
    }

    private Optional<String> token(EndpointSettings.Endpoint endpoint) {
        if (endpoint.vaultToken().isEmpty()) {
            return endpoint.token();
        }
        String entry = "${vault." + endpoint.vaultToken().get() + "}";
        try (VaultStringSecret secret = session.vault().getStringSecret(entry)) {
            return secret.get();
        }
    }

    /** As Keycloak does it with a hash that the policy no longer allows: after the login, which does not fail with it. */
    private void afterLogin(String userId, String credentialId, LegacyPassword legacy, String password) {
        session.getTransactionManager().enlistAfterCompletion(new AbstractKeycloakTransaction() {
            @Override
            protected void commitImpl() {
                try {
                    KeycloakModelUtils.runJobInTransaction(
                            session.getKeycloakSessionFactory(),
                            session.getContext(),
                            own -> store(own, userId, credentialId, legacy, password));
                } catch (RuntimeException e) {
                    LOG.warnf(
                            RedactedException.of(e),
                            "The password of user %s was verified by an endpoint and could not be stored",
                            userId);
                }
            }

            @Override
            protected void rollbackImpl() {}
        });
    }

    /** Leaves a password alone that was changed meanwhile. */
    private static void store(
            KeycloakSession session, String userId, String credentialId, LegacyPassword legacy, String password) {
        RealmModel realm = session.getContext().getRealm();
        PasswordPolicy policy = realm.getPasswordPolicy();
        PasswordHashProvider chosen = policy.getHashAlgorithm() == null
                ? null
                : session.getProvider(PasswordHashProvider.class, policy.getHashAlgorithm());
        PasswordHashProvider hashing = chosen == null ? session.getProvider(PasswordHashProvider.class) : chosen;
        PasswordCredentialModel hash = hashing.encodedCredential(password, policy.getHashIterations());
        UserModel user = session.users().getUserById(realm, userId);
        CredentialModel stored = user == null ? null : user.credentialManager().getStoredCredentialById(credentialId);
        if (user == null
                || stored == null
                || !LegacyPassword.of(stored).filter(legacy::equals).isPresent()) {
            return;
        }
        hash.setId(credentialId);
        hash.setCreatedDate(stored.getCreatedDate());
        hash.setUserLabel(stored.getUserLabel());
        user.credentialManager().updateStoredCredential(hash);
    }

    @Override
    public boolean supportsCredentialType(@Nullable String type) {
        return PasswordCredentialModel.TYPE.equals(type);
    }

    /** Leaves the storing of passwords to Keycloak's own provider. */
    @Override
    public boolean supportsCredentialType(CredentialModel credential) {
        return false;
    }

    /** Leaves the answer to Keycloak's own provider, which says yes to each stored password. */
    @Override
    public boolean isConfiguredFor(RealmModel realm, UserModel user, String credentialType) {
        return false;
    }

    @Override
    public String getType() {
        return LegacyPassword.ALGORITHM;
    }

    /** @throws UnsupportedOperationException always */
    @Override
    public CredentialModel createCredential(RealmModel realm, UserModel user, PasswordCredentialModel credential) {
        throw new UnsupportedOperationException("Passwords of format legacy are imported only");
    }

    @Override
    public boolean deleteCredential(RealmModel realm, UserModel user, String credentialId) {
        return user.credentialManager().removeStoredCredentialById(credentialId);
    }

    /** As in Keycloak's own provider: the administration console calls both. */
    @Override
    public PasswordCredentialModel getCredentialFromModel(CredentialModel credential) {
        return PasswordCredentialModel.createFromCredentialModel(credential);
    }

    /** As Keycloak's own provider. */
    @Override
    public CredentialTypeMetadata getCredentialTypeMetadata(CredentialTypeMetadataContext context) {
        return CredentialTypeMetadata.builder()
                .type(PasswordCredentialModel.TYPE)
                .category(CredentialTypeMetadata.Category.BASIC_AUTHENTICATION)
                .displayName("password-display-name")
                .helpText("password-help-text")
                .iconCssClass("kcAuthenticatorPasswordClass")
                .updateAction(UserModel.RequiredAction.UPDATE_PASSWORD.toString())
                .removeable(false)
                .build(session);
    }

    @Override
    public void close() {}
}
