package org.millrace.bulk.entity.user.credential;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.keycloak.credential.CredentialModel;
import org.keycloak.credential.CredentialProvider;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.PasswordPolicy;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.keycloak.models.credential.RecoveryAuthnCodesCredentialModel;
import org.keycloak.policy.PasswordPolicyManagerProvider;
import org.keycloak.policy.PolicyError;
import org.millrace.bulk.entity.user.profile.ProfileMessages;
import org.millrace.bulk.entity.user.state.UserState.StoredCredential;
import org.millrace.bulk.password.ForeignPasswords;
import org.millrace.bulk.password.StoredPassword;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.record.user.CredentialRecord;
import org.millrace.bulk.record.user.HashRecord;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.bulk.writer.Validation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.id.EntityId;
import org.millrace.bulk.writer.id.TimeOrderedIds;

/**
 * Brings credentials into their stored form: a clear password is held against the realm's policy and hashed, a stored one is
 * taken as it is once the server can verify it. No message repeats any part of a credential. For one session and its thread.
 */
final class CredentialStoring {
    private static final Logger LOG = Logger.getLogger(CredentialStoring.class);

    private static final String PASSWORD_POLICY = "password-policy";

    private final KeycloakSession session;
    private final RealmModel realm;
    private final TimeOrderedIds ids;
    private final long now;
    private final PasswordHashes hashes;
    private final ForeignPasswords foreign;
    private final boolean wrapsWeakHashes;
    private final ProfileMessages messages;
    private final Map<String, Optional<CredentialProvider<?>>> providers = new HashMap<>();

    CredentialStoring(KeycloakSession session, RealmModel realm, ImportScope scope, TimeOrderedIds ids, long now) {
        this.session = session;
        this.realm = realm;
        this.ids = ids;
        this.now = now;
        this.hashes = new PasswordHashes(session);
        this.foreign = new ForeignPasswords(session);
        this.wrapsWeakHashes = scope.wrapsWeakHashes();
        this.messages = new ProfileMessages(session);
    }

    /**
     * The stored form of a credential; null if it was rejected, or left out with a warning because the hash says that there is no password.
     *
     * @param user owner of the password, for the password policy
     */
    @Nullable
    StoredCredential stored(
            CredentialRecord credential, Supplier<UserModel> user, String field, ValidationResult result) {
        if (credential.id() != null
                && EntityId.problem(field + ".id", credential.id()).isPresent()) {
            // Not shown: a credential may have a secret in a wrong field.
            result.reject(
                    Violation.of(
                            "invalid-credential",
                            field + ".id",
                            "The id of the credential is empty, longer than 36 characters or cannot be used in the paths of Keycloak's calls; correct it, or remove it"));
            return null;
        }
        if (credential.hash() != null) {
            return foreign(credential, credential.hash(), field, result);
        }
        return credential.isClear()
                ? hashed(credential, Objects.requireNonNull(credential.value()), user.get(), field, result)
                : asGiven(credential, field, result);
    }

    private @Nullable StoredCredential foreign(
            CredentialRecord credential, HashRecord hash, String field, ValidationResult result) {
        boolean isPassword = credential.type() == null || credential.type().equals(PasswordCredentialModel.TYPE);
        if (!isPassword || credential.value() != null || credential.secretData() != null) {
            result.reject(Violation.of(
                    "invalid-credential",
                    field,
                    "The field hash requires type \"password\", and excludes value, secretData and credentialData"));
            return null;
        }
        try {
            StoredPassword stored = foreign.stored(hash, wrapsWeakHashes);
            return asGiven(
                    new CredentialRecord(
                            credential.id(),
                            PasswordCredentialModel.TYPE,
                            credential.userLabel(),
                            credential.createdDate(),
                            stored.secretData(),
                            stored.credentialData(),
                            null,
                            credential.temporary()),
                    field,
                    result);
        } catch (InvalidHashException e) {
            Violation violation = ForeignPasswords.violation(e, field + ".hash");
            if (e.isWithoutPassword()) {
                result.warn(violation);
            } else {
                result.reject(violation);
            }
            return null;
        }
    }

    private @Nullable StoredCredential hashed(
            CredentialRecord credential, String value, UserModel user, String field, ValidationResult result) {
        if (credential.type() != null && !credential.type().equals(PasswordCredentialModel.TYPE)) {
            result.reject(Violation.of(
                    "unsupported-credential",
                    field,
                    "The field value requires type \"password\"; other types require secretData and credentialData"));
            return null;
        }
        if (!checkPolicy(value, user, field, result) && result.isRejected()) {
            return null;
        }
        PasswordCredentialModel hash = hashProvider()
                .encodedCredential(value, realm.getPasswordPolicy().getHashIterations());
        return new StoredCredential(
                ids.next(), PasswordCredentialModel.TYPE, null, now, hash.getSecretData(), hash.getCredentialData());
    }

    /** Checks a clear-text password that has passed the policy without the user's former passwords. */
    void checkHistory(CredentialRecord credential, UserModel user, String field, ValidationResult result) {
        boolean known = result.warnings().stream()
                .anyMatch(warning -> warning.code().equals(PASSWORD_POLICY) && field.equals(warning.field()));
        if (!known) {
            checkPolicy(Objects.requireNonNull(credential.value()), user, field, result);
        }
    }

    private boolean checkPolicy(String password, UserModel user, String field, ValidationResult result) {
        PolicyError error = result.validation() == Validation.OFF
                ? null
                : session.getProvider(PasswordPolicyManagerProvider.class).validate(realm, user, password);
        if (error != null) {
            result.object(
                    Violation.of(PASSWORD_POLICY, field, messages.text(error.getMessage(), error.getParameters())));
        }
        return error == null;
    }

    /** As a password change does it: the policy's algorithm if the server has it, else the server's default. */
    private PasswordHashProvider hashProvider() {
        PasswordPolicy policy = realm.getPasswordPolicy();
        PasswordHashProvider chosen = policy.getHashAlgorithm() == null
                ? null
                : session.getProvider(PasswordHashProvider.class, policy.getHashAlgorithm());
        return chosen == null ? session.getProvider(PasswordHashProvider.class) : chosen;
    }

    private @Nullable StoredCredential asGiven(CredentialRecord credential, String field, ValidationResult result) {
        String type = credential.type();
        if (type == null || credential.credentialData() == null || credential.secretData() == null) {
            result.reject(Violation.of(
                    "incomplete-credential",
                    field,
                    "A credential requires type, and value or both secretData and credentialData"));
            return null;
        }
        Optional<String> read = type.equals(PasswordCredentialModel.TYPE)
                ? passwordType(credential, field, result)
                : readType(credential, type, field, result);
        return read.map(stored -> asGiven(credential, stored)).orElse(null);
    }

    private StoredCredential asGiven(CredentialRecord credential, String type) {
        Long created = credential.createdDate();
        // Keycloak dates all but recovery codes.
        boolean dated = created != null || type.equals(RecoveryAuthnCodesCredentialModel.TYPE);
        return new StoredCredential(
                credential.id() == null ? ids.next() : credential.id(),
                type,
                credential.userLabel(),
                dated ? created : Long.valueOf(now),
                credential.secretData(),
                credential.credentialData());
    }

    private Optional<String> passwordType(CredentialRecord credential, String field, ValidationResult result) {
        Optional<Violation> fault = hashes.fault(
                field,
                Objects.requireNonNull(credential.credentialData()),
                Objects.requireNonNull(credential.secretData()));
        fault.ifPresent(result::reject);
        return fault.isPresent() ? Optional.empty() : Optional.of(PasswordCredentialModel.TYPE);
    }

    /** Lets the provider of the type read the credential, as the next login does, and returns the type that it stores. */
    private Optional<String> readType(CredentialRecord credential, String type, String field, ValidationResult result) {
        CredentialModel model = new CredentialModel();
        model.setType(type);
        model.setSecretData(credential.secretData());
        model.setCredentialData(credential.credentialData());
        Optional<CredentialProvider<?>> provider = providers.computeIfAbsent(type, unused -> provider(model));
        if (provider.isEmpty()) {
            result.reject(Violation.of(
                    "unsupported-credential", field + ".type", "Unsupported credential type; supported: " + types()));
            return Optional.empty();
        }
        Optional<String> fault;
        try {
            CredentialModel read = provider.get().getCredentialFromModel(model);
            fault = SecondFactors.fault(read);
            if (fault.isEmpty()) {
                return Optional.of(read.getType() == null ? type : read.getType());
            }
        } catch (RuntimeException e) {
            // The message may quote the secret.
            LOG.debugf(
                    "A credential of type %s cannot be read: %s",
                    type, e.getClass().getName());
            fault = Optional.of("secretData or credentialData is not the stored form of this credential type");
        }
        result.reject(Violation.of("invalid-credential", field, fault.get()));
        return Optional.empty();
    }

    private Optional<CredentialProvider<?>> provider(CredentialModel model) {
        return providers()
                .filter(provider -> provider.supportsCredentialType(model))
                .findFirst();
    }

    private Stream<CredentialProvider<?>> providers() {
        return session.getKeycloakSessionFactory()
                .getProviderFactoriesStream(CredentialProvider.class)
                .<CredentialProvider<?>>map(factory ->
                        (CredentialProvider<?>) session.getProvider(CredentialProvider.class, factory.getId()))
                .filter(Objects::nonNull);
    }

    private String types() {
        return providers().map(CredentialProvider::getType).distinct().sorted().collect(Collectors.joining(", "));
    }
}
