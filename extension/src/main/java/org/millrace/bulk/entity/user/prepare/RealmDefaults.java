package org.millrace.bulk.entity.user.prepare;

import java.util.List;
import java.util.Set;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RequiredActionProviderModel;
import org.millrace.server.RealmDefaultGroups;

/**
 * Defaults of a realm for new users.
 *
 * @param knownActions required actions with a provider on the server; {@code POST /users} accepts no others
 */
record RealmDefaults(String roleId, Set<String> groupIds, List<String> actions, Set<String> knownActions) {
    static RealmDefaults of(KeycloakSession session, RealmModel realm) {
        return new RealmDefaults(
                realm.getDefaultRole().getId(),
                RealmDefaultGroups.ids(realm),
                realm.getRequiredActionProvidersStream()
                        .filter(RequiredActionProviderModel::isEnabled)
                        .filter(RequiredActionProviderModel::isDefaultAction)
                        .map(RequiredActionProviderModel::getAlias)
                        .toList(),
                RequiredActions.known(session));
    }
}
