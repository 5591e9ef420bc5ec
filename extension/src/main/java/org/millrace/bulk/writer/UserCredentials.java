package org.millrace.bulk.writer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.keycloak.credential.CredentialModel;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.PasswordPolicy;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.credential.OTPCredentialModel;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.keycloak.models.credential.RecoveryAuthnCodesCredentialModel;
import org.millrace.bulk.record.CredentialRecord;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.writer.UserState.StoredCredential;

/**
 * What credentials a record gives a user, or leaves one with. No message repeats any part of a credential. For one session and its
 * thread.
 */
final class UserCredentials {
    private static final Logger LOG = Logger.getLogger(UserCredentials.class);

    /** Of these a user has one at most. */
    private static final Map<String, Violation> SINGLE = Map.of(
            PasswordCredentialModel.TYPE,
            Violation.of("several-passwords", null, "A user has one password"),
            RecoveryAuthnCodesCredentialModel.TYPE,
            Violation.of("several-recovery-codes", null, "A user has one set of recovery codes"));

    private final KeycloakSession session;
    private final RealmModel realm;
    private final Rehearsal rehearsal;
    private final TimeOrderedIds ids;
    private final long now;
    private final CredentialStoring storing;

    UserCredentials(
            KeycloakSession session,
            RealmModel realm,
            ImportScope scope,
            Rehearsal rehearsal,
            TimeOrderedIds ids,
            long now) {
        this.session = session;
        this.realm = realm;
        this.rehearsal = rehearsal;
        this.ids = ids;
        this.now = now;
        this.storing = new CredentialStoring(session, realm, scope, ids, now);
    }

    static boolean isTemporaryPassword(UserRecord item) {
        return item.credentials().stream()
                .anyMatch(c -> c.temporary() && PasswordCredentialModel.TYPE.equals(c.type()));
    }

    /** The credentials of a user that is to be created. */
    List<StoredCredential> store(UserRecord item, UserModel user, Findings findings) {
        if (item.credentials().isEmpty()) {
            return List.of();
        }
        List<StoredCredential> stored = new ArrayList<>(item.credentials().size());
        Set<String> types = new HashSet<>();
        for (int i = 0; i < item.credentials().size(); i++) {
            CredentialRecord credential = item.credentials().get(i);
            String field = "credentials[" + i + "]";
            if (isHistory(credential, field, findings)) {
                continue;
            }
            StoredCredential one = storing.stored(credential, () -> user, field, findings);
            if (one == null) {
                continue;
            }
            checkSingle(one.type(), types, field, findings);
            checkLabel(one, stored, field, findings);
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
    List<StoredCredential> revise(UserRecord item, UserState current, boolean replaces, Findings findings) {
        if (!item.names("credentials")) {
            return current.credentials();
        }
        List<StoredCredential> target = new ArrayList<>(current.credentials());
        Set<String> named = new HashSet<>();
        Set<String> types = new HashSet<>();
        for (int i = 0; i < item.credentials().size(); i++) {
            CredentialRecord credential = item.credentials().get(i);
            String field = "credentials[" + i + "]";
            if (isHistory(credential, field, findings)) {
                continue;
            }
            int place = placeOf(credential, target, named);
            if (place < 0 && hasId(credential.id(), target)) {
                findings.reject(Violation.of("id-exists", field + ".id", "Another credential of the user has this id"));
                continue;
            }
            StoredCredential one = place >= 0 && !rehearsal.isReal() && isVerifiedBy(credential, target.get(place))
                    ? target.get(place)
                    : storing.stored(credential, () -> withHistory(current), field, findings);
            if (one == null) {
                continue;
            }
            checkSingle(one.type(), types, field, findings);
            if (place < 0) {
                checkLabel(one, target, field, findings);
                target.add(one);
                named.add(one.id());
            } else {
                StoredCredential before = target.get(place);
                StoredCredential after = revised(before, one, credential, replaces);
                checkLabel(after, without(before, target), field, findings);
                target.set(place, after);
                named.add(after.id());
                keepHistory(before, after, target);
            }
        }
        if (replaces) {
            target.removeIf(credential -> !named.contains(credential.id())
                    && !credential.type().equals(PasswordCredentialModel.PASSWORD_HISTORY));
        }
        return target;
    }

    private static StoredCredential revised(
            StoredCredential before, StoredCredential given, CredentialRecord credential, boolean replaces) {
        boolean same = Objects.equals(before.secretData(), given.secretData())
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

    /** As {@code PasswordCredentialProvider}: the policy may ask for old passwords, so that none is used again. */
    private void keepHistory(StoredCredential before, StoredCredential after, List<StoredCredential> target) {
        if (!before.type().equals(PasswordCredentialModel.TYPE)
                || Objects.equals(before.secretData(), after.secretData())) {
            return;
        }
        PasswordPolicy policy = realm.getPasswordPolicy();
        int days = Math.max(0, policy.getPasswordAgeInDays());
        String lastId = ids.next();
        if (policy.getExpiredPasswords() > 1 || days > 0) {
            target.add(new StoredCredential(
                    lastId,
                    PasswordCredentialModel.PASSWORD_HISTORY,
                    null,
                    before.createdDate(),
                    before.secretData(),
                    before.credentialData()));
        }
        long oldest = now - Duration.ofDays(days).toMillis();
        Set<String> forgotten = target.stream()
                .filter(credential -> credential.type().equals(PasswordCredentialModel.PASSWORD_HISTORY))
                .sorted(Comparator.comparing(UserCredentials::created).reversed())
                .skip(Math.max(0, policy.getExpiredPasswords() - 1))
                .filter(credential -> !credential.id().equals(lastId) && created(credential) < oldest)
                .map(StoredCredential::id)
                .collect(Collectors.toSet());
        target.removeIf(credential -> forgotten.contains(credential.id()));
    }

    private static long created(StoredCredential credential) {
        return credential.createdDate() == null ? Long.MIN_VALUE : credential.createdDate();
    }

    /** Where among a user's credentials the one stands that a record means, or -1. */
    private static int placeOf(CredentialRecord credential, List<StoredCredential> stored, Set<String> named) {
        String type = storedType(credential.type());
        int place = -1;
        for (int i = 0; i < stored.size(); i++) {
            StoredCredential other = stored.get(i);
            if (!other.type().equals(type) || named.contains(other.id())) {
                continue;
            }
            if (SINGLE.containsKey(type) || other.id().equals(credential.id())) {
                return i;
            }
            boolean sameLabel =
                    credential.userLabel() != null && credential.userLabel().equals(other.userLabel());
            boolean sameContent = credential.secretData() != null
                    && credential.secretData().equals(other.secretData())
                    && Objects.equals(credential.credentialData(), other.credentialData());
            if (sameLabel || sameContent) {
                place = i;
            }
        }
        return place;
    }

    /** One-time passwords go by two more names in records. */
    private static String storedType(@Nullable String type) {
        if (type == null) {
            return PasswordCredentialModel.TYPE;
        }
        return type.equals(OTPCredentialModel.TOTP) || type.equals(OTPCredentialModel.HOTP)
                ? OTPCredentialModel.TYPE
                : type;
    }

    private static boolean hasId(@Nullable String id, List<StoredCredential> stored) {
        return id != null
                && stored.stream().anyMatch(credential -> credential.id().equals(id));
    }

    private static List<StoredCredential> without(StoredCredential one, List<StoredCredential> all) {
        return all.stream().filter(other -> other != one).toList();
    }

    /**
     * Whether a clear password is the one that the user has: then there is nothing to hash. Not asked in a dry run, which
     * would tell whose guess is right without leaving a trace.
     */
    private boolean isVerifiedBy(CredentialRecord credential, StoredCredential stored) {
        if (credential.value() == null || credential.value().isEmpty() || stored.secretData() == null) {
            return false;
        }
        CredentialModel model = new CredentialModel();
        model.setId(stored.id());
        model.setType(stored.type());
        model.setSecretData(stored.secretData());
        model.setCredentialData(stored.credentialData());
        try {
            PasswordCredentialModel password = PasswordCredentialModel.createFromCredentialModel(model);
            PasswordHashProvider hash = session.getProvider(
                    PasswordHashProvider.class,
                    password.getPasswordCredentialData().getAlgorithm());
            return hash != null && hash.verify(credential.value(), password);
        } catch (RuntimeException e) {
            // The message may quote the secret. A hash that cannot be read is replaced.
            LOG.debugf("A stored password cannot be read: %s", e.getClass().getName());
            return false;
        }
    }

    /** The user as the policy about old passwords wants to see it. */
    private UserModel withHistory(UserState current) {
        UserModel stored = session.users().getUserById(realm, current.id());
        return stored == null ? PendingUser.of(current) : stored;
    }

    /** Old passwords are taken by no provider: Keycloak's own import leaves them out without a word. */
    private static boolean isHistory(CredentialRecord credential, String field, Findings findings) {
        boolean history = PasswordCredentialModel.PASSWORD_HISTORY.equals(credential.type());
        if (history) {
            findings.warn(Violation.of("left-out-credential", field, "Old passwords are not imported"));
        }
        return history;
    }

    private static void checkSingle(String type, Set<String> types, String field, Findings findings) {
        Violation violation = SINGLE.get(type);
        if (!types.add(type) && violation != null) {
            findings.reject(Violation.of(violation.code(), field, violation.detail()));
        }
    }

    private static void checkLabel(
            StoredCredential one, List<StoredCredential> others, String field, Findings findings) {
        if (hasLabelOf(one, others)) {
            findings.reject(Violation.of("duplicate-credential-label", field + ".userLabel", "The label is taken"));
        }
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
}
