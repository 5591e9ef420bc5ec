package org.millrace.bulk.writer;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RequiredActionProviderModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.millrace.bulk.record.FederatedIdentityRecord;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.writer.References.Reference;

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
    private final OnConflict onConflict;
    private final UserProfiles profiles;
    private final UserCredentials credentials;
    private final References.Lookup references;
    private final TimeOrderedIds ids;
    private final long now;

    private final String defaultRoleId;
    private final List<String> defaultGroupIds;
    private final List<String> defaultActions;
    private final Set<String> knownActions;

    /**
     * Prepares records for one transaction.
     *
     * @param session has the realm in its context; {@code users()} may be narrowed to what is known
     * @param now milliseconds since the epoch
     */
    public UserPreparation(
            KeycloakSession session,
            RealmModel realm,
            KnownUsers known,
            OnConflict onConflict,
            References.Lookup references,
            TimeOrderedIds ids,
            long now) {
        this.realm = realm;
        this.known = known;
        this.onConflict = onConflict;
        this.profiles = new UserProfiles(session);
        this.credentials = new UserCredentials(session, realm, now);
        this.references = references;
        this.ids = ids;
        this.now = now;
        this.defaultRoleId = realm.getDefaultRole().getId();
        this.defaultGroupIds =
                realm.getDefaultGroupsStream().map(GroupModel::getId).toList();
        this.defaultActions = realm.getRequiredActionProvidersStream()
                .filter(RequiredActionProviderModel::isEnabled)
                .filter(RequiredActionProviderModel::isDefaultAction)
                .map(RequiredActionProviderModel::getAlias)
                .toList();
        this.knownActions = RequiredActions.known(session);
    }

    /** Checks a record against the realm, the database and the records before it. */
    public Prepared prepare(UserRecord item) {
        List<Violation> problems = new ArrayList<>(0);
        StorableText.check(item, problems::add);
        if (!problems.isEmpty()) {
            return new Prepared.Refused(problems);
        }
        if (onConflict == OnConflict.SKIP) {
            Optional<String> present = present(item);
            if (present.isPresent()) {
                return new Prepared.Present(present.get());
            }
        }
        checkId(item.id(), problems);

        UserProfiles.Profile profile = profiles.read(item, problems);
        List<Violation> warnings = new ArrayList<>(item.warnings());
        Set<String> roleIds = roles(item, problems);
        Set<String> groupIds = groups(item, problems);
        Set<String> actions = actions(item, warnings);
        checkLinks(item.federatedIdentities(), problems);
        String id = item.id() == null ? ids.next() : item.id();
        List<NewUser.StoredCredential> stored = problems.isEmpty()
                ? credentials.store(item, PendingUser.of(id, profile), problems, warnings)
                : List.of();
        if (!problems.isEmpty()) {
            return new Prepared.Refused(problems);
        }

        NewUser user = new NewUser(
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
                item.federatedIdentities());
        known.add(user);
        return new Prepared.Accepted(user, warnings);
    }

    /** The user that a record means: by its id, else by its name, else by its mail where that is unique. */
    private Optional<String> present(UserRecord item) {
        Optional<String> found = item.id() == null ? Optional.empty() : known.byId(item.id());
        String email = KeycloakModelUtils.toLowerCaseSafe(item.email());
        String username = realm.isRegistrationEmailAsUsername() && email != null
                ? email
                : KeycloakModelUtils.toLowerCaseSafe(item.username());
        if (found.isEmpty() && username != null) {
            found = known.byUsername(username);
        }
        if (found.isEmpty() && email != null && !realm.isDuplicateEmailsAllowed()) {
            found = known.byEmail(email);
        }
        return found;
    }

    private void checkId(@Nullable String id, List<Violation> problems) {
        if (id == null) {
            return;
        }
        if (id.isBlank() || id.length() > MAX_ID_LENGTH || id.startsWith(FEDERATED_ID_PREFIX)) {
            problems.add(Violation.of("invalid-id", "id", "An id has 1 to 36 characters and does not begin with f:"));
        } else if (known.isTaken(id)) {
            problems.add(Violation.of("id-exists", "id", "A user with this id exists"));
        }
    }

    private Set<String> roles(UserRecord item, List<Violation> problems) {
        Set<String> roleIds = new LinkedHashSet<>();
        roleIds.add(defaultRoleId);
        for (String name : item.realmRoles()) {
            resolve(references.realmRole(name), "role", "realmRoles", name, problems, (id, path) -> roleIds.add(id));
        }
        for (Map.Entry<String, List<String>> client : item.clientRoles().entrySet()) {
            String field = "clientRoles." + client.getKey();
            for (String name : client.getValue()) {
                Reference role = references.clientRole(client.getKey(), name);
                resolve(role, "role", field, name, problems, (id, path) -> roleIds.add(id));
            }
        }
        return roleIds;
    }

    private Set<String> groups(UserRecord item, List<Violation> problems) {
        if (item.groups().isEmpty() && defaultGroupIds.isEmpty()) {
            return Set.of();
        }
        Set<String> groupIds = new LinkedHashSet<>(defaultGroupIds);
        for (String path : item.groups()) {
            resolve(references.group(path), "group", "groups", path, problems, (id, field) -> groupIds.add(id));
        }
        return groupIds;
    }

    private static void resolve(
            Reference reference,
            String kind,
            String field,
            String name,
            List<Violation> problems,
            BiConsumer<String, String> usable) {
        if (reference instanceof Reference.Usable found) {
            usable.accept(found.id(), field);
        } else if (reference instanceof Reference.Forbidden) {
            problems.add(Violation.of("forbidden-" + kind, field, "You may not hand out the " + kind + " " + name));
        } else {
            problems.add(Violation.of("unknown-" + kind, field, "There is no " + kind + " " + name));
        }
    }

    private Set<String> actions(UserRecord item, List<Violation> warnings) {
        if (item.requiredActions().isEmpty()
                && defaultActions.isEmpty()
                && item.credentials().isEmpty()) {
            return Set.of();
        }
        Set<String> actions = new LinkedHashSet<>(defaultActions);
        for (String action : item.requiredActions()) {
            if (knownActions.contains(action)) {
                actions.add(action);
            } else {
                warnings.add(Violation.of("unknown-required-action", "requiredActions", "Left out: " + action));
            }
        }
        if (UserCredentials.isTemporaryPassword(item)) {
            actions.add(UserModel.RequiredAction.UPDATE_PASSWORD.name());
        }
        return actions;
    }

    private static void checkLinks(List<FederatedIdentityRecord> links, List<Violation> problems) {
        Set<String> providers = new LinkedHashSet<>();
        for (FederatedIdentityRecord link : links) {
            if (link.identityProvider() == null || !providers.add(link.identityProvider())) {
                problems.add(Violation.of(
                        "invalid-federated-identity",
                        "federatedIdentities",
                        "Each link names another identity provider"));
            }
        }
    }
}
