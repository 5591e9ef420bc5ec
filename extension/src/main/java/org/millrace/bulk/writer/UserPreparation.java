package org.millrace.bulk.writer;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.millrace.bulk.record.FederatedIdentityRecord;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.Violation;

/**
 * Turns a record into the user that {@code POST /users} and the role and group endpoints would have left, or says why they
 * would have refused it. For one transaction and its thread.
 */
public final class UserPreparation {
    private static final int MAX_ID_LENGTH = 36;

    /** Ids that begin so belong to users of a federation provider. */
    private static final String FEDERATED_ID_PREFIX = "f:";

    private final RealmModel realm;
    private final KnownUsers known;
    private final ImportScope scope;
    private final UserProfiles profiles;
    private final UserCredentials credentials;
    private final References.Lookup references;
    private final NamedMemberships memberships;
    private final NamedTies ties;
    private final RealmDefaults defaults;
    private final UserRevision revision;
    private final Rehearsal rehearsal;
    private final TimeOrderedIds ids;
    private final long now;
    /** What this chunk of a dry run makes of users. */
    private final Map<String, UserState> rehearsed = new LinkedHashMap<>();

    /**
     * Prepares records for one transaction.
     *
     * @param session has the realm in its context; {@code users()} may be narrowed to what is known
     * @param rehearsal what a dry run has come to so far
     * @param now milliseconds since the epoch
     */
    public UserPreparation(
            KeycloakSession session,
            RealmModel realm,
            KnownUsers known,
            ImportScope scope,
            References.Lookup references,
            Rehearsal rehearsal,
            TimeOrderedIds ids,
            long now) {
        this.realm = realm;
        this.known = known;
        this.references = references;
        this.scope = scope;
        this.profiles = new UserProfiles(session, realm, known);
        this.credentials = new UserCredentials(session, realm, scope, rehearsal, ids, now);
        this.memberships = new NamedMemberships(references);
        this.ties = new NamedTies(references, realm, now);
        this.defaults = RealmDefaults.of(session, realm);
        this.revision = new UserRevision(
                scope.onConflict() == OnConflict.REPLACE,
                known,
                profiles,
                credentials,
                memberships,
                ties,
                references,
                defaults);
        this.rehearsal = rehearsal;
        this.ids = ids;
        this.now = now;
    }

    /** Checks a record against the realm, the database and the records before it. */
    public Prepared prepare(UserRecord item) {
        Prepared prepared = check(item);
        if (prepared instanceof Prepared.Accepted accepted) {
            known.add(accepted.user());
        } else if (prepared instanceof Prepared.Changed changed) {
            known.change(changed.change());
        }
        target(prepared).ifPresent(ties::remember);
        if (rehearsal.isReal()) {
            target(prepared).ifPresent(user -> rehearsed.put(user.id(), user));
        }
        return prepared;
    }

    /** Remembers what a dry run has come to, right before it is rolled back. */
    public void rehearsed() {
        rehearsed.values().forEach(user -> rehearsal.remember(user, uniqueEmail(user.email())));
    }

    private static Optional<UserState> target(Prepared prepared) {
        if (prepared instanceof Prepared.Accepted accepted) {
            return Optional.of(accepted.user());
        }
        if (prepared instanceof Prepared.Changed changed) {
            return Optional.of(changed.change().target());
        }
        return prepared instanceof Prepared.Rehearsed again ? Optional.of(again.user()) : Optional.empty();
    }

    private Prepared check(UserRecord item) {
        Findings findings = new Findings(scope.validation(), item.warnings());
        StorableText.check(item, findings::reject);
        if (findings.isRejected()) {
            return new Prepared.Refused(findings.problems());
        }
        if (scope.onConflict() == OnConflict.FAIL) {
            return created(item, findings);
        }
        Optional<String> found = present(item);
        if (found.isEmpty()) {
            return created(item, findings);
        }
        String id = found.get();
        if (scope.onConflict() == OnConflict.SKIP) {
            return references.mayView(id) ? new Prepared.Present(id, item.warnings()) : hidden(item, findings);
        }
        Optional<UserState> earlier = rehearsal.user(id);
        if (earlier.isEmpty()) {
            return checkedByRehearsal(revision.of(item, known.state(id), findings), findings);
        }
        UserState state = rehearsed.getOrDefault(id, earlier.get());
        Prepared again = checkedByRehearsal(revision.of(item, state, findings), findings);
        // Not to be written: in the database, the user is not what the difference starts from.
        return again instanceof Prepared.Changed changed
                ? new Prepared.Rehearsed(changed.change().target(), changed.warnings())
                : again;
    }

    private Prepared checkedByRehearsal(Prepared prepared, Findings findings) {
        if (prepared instanceof Prepared.Changed changed) {
            UserState target = changed.change().target();
            rehearsal.check(target, uniqueEmail(target.email()), realm.isLoginWithEmailAllowed(), findings);
        }
        return findings.isRejected() ? new Prepared.Refused(findings.problems()) : prepared;
    }

    /** A user whom the caller may not view: as {@code POST /users}, it is known to exist only to who may create such a user. */
    private Prepared hidden(UserRecord item, Findings findings) {
        findings.reject(
                references.mayCreate(item.groups())
                        ? Violation.of("username-exists", "username", "A user with this username, email or id exists")
                        : UserRevision.forbidden());
        return new Prepared.Refused(findings.problems());
    }

    private Prepared created(UserRecord item, Findings findings) {
        if (!references.mayCreate(item.groups())) {
            findings.reject(UserRevision.forbidden());
            return new Prepared.Refused(findings.problems());
        }
        checkId(item.id(), findings);
        rehearsal.checkId(item.id(), findings);
        UserProfiles.Profile profile = profiles.read(item, findings);
        Set<String> roleIds = new LinkedHashSet<>();
        roleIds.add(defaults.roleId());
        Set<String> named = memberships.roles(item, findings);
        if (!named.isEmpty() && !references.mayMapRolesOfNew()) {
            findings.reject(Violation.of("forbidden-user", "realmRoles", "You may not map roles of new users"));
        }
        roleIds.addAll(named);
        Set<String> groupIds = new LinkedHashSet<>(defaults.groupIds());
        groupIds.addAll(memberships.groups(item, findings));
        Set<String> actions = actions(item, findings);
        checkLinks(item.federatedIdentities(), findings);
        ties.checkFederation(item.federationLink(), findings);
        String id = item.id() == null ? ids.next() : item.id();
        String client = ties.serviceAccountClient(item.ties(), null, findings);
        UserTies tied = ties.ofNew(item.ties(), () -> profiles.readable(PendingUser.of(id, profile)), findings);
        List<UserState.StoredCredential> stored =
                findings.isRejected() ? List.of() : credentials.store(item, PendingUser.of(id, profile), findings);
        if (findings.isRejected()) {
            return new Prepared.Refused(findings.problems());
        }

        UserState user = new UserState(
                id,
                profile.username(),
                profile.email(),
                profile.firstName(),
                profile.lastName(),
                Boolean.TRUE.equals(item.enabled()),
                Boolean.TRUE.equals(item.emailVerified()),
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
                tied);
        rehearsal.check(user, uniqueEmail(user.email()), realm.isLoginWithEmailAllowed(), findings);
        return findings.isRejected()
                ? new Prepared.Refused(findings.problems())
                : new Prepared.Accepted(user, findings.warnings());
    }

    /**
     * The user that a record means: by its id, else by its name, else by its mail where that is unique; what a dry run has come
     * to goes before what the database holds.
     */
    private Optional<String> present(UserRecord item) {
        String id = item.id();
        String username = username(item);
        String email = uniqueEmail(item.email());
        return rehearsal
                .byId(id)
                .or(() -> id == null ? Optional.empty() : known.byId(id))
                .or(() -> rehearsal.byUsername(username))
                .or(() -> username.isEmpty() ? Optional.empty() : known.byUsername(username))
                .or(() -> rehearsal.byEmail(email))
                .or(() -> email == null ? Optional.empty() : known.byEmail(email));
    }

    private String username(UserRecord item) {
        String name = realm.isRegistrationEmailAsUsername() && item.email() != null ? item.email() : item.username();
        return name == null ? "" : KeycloakModelUtils.toLowerCaseSafe(name);
    }

    private @Nullable String uniqueEmail(@Nullable String email) {
        return realm.isDuplicateEmailsAllowed() ? null : KeycloakModelUtils.toLowerCaseSafe(email);
    }

    private void checkId(@Nullable String id, Findings findings) {
        if (id == null) {
            return;
        }
        if (id.isBlank() || id.length() > MAX_ID_LENGTH || id.startsWith(FEDERATED_ID_PREFIX)) {
            findings.reject(
                    Violation.of("invalid-id", "id", "An id has 1 to 36 characters and does not begin with f:"));
        } else if (known.isTaken(id)) {
            findings.reject(Violation.of("id-exists", "id", "A user with this id exists"));
        }
    }

    private Set<String> actions(UserRecord item, Findings findings) {
        if (item.requiredActions().isEmpty()
                && defaults.actions().isEmpty()
                && item.credentials().isEmpty()) {
            return Set.of();
        }
        Set<String> actions = new LinkedHashSet<>(defaults.actions());
        actions.addAll(namedActions(item, defaults, findings));
        if (UserCredentials.isTemporaryPassword(item)) {
            actions.add(UserModel.RequiredAction.UPDATE_PASSWORD.name());
        }
        return actions;
    }

    /** The required actions of a record that the server knows; the others are warned about. */
    static Set<String> namedActions(UserRecord item, RealmDefaults defaults, Findings findings) {
        Set<String> actions = new LinkedHashSet<>();
        for (String action : item.requiredActions()) {
            if (defaults.knownActions().contains(action)) {
                actions.add(action);
            } else {
                findings.warn(Violation.of("unknown-required-action", "requiredActions", "Left out: " + action));
            }
        }
        return actions;
    }

    static void checkLinks(List<FederatedIdentityRecord> links, Findings findings) {
        Set<String> providers = new LinkedHashSet<>();
        for (FederatedIdentityRecord link : links) {
            if (link.identityProvider() == null || !providers.add(link.identityProvider())) {
                findings.reject(Violation.of(
                        "invalid-federated-identity",
                        "federatedIdentities",
                        "Each link names another identity provider"));
            }
        }
    }
}
