package org.millrace.bulk.entity.user.prepare;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RequiredActionProviderModel;

/**
 * Defaults of a realm for new users.
 *
 * @param knownActions required actions with a provider on the server; {@code POST /users} accepts no others
 */
record RealmDefaults(String roleId, Set<String> groupIds, List<String> actions, Set<String> knownActions) {
    static RealmDefaults of(KeycloakSession session, RealmModel realm) {
        return new RealmDefaults(
                realm.getDefaultRole().getId(),
                realm.getDefaultGroupsStream().map(GroupModel::getId).collect(Collectors.toUnmodifiableSet()),
                realm.getRequiredActionProvidersStream()
                        .filter(RequiredActionProviderModel::isEnabled)
                        .filter(RequiredActionProviderModel::isDefaultAction)
                        .map(RequiredActionProviderModel::getAlias)
                        .toList(),
                RequiredActions.known(session));
    }
}
