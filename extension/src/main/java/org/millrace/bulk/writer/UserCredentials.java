package org.millrace.bulk.writer;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
import org.keycloak.models.credential.dto.PasswordCredentialData;
import org.keycloak.models.credential.dto.PasswordSecretData;
import org.keycloak.policy.PasswordPolicyManagerProvider;
import org.keycloak.policy.PolicyError;
import org.millrace.bulk.record.CredentialRecord;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.writer.NewUser.StoredCredential;

/**
 * Brings credentials into their stored form: a clear password is held against the realm's policy and hashed, a stored one is
 * taken as it is once the server can verify it. No message repeats any part of a credential. For one session and its thread.
 */
final class UserCredentials {
    private static final Logger LOG = Logger.getLogger(UserCredentials.class);

    /** An import has a few sets of hash parameters, not one a user; beyond that, nothing is gained by remembering. */
    private static final int MAX_REMEMBERED = 256;

    private final KeycloakSession session;
    private final RealmModel realm;
    private final long now;
    private final ObjectMapper mapper = new ObjectMapper();
    private final Map<String, Boolean> verifiable = new HashMap<>();
    private final Map<String, Optional<CredentialProvider<?>>> providers = new HashMap<>();

    UserCredentials(KeycloakSession session, RealmModel realm, long now) {
        this.session = session;
        this.realm = realm;
        this.now = now;
    }

    static boolean isTemporaryPassword(UserRecord item) {
        return item.credentials().stream()
                .anyMatch(c -> c.temporary() && PasswordCredentialModel.TYPE.equals(c.type()));
    }

    List<StoredCredential> store(UserRecord item, UserModel user, List<Violation> problems, List<Violation> warnings) {
        if (item.credentials().isEmpty()) {
            return List.of();
        }
        List<StoredCredential> stored = new ArrayList<>(item.credentials().size());
        boolean password = false;
        for (int i = 0; i < item.credentials().size(); i++) {
            CredentialRecord credential = item.credentials().get(i);
            String field = "credentials[" + i + "]";
            if (PasswordCredentialModel.PASSWORD_HISTORY.equals(credential.type())) {
                // No provider takes it: Keycloak's own import leaves it out without a word.
                warnings.add(Violation.of("left-out-credential", field, "Old passwords are not imported"));
                continue;
            }
            StoredCredential one =
                    credential.value() != null && !credential.value().isEmpty()
                            ? hashed(credential, credential.value(), user, field, problems)
                            : asGiven(credential, field, problems);
            if (one == null) {
                continue;
            }
            if (one.type().equals(PasswordCredentialModel.TYPE)) {
                if (password) {
                    problems.add(Violation.of("several-passwords", field, "A user has one password"));
                }
                password = true;
            }
            if (hasLabelOf(one, stored)) {
                problems.add(Violation.of("duplicate-credential-label", field + ".userLabel", "The label is taken"));
            }
            stored.add(one);
        }
        return stored;
    }

    private @Nullable StoredCredential hashed(
            CredentialRecord credential, String value, UserModel user, String field, List<Violation> problems) {
        if (credential.type() != null && !credential.type().equals(PasswordCredentialModel.TYPE)) {
            problems.add(Violation.of(
                    "unsupported-credential", field, "Only a password can be given in clear; others in stored form"));
            return null;
        }
        PolicyError error =
                session.getProvider(PasswordPolicyManagerProvider.class).validate(realm, user, value);
        if (error != null) {
            problems.add(new Violation("password-policy", field, policyDetail(error), false));
            return null;
        }
        PasswordCredentialModel hash = hashProvider()
                .encodedCredential(value, realm.getPasswordPolicy().getHashIterations());
        return new StoredCredential(
                null, PasswordCredentialModel.TYPE, null, now, hash.getSecretData(), hash.getCredentialData());
    }

    /** As a password change does it: the policy's algorithm if the server has it, else the server's default. */
    private PasswordHashProvider hashProvider() {
        PasswordPolicy policy = realm.getPasswordPolicy();
        PasswordHashProvider chosen = policy.getHashAlgorithm() == null
                ? null
                : session.getProvider(PasswordHashProvider.class, policy.getHashAlgorithm());
        return chosen == null ? session.getProvider(PasswordHashProvider.class) : chosen;
    }

    private static String policyDetail(PolicyError error) {
        Object[] parameters = error.getParameters() == null ? new Object[0] : error.getParameters();
        String key = MessageFormat.format("{0}", error.getMessage());
        return parameters.length == 0 ? key : key + " " + List.of(parameters);
    }

    private @Nullable StoredCredential asGiven(CredentialRecord credential, String field, List<Violation> problems) {
        String type = credential.type();
        if (type == null || credential.credentialData() == null || credential.secretData() == null) {
            problems.add(Violation.of(
                    "incomplete-credential",
                    field,
                    "A credential needs type, and value or secretData and credentialData"));
            return null;
        }
        if (type.equals(PasswordCredentialModel.TYPE)) {
            if (!isVerifiable(credential, field, problems)) {
                return null;
            }
        } else if (!isReadable(credential, type, field, problems)) {
            return null;
        }
        Long created = credential.createdDate();
        return new StoredCredential(
                credential.id(),
                type,
                credential.userLabel(),
                created == null ? Long.valueOf(now) : created,
                credential.secretData(),
                credential.credentialData());
    }

    /** Has the type's own provider read it, as it will at the next login. */
    private boolean isReadable(CredentialRecord credential, String type, String field, List<Violation> problems) {
        CredentialModel model = new CredentialModel();
        model.setType(type);
        model.setSecretData(credential.secretData());
        model.setCredentialData(credential.credentialData());
        Optional<CredentialProvider<?>> provider = providers.computeIfAbsent(type, unused -> provider(model));
        if (provider.isEmpty()) {
            problems.add(Violation.of("unsupported-credential", field + ".type", "The server has no such credential"));
            return false;
        }
        try {
            provider.get().getCredentialFromModel(model);
            return true;
        } catch (RuntimeException e) {
            // The message may quote the secret.
            LOG.debugf(
                    "A credential of type %s cannot be read: %s",
                    type, e.getClass().getName());
            problems.add(Violation.of("invalid-credential", field, "Not the stored form of such a credential"));
            return false;
        }
    }

    private Optional<CredentialProvider<?>> provider(CredentialModel model) {
        return session.getKeycloakSessionFactory()
                .getProviderFactoriesStream(CredentialProvider.class)
                .map(factory -> (CredentialProvider<?>) session.getProvider(CredentialProvider.class, factory.getId()))
                .filter(Objects::nonNull)
                .<CredentialProvider<?>>map(provider -> provider)
                .filter(provider -> provider.supportsCredentialType(model))
                .findFirst();
    }

    /** {@code JpaUserCredentialStore} knows credentials of one type apart by their labels, whatever their case. */
    private static boolean hasLabelOf(StoredCredential one, List<StoredCredential> others) {
        String label = one.userLabel();
        return label != null
                && others.stream()
                        .anyMatch(other -> other.type().equals(one.type())
                                && other.userLabel() != null
                                && other.userLabel().equalsIgnoreCase(label.trim()));
    }

    private boolean isVerifiable(CredentialRecord credential, String field, List<Violation> problems) {
        String data = Objects.requireNonNull(credential.credentialData());
        Boolean known = verifiable.get(data);
        if (known == null) {
            known = hasAlgorithm(data);
            if (verifiable.size() < MAX_REMEMBERED) {
                verifiable.put(data, known);
            }
        }
        if (!known) {
            problems.add(Violation.of(
                    "unknown-hash-algorithm",
                    field + ".credentialData",
                    "The server cannot verify a password of this algorithm"));
            return false;
        }
        try {
            PasswordSecretData secret = mapper.readValue(credential.secretData(), PasswordSecretData.class);
            if (secret.getValue() != null) {
                return true;
            }
        } catch (IOException | IllegalArgumentException e) {
            // Jackson's message quotes the secret, so nothing of it is passed on.
        }
        problems.add(Violation.of("invalid-credential", field + ".secretData", "Not the stored form of a password"));
        return false;
    }

    private boolean hasAlgorithm(String credentialData) {
        try {
            PasswordCredentialData data = mapper.readValue(credentialData, PasswordCredentialData.class);
            return data.getAlgorithm() != null
                    && session.getKeycloakSessionFactory()
                                    .getProviderFactory(PasswordHashProvider.class, data.getAlgorithm())
                            != null;
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }
}
