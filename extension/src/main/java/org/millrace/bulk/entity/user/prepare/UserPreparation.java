package org.millrace.bulk.entity.user.prepare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.DefaultRequiredActions;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.millrace.bulk.entity.user.credential.UserCredentials;
import org.millrace.bulk.entity.user.profile.DryRunState;
import org.millrace.bulk.entity.user.profile.KnownUsers;
import org.millrace.bulk.entity.user.profile.MatchedBy;
import org.millrace.bulk.entity.user.profile.PendingUser;
import org.millrace.bulk.entity.user.profile.UserProfiles;
import org.millrace.bulk.entity.user.state.UserAssociations;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.record.FederatedIdentityRecord;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.bulk.writer.MatchByEmail;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.PartialWriteException;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.id.TimeOrderedIds;

/**
 * Converts a record to the user that {@code POST /users} and the role and group endpoints would have stored, or rejects it with
 * their reasons. For one transaction and its thread.
 */
public final class UserPreparation {
    private static final int MAX_ID_LENGTH = 36;

    /** Ids that begin so belong to users of a federation provider. */
    private static final String FEDERATED_ID_PREFIX = "f:";

    /** {@code USER_REQUIRED_ACTION.REQUIRED_ACTION}, in characters. */
    private static final int MAX_ACTION_LENGTH = 255;

    private final RealmModel realm;
    private final KnownUsers known;
    private final ImportScope scope;
    private final UserProfiles profiles;
    private final UserCredentials credentials;
    private final References.Lookup references;
    private final NamedMemberships memberships;
    private final NamedAssociations associations;
    private final RealmDefaults defaults;
    private final UserRevision revision;
    private final UserRevision completion;
    private final ServiceAccounts accounts;
    private final DryRunState dryRunState;
    private final TimeOrderedIds ids;
    private final long now;
    /** Problems of records that are rejected after they were written. */
    private final List<Violation> formerPasswords = new ArrayList<>(0);
    /** What this chunk of a dry run makes of users. */
    private final Map<String, UserState> predicted = new LinkedHashMap<>();

    /**
     * Prepares records for one transaction.
     *
     * @param session has the realm in its context; {@code users()} may be restricted to the batch lookup
     * @param dryRunState keys that earlier chunks of a dry run have taken
     * @param now milliseconds since the epoch
     */
    public UserPreparation(
            KeycloakSession session,
            RealmModel realm,
            KnownUsers known,
            ImportScope scope,
            References.Lookup references,
            DryRunState dryRunState,
            TimeOrderedIds ids,
            long now) {
        this.realm = realm;
        this.known = known;
        this.references = references;
        this.scope = scope;
        this.profiles = new UserProfiles(session, realm, known);
        this.credentials = new UserCredentials(session, realm, scope, dryRunState, ids, now);
        this.associations = new NamedAssociations(references, realm, now);
        this.defaults = RealmDefaults.of(session, realm);
        this.memberships = new NamedMemberships(references, defaults.roleId());
        this.revision = revision(scope.onConflict() == OnConflict.REPLACE);
        this.completion = revision(false);
        this.accounts = references.serviceAccounts(defaults);
        this.dryRunState = dryRunState;
        this.ids = ids;
        this.now = now;
    }

    private UserRevision revision(boolean replaces) {
        return new UserRevision(
                replaces,
                scope.defaults(),
                known,
                profiles,
                credentials,
                memberships,
                associations,
                references,
                defaults);
    }

    /** Removes the account whose place a user takes, before the user is written. */
    public void removeReplaced(String userId) {
        accounts.remove(userId);
    }

    /** Removes the accounts whose places users of the chunk take. */
    public void removeReplaced() {
        accounts.removeAll();
    }

    /** Checks a record against the realm, the database and the records before it. */
    public Prepared prepare(UserRecord item) {
        Prepared prepared = check(item);
        if (prepared instanceof Prepared.Accepted accepted) {
            known.add(accepted.user());
        } else if (prepared instanceof Prepared.Changed changed) {
            known.change(changed.change());
        }
        target(prepared).ifPresent(associations::remember);
        if (dryRunState.isReal()) {
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
        predicted.values().forEach(user -> dryRunState.remember(user, uniqueEmail(user.email())));
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
            return created(item, null, result);
        }
        Optional<Match> found = match(item);
        if (found.isEmpty()) {
            return withMatchingExplained(created(item, null, result));
        }
        String id = found.get().id();
        MatchedBy key = found.get().key();
        if (scope.onConflict() == OnConflict.SKIP) {
            return references.mayView(id) ? new Prepared.Present(id, key, item.warnings()) : hidden(item, result);
        }
        Optional<UserState> earlier = dryRunState.user(id);
        if (earlier.isEmpty()) {
            return checked(item, known.state(id), key, result);
        }
        UserState state = predicted.getOrDefault(id, earlier.get());
        Prepared again = checked(item, state, key, result);
        // Not written: the stored user differs from the base of the difference.
        return again instanceof Prepared.Changed changed
                ? new Prepared.Predicted(changed.change().target(), key, changed.warnings())
                : again;
    }

    private Prepared checked(UserRecord item, UserState current, MatchedBy key, ValidationResult result) {
        return checked(revision, item, current, key, result);
    }

    private Prepared checked(
            UserRevision used, UserRecord item, UserState current, MatchedBy key, ValidationResult result) {
        Prepared prepared = used.of(item, current, key, result);
        if (prepared instanceof Prepared.Changed changed) {
            UserState target = changed.change().target();
            dryRunState.check(target, uniqueEmail(target.email()), realm.isLoginWithEmailAllowed(), result);
            if (!result.isRejected()) {
                checkHistory(item, current, result);
            }
        }
        return result.isRejected()
                ? new Prepared.Refused(withMatchNamed(result.problems(), item, current, key))
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

    /** A record that matched by another key than the username may be rejected for the username that it would change. */
    private static List<Violation> withMatchNamed(
            List<Violation> problems, UserRecord item, UserState current, MatchedBy key) {
        if (key == MatchedBy.USERNAME || current.username().equalsIgnoreCase(item.username())) {
            return problems;
        }
        String match = "Record matches user \"" + current.username() + "\" by " + key.word() + ". ";
        return problems.stream()
                .map(problem -> "username".equals(problem.field())
                        ? new Violation(problem.code(), problem.field(), match + problem.detail(), problem.retryable())
                        : problem)
                .toList();
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
                || dryRunState.byUsername(username(item)).isPresent()
                || !references.mayConfigure(item.associations().serviceAccountClientId())) {
            return Optional.empty();
        }
        String username = KeycloakModelUtils.toLowerCaseSafe(item.username());
        return accounts.untouched(item)
                .filter(account -> account.getUsername().equals(username) && references.mayManage(account.getId()));
    }

    /** A record about an account that only Keycloak has written: it completes the account, or takes its place to keep its own id. */
    private Prepared ofAccount(UserRecord item, UserModel account, ValidationResult result) {
        boolean keepsId = item.id() == null || item.id().equals(account.getId());
        if (keepsId) {
            UserRevision used = scope.onConflict() == OnConflict.REPLACE ? revision : completion;
            Prepared completed = checked(used, item, known.state(account.getId()), MatchedBy.USERNAME, result);
            if (!(completed instanceof Prepared.Refused)) {
                accounts.complete(account);
            }
            return completed;
        }
        Prepared created = created(item, account, result);
        if (created instanceof Prepared.Accepted accepted) {
            accounts.replace(account, accepted.user().id());
        }
        return created;
    }

    /** @param account whose place the user takes; null for none */
    private Prepared created(UserRecord item, @Nullable UserModel account, ValidationResult result) {
        if (account == null && !references.mayCreate(item.groups())) {
            result.reject(UserRevision.forbidden());
            return new Prepared.Refused(result.problems());
        }
        checkId(item.id(), result);
        dryRunState.checkId(item.id(), result);
        UserProfiles.Profile profile = profiles.read(item, account == null ? null : account.getId(), result);
        Set<String> roleIds = new LinkedHashSet<>();
        roleIds.add(defaults.roleId());
        Set<String> named = new LinkedHashSet<>(memberships.roles(item, roleIds, result));
        named.removeAll(roleIds);
        if (!named.isEmpty() && !mayMapRoles(account)) {
            result.reject(Violation.of("forbidden-user", "realmRoles", "You may not map roles of new users"));
        }
        roleIds.addAll(named);
        Set<String> groupIds = new LinkedHashSet<>(defaults.groupIds());
        groupIds.addAll(memberships.groups(item, result));
        Set<String> actions = actions(item, result);
        checkLinks(item.federatedIdentities(), result);
        associations.checkFederation(item.federationLink(), result);
        String id = item.id() == null ? ids.next() : item.id();
        String current = account == null ? null : account.getServiceAccountClientLink();
        String client = associations.serviceAccountClient(item.associations(), current, result);
        if (account != null) {
            account.getRoleMappingsStream().map(RoleModel::getId).forEach(roleIds::add);
        }
        UserAssociations associated =
                associations.ofNew(item.associations(), () -> profiles.readable(PendingUser.of(id, profile)), result);
        List<UserState.StoredCredential> stored =
                result.isRejected() ? List.of() : credentials.store(item, PendingUser.of(id, profile), result);
        if (result.isRejected()) {
            return new Prepared.Refused(result.problems());
        }

        UserState user = new UserState(
                id,
                profile.username(),
                profile.email(),
                profile.firstName(),
                profile.lastName(),
                scope.defaults().enabled(item.enabled()),
                scope.defaults().emailVerified(item.emailVerified()),
                item.createdTimestamp() == null ? now : item.createdTimestamp(),
                item.notBefore() == null ? 0 : item.notBefore(),
                item.federationLink(),
                profile.attributes(),
                stored,
                roleIds,
                groupIds,
                actions,
                item.federatedIdentities(),
                client,
                associated);
        dryRunState.check(user, uniqueEmail(user.email()), realm.isLoginWithEmailAllowed(), result);
        return result.isRejected()
                ? new Prepared.Refused(result.problems())
                : new Prepared.Accepted(user, result.warnings());
    }

    private boolean mayMapRoles(@Nullable UserModel account) {
        return account == null ? references.mayMapRolesOfNew() : references.mayMapRoles(account.getId());
    }

    /** An existing user that a record names by one of its keys. */
    private record Match(String id, MatchedBy key) {}

    /**
     * The user of a record: by its id, else by its name, else by its email if it is unique and permitted as a key. The state of a
     * dry run has precedence over the database.
     */
    private Optional<Match> match(UserRecord item) {
        String id = item.id();
        String username = username(item);
        Optional<String> byId = dryRunState.byId(id).or(() -> id == null ? Optional.empty() : known.byId(id));
        Optional<String> byUsername = byId.isPresent()
                ? byId
                : dryRunState
                        .byUsername(username)
                        .or(() -> username.isEmpty() ? Optional.empty() : known.byUsername(username));
        if (byUsername.isPresent()) {
            return byUsername.map(found -> new Match(found, byId.isPresent() ? MatchedBy.ID : MatchedBy.USERNAME));
        }
        return byEmail(uniqueEmail(item.email())).map(found -> new Match(found, MatchedBy.EMAIL));
    }

    private Optional<String> byEmail(@Nullable String email) {
        if (email == null || scope.matchByEmail() == MatchByEmail.NEVER) {
            return Optional.empty();
        }
        boolean any = scope.matchByEmail() == MatchByEmail.ANY;
        Optional<String> earlier = dryRunState.byEmail(email);
        if (earlier.isPresent()) {
            return any ? earlier : dryRunState.byVerifiedEmail(email);
        }
        return known.byEmail(email).filter(id -> any || known.hasVerifiedEmail(id));
    }

    /** The email address of a rejected record may belong to the intended user. */
    private Prepared withMatchingExplained(Prepared prepared) {
        if (!(prepared instanceof Prepared.Refused refused) || scope.matchByEmail() == MatchByEmail.ANY) {
            return prepared;
        }
        String why = scope.matchByEmail() == MatchByEmail.VERIFIED
                ? ". The record does not match that user: its stored email is not verified, and matchByEmail is verified"
                : ". The record does not match that user: matchByEmail is never";
        return new Prepared.Refused(refused.problems().stream()
                .map(problem -> problem.code().equals("email-exists")
                        ? Violation.of(problem.code(), problem.field(), problem.detail() + why)
                        : problem)
                .toList());
    }

    /** Where the email is the username, a record's email names the user as its username does elsewhere. */
    private String username(UserRecord item) {
        String name = realm.isRegistrationEmailAsUsername() && item.email() != null ? item.email() : item.username();
        return name == null ? "" : KeycloakModelUtils.toLowerCaseSafe(name);
    }

    private @Nullable String uniqueEmail(@Nullable String email) {
        return realm.isDuplicateEmailsAllowed() ? null : KeycloakModelUtils.toLowerCaseSafe(email);
    }

    private void checkId(@Nullable String id, ValidationResult result) {
        if (id == null) {
            return;
        }
        if (id.isBlank() || id.length() > MAX_ID_LENGTH || id.startsWith(FEDERATED_ID_PREFIX)) {
            result.reject(Violation.of("invalid-id", "id", "An id has 1 to 36 characters and does not begin with f:"));
        } else {
            known.realmOf(id).ifPresent(other -> result.reject(references.idInUse("user", other)));
        }
    }

    private Set<String> actions(UserRecord item, ValidationResult result) {
        if (item.requiredActions().isEmpty()
                && defaults.actions().isEmpty()
                && item.credentials().isEmpty()) {
            return Set.of();
        }
        Set<String> actions = new LinkedHashSet<>(defaults.actions());
        actions.addAll(namedActions(item, defaults, result));
        if (UserCredentials.isTemporaryPassword(item)) {
            actions.add(UserModel.RequiredAction.UPDATE_PASSWORD.name());
        }
        return actions;
    }

    /**
     * The required actions of a record, with the names that Keycloak's realm import gives them: its own in upper case. Actions without a
     * provider are stored too, as a provider may come, with a warning.
     */
    static Set<String> namedActions(UserRecord item, RealmDefaults defaults, ValidationResult result) {
        Set<String> actions = new LinkedHashSet<>();
        for (String given : item.requiredActions()) {
            String action = DefaultRequiredActions.getDefaultRequiredActionCaseInsensitively(given);
            if (action.isBlank() || action.length() > MAX_ACTION_LENGTH) {
                result.reject(Violation.of(
                        "invalid-required-action",
                        "requiredActions",
                        "The name of a required action has 1 to " + MAX_ACTION_LENGTH + " characters"));
                continue;
            }
            actions.add(action);
            if (!defaults.knownActions().contains(action)) {
                result.warn(Violation.of(
                        "unknown-required-action",
                        "requiredActions",
                        "Required action \"" + action
                                + "\" has no provider on this server; it is stored and has no effect"));
            }
        }
        return actions;
    }

    static void checkLinks(List<FederatedIdentityRecord> links, ValidationResult result) {
        Set<String> providers = new LinkedHashSet<>();
        for (FederatedIdentityRecord link : links) {
            String fault = link.identityProvider() == null
                    ? "A link has no identityProvider"
                    : providers.add(link.identityProvider())
                            ? ""
                            : "Duplicate link to identity provider \"" + link.identityProvider() + "\"";
            if (!fault.isEmpty()) {
                result.reject(Violation.of("invalid-federated-identity", "federatedIdentities", fault));
            }
        }
    }
}
