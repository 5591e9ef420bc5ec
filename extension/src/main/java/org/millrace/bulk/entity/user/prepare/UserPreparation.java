package org.millrace.bulk.entity.user.prepare;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.millrace.bulk.entity.user.credential.UserCredentials;
import org.millrace.bulk.entity.user.profile.DryRunState;
import org.millrace.bulk.entity.user.profile.MatchedBy;
import org.millrace.bulk.entity.user.profile.UserLookup;
import org.millrace.bulk.entity.user.profile.UserProfiles;
import org.millrace.bulk.entity.user.state.UserChange;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.PartialWriteException;
import org.millrace.bulk.writer.UserStores;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.id.TimeOrderedIds;

/**
 * Converts a record to the user that {@code POST /users} and the role and group endpoints would have stored, or rejects it with
 * their reasons. For one transaction and its thread.
 */
public final class UserPreparation {
    private final RealmModel realm;
    private final UserLookup known;
    private final ImportScope scope;
    private final UserCredentials credentials;
    private final ReferenceLookup references;
    private final NamedAssociations associations;
    private final UserRevision revision;
    private final UserRevision completion;
    private final ServiceAccounts accounts;
    private final DryRunState dryRunState;
    private final UserMatching matching;
    private final UserCreation creation;
    /** Problems of records that are rejected after they were written. */
    private final List<Violation> formerPasswords = new ArrayList<>(0);
    /** What this chunk of a dry run makes of users. */
    private final Map<String, UserState> predicted = new LinkedHashMap<>();
    /** Ids of users among them that this chunk has changed and not written. */
    private final Set<String> unwritten = new HashSet<>();

    /**
     * Prepares records for one transaction.
     *
     * @param session has the realm in its context; {@code users()} may be restricted to the batch lookup
     * @param known the users of the chunk, with the changes of earlier records
     * @param dryRunState keys that earlier chunks of a dry run have taken
     * @param now milliseconds since the epoch
     */
    public UserPreparation(
            KeycloakSession session,
            RealmModel realm,
            UserLookup known,
            ImportScope scope,
            ReferenceLookup references,
            DryRunState dryRunState,
            TimeOrderedIds ids,
            long now) {
        this.realm = realm;
        this.known = known;
        this.references = references;
        this.scope = scope;
        this.credentials = new UserCredentials(session, realm, scope, dryRunState, ids, now);
        this.associations = new NamedAssociations(references, realm, now);
        RealmDefaults defaults = RealmDefaults.of(session, realm);
        UserChecks checks = new UserChecks(
                realm,
                scope,
                known,
                new UserProfiles(
                        session, realm, known, () -> references.rights().mayManageRealm()),
                credentials,
                references,
                new NamedMemberships(references, defaults.roleId()),
                associations,
                new ManagedMemberLinks(session, known),
                defaults);
        this.revision = new UserRevision(scope.onConflict() == OnConflict.REPLACE, checks);
        this.completion = new UserRevision(false, checks);
        this.accounts = references.serviceAccounts(defaults, scope, dryRunState.isDryRun());
        this.dryRunState = dryRunState;
        this.matching = new UserMatching(realm, known, scope, dryRunState, references.rights());
        this.creation = new UserCreation(checks, matching, dryRunState, ids, now);
    }

    /** Removes the account whose place a user takes, before the user is written. */
    public void removeReplaced(String userId) {
        accounts.remove(userId);
    }

    /** Removes the accounts whose places users of the chunk take. */
    public void removeReplaced() {
        accounts.removeAll();
    }

    /**
     * Checks a record against the realm, the database and the records before it. The caller must add the result to the lookup before
     * the next record.
     */
    public Prepared prepare(UserRecord item) {
        Prepared prepared = check(item);
        target(prepared).ifPresent(associations::remember);
        if (prepared instanceof Prepared.Predicted each) {
            unwritten.add(each.user().id());
        }
        if (dryRunState.isReal() || prepared instanceof Prepared.Predicted) {
            target(prepared).ifPresent(user -> predicted.put(user.id(), user));
        }
        return prepared;
    }

    /** Checks that the caller may give a user back an earlier state. */
    public Prepared restored(UserState current, UserState target, List<Violation> warnings) {
        return revision.restored(current, target, new ValidationResult(scope.validation(), warnings));
    }

    /** Records the results of a dry run, immediately before its rollback. */
    public void rememberPredicted() {
        predicted.values().forEach(user -> dryRunState.remember(user, matching.uniqueEmail(user.email())));
    }

    private static Optional<UserState> target(Prepared prepared) {
        if (prepared instanceof Prepared.Accepted accepted) {
            return Optional.of(accepted.user());
        }
        if (prepared instanceof Prepared.Changed changed) {
            return Optional.of(changed.change().target());
        }
        return prepared instanceof Prepared.Predicted again ? Optional.of(again.user()) : Optional.empty();
    }

    private Prepared check(UserRecord item) {
        ValidationResult result = new ValidationResult(scope.validation(), item.warnings());
        StorableText.check(item, result::reject);
        credentials.checkFields(item, result);
        if (result.isRejected()) {
            return new Prepared.Refused(result.problems());
        }
        Optional<UserModel> account = untouchedAccount(item);
        if (account.isPresent()) {
            return ofAccount(item, account.get(), result);
        }
        if (scope.onConflict() == OnConflict.FAIL) {
            return creation.of(item, null, result);
        }
        Optional<UserMatching.Match> found = matching.match(item);
        if (found.isEmpty()) {
            return matching.withMatchingExplained(creation.of(item, null, result));
        }
        String id = found.get().id();
        MatchedBy key = found.get().key();
        if (scope.onConflict() == OnConflict.SKIP) {
            return references.rights().mayView(id)
                    ? new Prepared.Present(id, key, item.warnings())
                    : hidden(item, result);
        }
        Optional<UserState> earlier = dryRunState.user(id);
        if (earlier.isEmpty() && !unwritten.contains(id)) {
            Prepared prepared = checked(item, known.state(id), key, result);
            // User federation has no rollback.
            return dryRunState.isDryRun()
                            && prepared instanceof Prepared.Changed changed
                            && changed.change().concernsUserStore()
                    ? predicted(changed)
                    : prepared;
        }
        UserState state =
                Optional.ofNullable(predicted.get(id)).or(() -> earlier).orElseThrow();
        // Not written: the stored user differs from the base of the difference.
        Prepared again = checked(item, state, key, result);
        return again instanceof Prepared.Changed changed ? predicted(changed) : again;
    }

    private static Prepared predicted(Prepared.Changed changed) {
        return new Prepared.Predicted(
                changed.change().target(), changed.matchedBy(), warnings(changed.change(), changed.warnings()));
    }

    /** The warnings of a predicted change, with that about a user federation provider. */
    public static List<Violation> warnings(UserChange change, List<Violation> warnings) {
        return change.concernsUserStore()
                ? Stream.concat(warnings.stream(), Stream.of(UserStores.NOT_CHECKED))
                        .toList()
                : warnings;
    }

    private Prepared checked(UserRecord item, UserState current, MatchedBy key, ValidationResult result) {
        return checked(revision, item, current, key, result);
    }

    private Prepared checked(
            UserRevision used, UserRecord item, UserState current, MatchedBy key, ValidationResult result) {
        Prepared prepared = used.of(item, current, key, result);
        if (prepared instanceof Prepared.Changed changed) {
            UserState target = changed.change().target();
            dryRunState.check(target, matching.uniqueEmail(target.email()), realm.isLoginWithEmailAllowed(), result);
            if (!result.isRejected()) {
                checkHistory(item, current, result);
            }
        }
        return result.isRejected()
                ? new Prepared.Refused(matching.withMatchNamed(result.problems(), item, current, key))
                : prepared;
    }

    private void checkHistory(UserRecord item, UserState current, ValidationResult result) {
        ValidationResult history = new ValidationResult(result.validation(), result.warnings());
        credentials.checkHistory(item, current, history);
        history.warnings().stream().skip(result.warnings().size()).toList().forEach(result::warn);
        formerPasswords.addAll(history.problems());
    }

    /**
     * Rejects a record whose password is a former one of the user. Called after the database has accepted the record, or to have
     * it retried alone: the outcome of a record that the database rejects must not reveal a former password.
     *
     * @throws PartialWriteException if a record has a former password
     */
    public void refuseFormerPasswords() {
        if (!formerPasswords.isEmpty()) {
            throw new PartialWriteException(formerPasswords.get(0), new IllegalStateException("a former password"));
        }
    }

    /** Whether {@link #refuseFormerPasswords()} will reject a record. */
    public boolean hasFormerPassword() {
        return !formerPasswords.isEmpty();
    }

    /**
     * A user whom the caller may not view: as with {@code POST /users}, only a caller who may create the user learns that it
     * exists.
     */
    private Prepared hidden(UserRecord item, ValidationResult result) {
        result.reject(
                references.mayCreate(item.groups())
                        ? Violation.of("username-exists", "username", "A user with this username, email or id exists")
                        : UserRevision.forbidden());
        return new Prepared.Refused(result.problems());
    }

    /** The account that the client of the record was given, which the caller may change. */
    private Optional<UserModel> untouchedAccount(UserRecord item) {
        if (item.associations().serviceAccountClientId() == null
                || dryRunState.byUsername(matching.username(item)).isPresent()
                || !references.mayConfigure(item.associations().serviceAccountClientId())) {
            return Optional.empty();
        }
        String username = KeycloakModelUtils.toLowerCaseSafe(item.username());
        return accounts.untouched(item)
                .filter(account -> account.getUsername().equals(username)
                        && references.rights().mayManage(account.getId()));
    }

    /**
     * A record about an account that only Keycloak has written: it completes the account, or takes its place if it may keep its own id and
     * nothing refers to the account. With new ids, it replaces only accounts that this import may have created.
     */
    private Prepared ofAccount(UserRecord item, UserModel account, ValidationResult result) {
        boolean keepsId = item.id() == null
                || item.id().equals(account.getId())
                || !creation.mayChooseIds()
                || !scope.ids().mayReplaceIdOf(account.getCreatedTimestamp())
                || accounts.isReferenced(account);
        if (keepsId) {
            UserRevision used = scope.onConflict() == OnConflict.REPLACE ? revision : completion;
            Prepared completed = checked(used, item, known.state(account.getId()), MatchedBy.USERNAME, result);
            if (!(completed instanceof Prepared.Refused)) {
                accounts.complete(account);
            }
            return completed;
        }
        Prepared created = creation.of(item, account, result);
        if (created instanceof Prepared.Accepted accepted) {
            accounts.replace(account, accepted.user().id());
        }
        return created;
    }
}
