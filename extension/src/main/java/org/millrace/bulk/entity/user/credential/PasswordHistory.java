package org.millrace.bulk.entity.user.credential;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.models.PasswordPolicy;
import org.keycloak.models.RealmModel;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.millrace.bulk.entity.user.profile.DryRunState;
import org.millrace.bulk.entity.user.state.UserState.StoredCredential;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.Validation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.id.TimeOrderedIds;

/**
 * The former passwords of users, which the realm's policy may ask for so that none is used again. Follows
 * {@code PasswordCredentialProvider}. For one session and its thread.
 *
 * @param now milliseconds since the epoch
 */
record PasswordHistory(RealmModel realm, DryRunState dryRunState, TimeOrderedIds ids, long now) {
    /** Warns if a new password is not compared with the former ones, as in a dry run. */
    void warnOfUnchecked(UserRecord item, ValidationResult validationResult) {
        PasswordPolicy policy = realm.getPasswordPolicy();
        boolean asks = policy.getExpiredPasswords() > 0 || policy.getPasswordAgeInDays() > 0;
        if (dryRunState.isDryRun()
                && asks
                && item.setsClearPassword()
                && validationResult.validation() != Validation.OFF) {
            validationResult.warn(Violation.of(
                    "password-history-not-checked",
                    "credentials",
                    "A dry run does not compare the password with the user's former passwords; the import does"));
        }
    }

    /** Adds a replaced password to the credentials of its user, and removes those that the policy does not ask for any more. */
    void keep(StoredCredential before, StoredCredential after, List<StoredCredential> target) {
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
                .sorted(Comparator.comparing(PasswordHistory::created).reversed())
                .skip(Math.max(0, policy.getExpiredPasswords() - 1))
                .filter(credential -> !credential.id().equals(lastId) && created(credential) < oldest)
                .map(StoredCredential::id)
                .collect(Collectors.toSet());
        target.removeIf(credential -> forgotten.contains(credential.id()));
    }

    private static long created(StoredCredential credential) {
        return credential.createdDate() == null ? Long.MIN_VALUE : credential.createdDate();
    }
}
