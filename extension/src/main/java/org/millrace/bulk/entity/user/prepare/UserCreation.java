package org.millrace.bulk.entity.user.prepare;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.DefaultRequiredActions;
import org.millrace.bulk.entity.user.credential.UserCredentials;
import org.millrace.bulk.entity.user.profile.DryRunState;
import org.millrace.bulk.entity.user.profile.PendingUser;
import org.millrace.bulk.entity.user.profile.ProfileResult;
import org.millrace.bulk.entity.user.state.UserAssociations;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.record.user.FederatedIdentityRecord;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.id.EntityId;
import org.millrace.bulk.writer.id.TimeOrderedIds;

/** Converts a record to a new user, or rejects it. For one transaction and its thread. */
final class UserCreation {
    /** Ids that begin so belong to users of a federation provider. */
    private static final String FEDERATED_ID_PREFIX = "f:";

    /** {@code USER_REQUIRED_ACTION.REQUIRED_ACTION}, in characters. */
    private static final int MAX_ACTION_LENGTH = 255;

    private final UserChecks checks;
    private final UserMatching matching;
    private final DryRunState dryRunState;
    private final TimeOrderedIds ids;
    private final long now;

    /** @param now milliseconds since the epoch */
    UserCreation(UserChecks checks, UserMatching matching, DryRunState dryRunState, TimeOrderedIds ids, long now) {
        this.checks = checks;
        this.matching = matching;
        this.dryRunState = dryRunState;
        this.ids = ids;
        this.now = now;
    }

    /** @param account existing service account that the record replaces; null for none */
    Prepared of(UserRecord item, @Nullable UserModel account, ValidationResult result) {
        if (account == null && !checks.references().mayCreate(item.groups())) {
            result.reject(UserRevision.forbidden());
            return new Prepared.Refused(result.problems());
        }
        checkId(item.id(), result);
        dryRunState.checkId(item.id(), result);
        ProfileResult profile = checks.profiles().read(item, account == null ? null : account.getId(), result);
        Set<String> roleIds = new LinkedHashSet<>();
        roleIds.add(checks.defaults().roleId());
        Set<String> named = new LinkedHashSet<>(checks.memberships().roles(item, roleIds, result));
        named.removeAll(roleIds);
        if (!named.isEmpty() && !mayMapRoles(account)) {
            result.reject(Violation.of(
                    "forbidden-user",
                    "realmRoles",
                    UserChangePermissions.mapRoles("user \"" + profile.username() + "\"")));
        }
        roleIds.addAll(named);
        Set<String> groupIds = new LinkedHashSet<>(checks.defaults().groupIds());
        boolean joins = groupIds.addAll(checks.memberships().groups(item, result));
        checkGroups(item, account, joins, "user \"" + profile.username() + "\"", result);
        Set<String> actions = actions(item, result);
        checkLinks(item.federatedIdentities(), result);
        checks.associations().checkFederation(item.federationLink(), result);
        String id = item.id() == null ? ids.next() : item.id();
        String current = account == null ? null : account.getServiceAccountClientLink();
        String client = checks.associations().serviceAccountClient(item.associations(), current, result);
        if (account != null) {
            account.getRoleMappingsStream().map(RoleModel::getId).forEach(roleIds::add);
        }
        UserAssociations associated = checks.associations()
                .ofNew(item.associations(), () -> checks.profiles().readable(PendingUser.of(id, profile)), result);
        List<UserState.StoredCredential> stored =
                result.isRejected() ? List.of() : checks.credentials().store(item, PendingUser.of(id, profile), result);
        if (result.isRejected()) {
            return new Prepared.Refused(result.problems());
        }

        UserState user = new UserState(
                id,
                profile.username(),
                profile.email(),
                profile.firstName(),
                profile.lastName(),
                checks.scope().defaults().enabled(item.enabled()),
                checks.scope().defaults().emailVerified(item.emailVerified()),
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
        dryRunState.check(
                user, matching.uniqueEmail(user.email()), checks.realm().isLoginWithEmailAllowed(), result);
        return result.isRejected()
                ? new Prepared.Refused(result.problems())
                : new Prepared.Accepted(user, result.warnings());
    }

    private boolean mayMapRoles(@Nullable UserModel account) {
        return account == null
                ? checks.references().rights().mayMapRolesOfNew()
                : checks.references().rights().mayMapRoles(account.getId());
    }

    /**
     * Keycloak's {@code POST /users} takes groups with the permissions on these. The calls for groups inside organizations and for existing
     * users, such as the replaced account, also need the permission on the user.
     */
    private void checkGroups(
            UserRecord item, @Nullable UserModel account, boolean joins, String user, ValidationResult result) {
        boolean joinsOfAccount = joins && account != null;
        boolean inside = UserChangePermissions.namesGroupsInside(item);
        if (!joinsOfAccount && !inside || mayManageGroupMembership(account)) {
            return;
        }
        if (joinsOfAccount) {
            result.reject(Violation.of("forbidden-user", "groups", UserChangePermissions.changeGroups("groups", user)));
        }
        if (inside) {
            result.reject(Violation.of(
                    "forbidden-user",
                    "organizations",
                    UserChangePermissions.changeGroups("organization groups", user)));
        }
    }

    private boolean mayManageGroupMembership(@Nullable UserModel account) {
        return account == null
                ? checks.references().rights().mayManageGroupMembershipOfNew()
                : checks.references().rights().mayManageGroupMembership(account.getId());
    }

    private void checkId(@Nullable String id, ValidationResult result) {
        if (id == null) {
            return;
        }
        Optional<Violation> problem = EntityId.problemOfNew("user", "id", id, mayChooseIds());
        if (problem.isPresent()) {
            result.reject(problem.get());
        } else if (id.startsWith(FEDERATED_ID_PREFIX)) {
            result.reject(Violation.of(
                    "invalid-id", "id", "Id \"" + id + "\" begins with \"f:\", as those of federated users do"));
        } else {
            checks.known()
                    .realmOf(id)
                    .ifPresent(
                            other -> result.reject(checks.references().rights().idInUse("user", other)));
        }
    }

    /** Whether a new user may have the id of its record. */
    boolean mayChooseIds() {
        return !checks.scope().ids().isKeeping() || checks.references().rights().mayManageRealm();
    }

    private Set<String> actions(UserRecord item, ValidationResult result) {
        if (item.requiredActions().isEmpty()
                && checks.defaults().actions().isEmpty()
                && item.credentials().isEmpty()) {
            return Set.of();
        }
        Set<String> actions = new LinkedHashSet<>(checks.defaults().actions());
        actions.addAll(namedActions(item, checks.defaults(), result));
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
                        "Name of a required action has " + action.length() + " characters; 1 to " + MAX_ACTION_LENGTH
                                + " are allowed"));
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
                    ? "Missing field \"identityProvider\""
                    : providers.add(link.identityProvider())
                            ? ""
                            : "Duplicate link to identity provider \"" + link.identityProvider() + "\"";
            if (!fault.isEmpty()) {
                result.reject(Violation.of("invalid-federated-identity", "federatedIdentities", fault));
            }
        }
    }
}
