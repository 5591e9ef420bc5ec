package org.millrace.bulk.entity.user.credential;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.keycloak.models.credential.RecoveryAuthnCodesCredentialModel;
import org.millrace.bulk.entity.user.profile.DryRunState;
import org.millrace.bulk.entity.user.profile.PendingUser;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.entity.user.state.UserState.StoredCredential;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.record.user.CredentialRecord;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.id.TimeOrderedIds;

/**
 * What credentials a record gives a user, or leaves one with. No message repeats any part of a credential. For one session and its
 * thread.
 */
public final class UserCredentials {
    /** Credential types of which a user has at most one. */
    static final Map<String, Violation> SINGLE = Map.of(
            PasswordCredentialModel.TYPE,
            Violation.of("several-passwords", null, "More than one password credential"),
            RecoveryAuthnCodesCredentialModel.TYPE,
            Violation.of("several-recovery-codes", null, "More than one set of recovery codes"));

    private static final String UNKNOWN_FIELD =
            "The credential has an unknown field, which was left out. Known fields: type,"
                    + " value, hash, temporary, userLabel, createdDate, id, secretData, credentialData, and those of old exports: algorithm,"
                    + " hashedSaltedValue, salt, hashIterations, counter, digits, period";

    private final KeycloakSession session;
    private final RealmModel realm;
    private final DryRunState dryRunState;
    private final CredentialStoring storing;
    private final PasswordHistory history;

    public UserCredentials(
            KeycloakSession session,
            RealmModel realm,
            ImportScope scope,
            DryRunState dryRunState,
            TimeOrderedIds ids,
            long now) {
        this.session = session;
        this.realm = realm;
        this.dryRunState = dryRunState;
        this.storing = new CredentialStoring(session, realm, scope, ids, now);
        this.history = new PasswordHistory(realm, dryRunState, ids, now);
    }

    public static boolean isTemporaryPassword(UserRecord item) {
        return item.credentials().stream()
                .anyMatch(c -> c.temporary() && !c.isMasked() && PasswordCredentialModel.TYPE.equals(c.type()));
    }

    /** An unknown field may be essential for the credential, such as another system's hash. */
    public void checkFields(UserRecord item, ValidationResult validationResult) {
        for (int i = 0; i < item.credentials().size(); i++) {
            if (item.credentials().get(i).hasUnknownField()) {
                validationResult.object(Violation.of("unknown-field", "credentials[" + i + "]", UNKNOWN_FIELD));
            }
        }
    }

    /** The credentials of a user that is to be created. */
    public List<StoredCredential> store(UserRecord item, UserModel user, ValidationResult validationResult) {
        if (item.credentials().isEmpty()) {
            return List.of();
        }
        List<StoredCredential> stored = new ArrayList<>(item.credentials().size());
        Set<String> types = new HashSet<>();
        for (int i = 0; i < item.credentials().size(); i++) {
            CredentialRecord credential = item.credentials().get(i);
            String field = "credentials[" + i + "]";
            if (isHistory(credential, field, validationResult)) {
                continue;
            }
            if (isMasked(credential, field, validationResult)) {
                continue;
            }
            if (isRepeated(credential, types, field, validationResult)) {
                continue;
            }
            StoredCredential one = storing.stored(credential, () -> user, field, validationResult);
            if (one == null) {
                continue;
            }
            checkLabel(one, stored, field, validationResult);
            stored.add(one);
        }
        return stored;
    }

    /**
     * The credentials that a record leaves a user with. A credential is the same as one of the record's by its id, as a
     * password, by its label, or by its content; it keeps its id then, and is left alone if it says the same.
     *
     * @param replaces whether the user loses the credentials that the record does not name, provided it names any
     */
    public Revised revise(UserRecord item, UserState current, boolean replaces, ValidationResult validationResult) {
        if (!item.names("credentials")) {
            return new Revised(current.credentials(), false);
        }
        history.warnOfUnchecked(item, validationResult);
        boolean sets = false;
        List<StoredCredential> target = new ArrayList<>(current.credentials());
        Set<String> named = new HashSet<>();
        Set<String> types = new HashSet<>();
        for (int i = 0; i < item.credentials().size(); i++) {
            CredentialRecord credential = item.credentials().get(i);
            String field = "credentials[" + i + "]";
            if (isHistory(credential, field, validationResult)) {
                continue;
            }
            int place = CredentialMatching.indexOf(credential, target, named);
            if (place < 0 && hasId(credential.id(), target)) {
                validationResult.reject(
                        Violation.of("id-exists", field + ".id", "Another credential of the user has this id"));
                continue;
            }
            if (isMasked(credential, field, validationResult)) {
                keep(credential, place, target, named);
                continue;
            }
            if (isRepeated(credential, types, field, validationResult)) {
                continue;
            }
            StoredCredential one = storing.stored(credential, () -> user(current, List.of()), field, validationResult);
            if (one == null) {
                continue;
            }
            if (place < 0) {
                checkLabel(one, target, field, validationResult);
                target.add(one);
                named.add(one.id());
            } else {
                StoredCredential before = target.get(place);
                StoredCredential after = revised(before, one, credential, replaces);
                checkLabel(after, without(before, target), field, validationResult);
                sets |= after.equals(before) && (credential.isClear() || !SecretComparison.isSafe(after));
                target.set(place, after);
                named.add(after.id());
                history.keep(before, after, target);
            }
        }
        if (replaces) {
            target.removeIf(credential -> !named.contains(credential.id())
                    && !credential.type().equals(PasswordCredentialModel.PASSWORD_HISTORY));
        }
        return new Revised(target, sets);
    }

    /**
     * Credentials that a record leaves a user with.
     *
     * @param sets whether a secret was set that is never compared with the stored one, so that the user counts as changed
     */
    public record Revised(List<StoredCredential> credentials, boolean sets) {}

    /**
     * Checks a new password against the user's former passwords, as {@code reset-password} does. The result says whether a guess is a
     * former password, so this is the last check of a record that is then written: a record that is rejected for another reason, or
     * rolled back by a dry run, does not get here.
     */
    public void checkHistory(UserRecord item, UserState current, ValidationResult validationResult) {
        if (dryRunState.isDryRun()) {
            return;
        }
        for (int i = 0; i < item.credentials().size(); i++) {
            CredentialRecord credential = item.credentials().get(i);
            if (credential.isClear() && !credential.isMasked()) {
                storing.checkHistory(
                        credential, user(current, current.credentials()), "credentials[" + i + "]", validationResult);
            }
        }
    }

    /** A masked secret of an export is unknown: adds a warning, and keeps the stored one. */
    private static boolean isMasked(CredentialRecord credential, String field, ValidationResult validationResult) {
        if (credential.isMasked()) {
            validationResult.warn(Violation.of(
                    "masked-secret",
                    field,
                    "The secret is masked (**********) and was left out; a stored one is kept"));
        }
        return credential.isMasked();
    }

    /** Keeps the stored credential of which the record has only the mask; if it can be any of its type, all of them. */
    private static void keep(CredentialRecord credential, int place, List<StoredCredential> target, Set<String> named) {
        if (place >= 0) {
            named.add(target.get(place).id());
            return;
        }
        String type = CredentialMatching.storedType(credential.type());
        target.stream().filter(other -> other.type().equals(type)).forEach(other -> named.add(other.id()));
    }

    private static StoredCredential revised(
            StoredCredential before, StoredCredential given, CredentialRecord credential, boolean replaces) {
        // A clear-text password is always set: a hash algorithm of an extension may give the same hash for the same
        // password.
        boolean same = !credential.isClear()
                && Objects.equals(before.secretData(), given.secretData())
                && Objects.equals(before.credentialData(), given.credentialData());
        // As Keycloak has it, the label is of the password, and another password has another.
        boolean keepsLabel = same || !before.type().equals(PasswordCredentialModel.TYPE);
        return new StoredCredential(
                before.id(),
                given.type(),
                credential.userLabel() == null && !replaces && keepsLabel ? before.userLabel() : given.userLabel(),
                same && credential.createdDate() == null ? before.createdDate() : given.createdDate(),
                given.secretData(),
                given.credentialData());
    }

    private static boolean hasId(@Nullable String id, List<StoredCredential> stored) {
        return id != null
                && stored.stream().anyMatch(credential -> credential.id().equals(id));
    }

    private static List<StoredCredential> without(StoredCredential one, List<StoredCredential> all) {
        return all.stream().filter(other -> other != one).toList();
    }

    /** The user as password policies see it, with these credentials as the stored ones. */
    private UserModel user(UserState current, List<StoredCredential> credentials) {
        UserModel stored = session.users().getUserById(realm, current.id());
        return PendingUser.withCredentials(stored == null ? PendingUser.of(current) : stored, credentials);
    }

    /** No credential provider supports former passwords: Keycloak's own import leaves them out without a message. */
    private static boolean isHistory(CredentialRecord credential, String field, ValidationResult validationResult) {
        boolean history = PasswordCredentialModel.PASSWORD_HISTORY.equals(credential.type());
        if (history) {
            validationResult.warn(Violation.of(
                    "left-out-credential", field, "Credentials of type \"password-history\" are not imported"));
        }
        return history;
    }

    /** Before the password is hashed, which is slow. */
    private static boolean isRepeated(
            CredentialRecord credential, Set<String> types, String field, ValidationResult validationResult) {
        String type = CredentialMatching.storedType(credential.type());
        Violation violation = SINGLE.get(type);
        if (violation == null || types.add(type)) {
            return false;
        }
        validationResult.reject(Violation.of(violation.code(), field, violation.detail()));
        return true;
    }

    private static void checkLabel(
            StoredCredential one, List<StoredCredential> others, String field, ValidationResult validationResult) {
        if (hasLabelOf(one, others)) {
            validationResult.reject(
                    Violation.of("duplicate-credential-label", field + ".userLabel", "Duplicate credential label"));
        }
    }

    /** {@code JpaUserCredentialStore} identifies credentials of one type by their labels, ignoring case. */
    private static boolean hasLabelOf(StoredCredential one, List<StoredCredential> others) {
        String label = one.userLabel();
        return label != null
                && others.stream()
                        .anyMatch(other -> other.type().equals(one.type())
                                && other.userLabel() != null
                                && other.userLabel().equalsIgnoreCase(label.trim()));
    }
}
