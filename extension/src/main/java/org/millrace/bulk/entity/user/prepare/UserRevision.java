package org.millrace.bulk.entity.user.prepare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.keycloak.models.UserModel;
import org.keycloak.services.managers.BruteForceProtector;
import org.millrace.bulk.entity.user.credential.UserCredentials;
import org.millrace.bulk.entity.user.prepare.References.Reference;
import org.millrace.bulk.entity.user.profile.MatchedBy;
import org.millrace.bulk.entity.user.profile.PendingUser;
import org.millrace.bulk.entity.user.profile.ProfileResult;
import org.millrace.bulk.entity.user.state.UserAssociations;
import org.millrace.bulk.entity.user.state.UserChange;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.entity.user.state.UserState.Attribute;
import org.millrace.bulk.entity.user.state.UserState.StoredCredential;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.record.user.AssociationsRecord;
import org.millrace.bulk.record.user.FederatedIdentityRecord;
import org.millrace.bulk.writer.ValidationResult;

/**
 * Applies a record to an existing user, as {@code PUT /users/{id}} and the endpoints of roles, groups, links and credentials do.
 * With merge, the fields of the record are set, and roles, groups and links are added. With replace, the user becomes what the
 * record would have created, but keeps its id and creation time. Credentials, required actions, the federation link, {@code notBefore} and
 * associations are kept too unless the record names them. Defaults of the realm for new users are neither added nor removed. For
 * one transaction and its thread.
 */
final class UserRevision {
    private final boolean replaces;
    private final UserChecks checks;
    private final UserChangePermissions permissions;

    UserRevision(boolean replaces, UserChecks checks) {
        this.replaces = replaces;
        this.checks = checks;
        this.permissions = new UserChangePermissions(checks.references());
    }

    /** Says the same of a user who exists and of one who does not: the caller may not know. */
    static Violation forbidden() {
        return Violation.of("forbidden-user", null, "You may not create or change this user");
    }

    Prepared of(UserRecord item, UserState found, MatchedBy key, ValidationResult result) {
        UserState current = item.associations() == AssociationsRecord.NONE
                ? found
                : found.with(checks.known().associations(found));
        if (!checks.references().rights().mayManage(current.id()) || replaces && !permissions.mayView(current)) {
            result.reject(forbidden());
            return new Prepared.Refused(result.problems());
        }
        permissions.checkHidden(item, current, result);
        if (result.isRejected()) {
            return new Prepared.Refused(result.problems());
        }
        if (checks.known().isReadOnly(current.id())) {
            result.reject(readOnly(current));
            return new Prepared.Refused(result.problems());
        }
        if (current.federationLink() != null && item.names("credentials")) {
            result.reject(Violation.of(
                    "federated-credentials",
                    "credentials",
                    "The user federation provider of " + permissions.shown(current)
                            + " stores the credentials; remove the field"));
        }
        ProfileResult profile = checks.profiles().revise(item, current, replaces, result);
        Set<String> roleIds = roles(item, current, result);
        Set<String> groupIds = groups(item, current, result);
        UserCreation.checkLinks(item.federatedIdentities(), result);
        if (!Objects.equals(item.federationLink(), current.federationLink())) {
            checks.associations().checkFederation(item.federationLink(), result);
        }
        String client =
                checks.associations().serviceAccountClient(item.associations(), current.serviceAccountClient(), result);
        UserAssociations associated = current.associations() == null
                ? null
                : checks.associations()
                        .revised(
                                item.associations(),
                                current.associations(),
                                replaces,
                                () -> checks.profiles().readable(PendingUser.of(current.id(), profile)),
                                result);
        UserCredentials.Revised revised = result.isRejected()
                ? new UserCredentials.Revised(current.credentials(), false)
                : checks.credentials().revise(item, current, replaces, result);
        List<StoredCredential> stored = revised.credentials();
        if (current.serviceAccountClient() != null && (revised.sets() || !stored.equals(current.credentials()))) {
            result.reject(Violation.of(
                    "service-account-credentials",
                    "credentials",
                    "Keycloak does not change the credentials of " + permissions.shown(current)
                            + ", which is a service account; remove the field"));
        }
        Set<String> actions = actions(item, current, stored, result);
        if (result.isRejected()) {
            return new Prepared.Refused(result.problems());
        }

        boolean enabled = item.enabled() == null && !replaces
                ? current.enabled()
                : checks.scope().defaults().enabled(item.enabled());
        List<Attribute> attributes =
                enabled && !current.enabled() ? withoutLockout(profile.attributes()) : profile.attributes();
        UserState target = new UserState(
                current.id(),
                profile.username(),
                profile.email(),
                profile.firstName(),
                profile.lastName(),
                enabled,
                item.emailVerified() == null && !replaces
                        ? current.emailVerified()
                        : checks.scope().defaults().emailVerified(item.emailVerified()),
                permissions.createdTimestamp(item, current, result),
                permissions.notBefore(item, current, result),
                item.federationLink() == null ? current.federationLink() : item.federationLink(),
                attributes,
                stored,
                roleIds,
                groupIds,
                actions,
                links(item, current),
                client,
                associated);
        UserChange change = new UserChange(current, target);
        if (!revised.sets() && permissions.showEmpty(change)) {
            return new Prepared.Present(current.id(), key, result.warnings());
        }
        permissions.check(change, result);
        checks.memberLinks().check(change, item.federatedIdentities(), permissions, result);
        if (result.isRejected()) {
            return new Prepared.Refused(result.problems());
        }
        return new Prepared.Changed(change, key, result.warnings());
    }

    /** What {@code BruteForceProtector.cleanUpPermanentLockout} leaves of the attributes. */
    private static List<Attribute> withoutLockout(List<Attribute> attributes) {
        return attributes.stream()
                .filter(attribute -> !attribute.name().equals(UserModel.DISABLED_REASON)
                        || !attribute.value().equals(BruteForceProtector.DISABLED_BY_PERMANENT_LOCKOUT))
                .toList();
    }

    private Violation readOnly(UserState user) {
        return Violation.of(
                "read-only-user",
                null,
                "Keycloak does not change " + permissions.shown(user)
                        + ", a managed member of a disabled organization, or of a realm with organizations disabled; enable it first");
    }

    /** Checks that the caller may give a user back an earlier state, role by role and group by group. */
    Prepared restored(UserState current, UserState target, ValidationResult result) {
        if (!checks.references().rights().mayManage(current.id()) || !permissions.mayView(current)) {
            result.reject(forbidden());
        } else if (checks.known().isReadOnly(current.id())) {
            result.reject(readOnly(current));
        }
        UserChange change = new UserChange(current, target);
        if (!result.isRejected() && !change.isEmpty()) {
            checkRestored(change, result);
            permissions.check(change, result);
            checks.memberLinks().check(change, target.federatedIdentities(), permissions, result);
        }
        if (result.isRejected()) {
            return new Prepared.Refused(result.problems());
        }
        return change.isEmpty()
                ? new Prepared.Present(current.id(), MatchedBy.ID, result.warnings())
                : new Prepared.Changed(change, MatchedBy.ID, result.warnings());
    }

    private void checkRestored(UserChange change, ValidationResult result) {
        checks.profiles().checkRestored(change, result);
        checks.memberships().checkRemovedRoles(change.roles().removed(), result);
        checks.memberships().checkLeftGroups(change.groups().removed(), result);
        change.roles().added().forEach(id -> requireUsable(checks.references().roleById(id), "role", id, result));
        change.groups().added().forEach(id -> requireUsable(checks.references().groupById(id), "group", id, result));
        change.associations()
                .organizations()
                .forEach(id -> requireUsable(checks.references().organizationById(id), "organization", id, result));
        if (!Objects.equals(change.current().federationLink(), change.target().federationLink())) {
            checks.associations().checkFederation(change.target().federationLink(), result);
        }
        UserCreation.checkLinks(change.linksToAdd(), result);
        boolean grantsConsents = !change.associations().addedConsents().isEmpty()
                || !change.associations().changedConsents().isEmpty();
        if (grantsConsents && !checks.references().rights().mayManageRealm()) {
            result.reject(Violation.of(
                    "forbidden-client", null, "Not allowed to restore consents; requires the role manage-realm"));
        }
    }

    private static void requireUsable(Reference reference, String kind, String id, ValidationResult result) {
        if (reference instanceof Reference.Forbidden) {
            result.reject(Violation.of(
                    "forbidden-" + kind,
                    null,
                    "You may not assign a former " + kind + " of the user, or it does not exist"));
        } else if (reference instanceof Reference.Unknown) {
            result.reject(Violation.of(
                    "changed-since-import",
                    null,
                    "The former " + kind + " \"" + id + "\" of the user no longer exists"));
        }
    }

    private Set<String> roles(UserRecord item, UserState current, ValidationResult result) {
        Set<String> named = checks.memberships().roles(item, permissions.viewableRoles(current), result);
        Set<String> target =
                revised(named, current.roleIds(), Set.of(checks.defaults().roleId()));
        checks.memberships().checkRemovedRoles(minus(current.roleIds(), target), result);
        return target;
    }

    private Set<String> groups(UserRecord item, UserState current, ValidationResult result) {
        Set<String> named = checks.memberships().groups(item, result);
        Set<String> target =
                revised(named, current.groupIds(), checks.defaults().groupIds());
        checks.memberships().checkLeftGroups(minus(current.groupIds(), target), result);
        return target;
    }

    /** The current values, or only the realm's defaults among them, and those of the record. */
    private Set<String> revised(Set<String> named, Set<String> current, Set<String> given) {
        Set<String> target = new LinkedHashSet<>(current);
        if (replaces) {
            target.retainAll(given);
        }
        target.addAll(named);
        return target;
    }

    private static Set<String> minus(Set<String> some, Set<String> others) {
        Set<String> rest = new LinkedHashSet<>(some);
        rest.removeAll(others);
        return rest;
    }

    /** A list that is named is the whole list; merged, as far as the server knows the actions, as {@code PUT} does it. */
    private Set<String> actions(
            UserRecord item, UserState current, List<StoredCredential> stored, ValidationResult result) {
        Set<String> actions = new LinkedHashSet<>(current.requiredActions());
        if (item.names("requiredActions")) {
            actions.removeAll(checks.defaults().knownActions());
            if (replaces) {
                actions.clear();
                actions.addAll(
                        given(current.requiredActions(), checks.defaults().actions()));
            }
        }
        actions.addAll(UserCreation.namedActions(item, checks.defaults(), result));
        String updatePassword = UserModel.RequiredAction.UPDATE_PASSWORD.name();
        if (UserCredentials.isTemporaryPassword(item)
                && (!stored.equals(current.credentials())
                        || current.requiredActions().contains(updatePassword))) {
            actions.add(updatePassword);
        }
        return actions;
    }

    private static Set<String> given(Set<String> current, List<String> toEverybody) {
        Set<String> given = new LinkedHashSet<>(toEverybody);
        given.retainAll(current);
        return given;
    }

    private List<FederatedIdentityRecord> links(UserRecord item, UserState current) {
        if (replaces) {
            return item.federatedIdentities();
        }
        Function<FederatedIdentityRecord, String> alias = link -> String.valueOf(link.identityProvider());
        Map<String, FederatedIdentityRecord> links = new LinkedHashMap<>();
        current.federatedIdentities().forEach(link -> links.put(alias.apply(link), link));
        item.federatedIdentities().forEach(link -> links.put(alias.apply(link), link));
        return new ArrayList<>(links.values());
    }
}
