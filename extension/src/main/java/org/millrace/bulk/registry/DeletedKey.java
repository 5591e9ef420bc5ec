package org.millrace.bulk.registry;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.model.Resource;
import org.keycloak.common.Profile;
import org.keycloak.models.ClientModel;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.RealmModel;
import org.millrace.server.KeycloakBridge;

/** The fields by which a record identifies an entity that an undo deletes: the id, and what contains the entity. */
final class DeletedKey {
    private DeletedKey() {}

    /**
     * The record's fields as JSON.
     *
     * @param word the record type
     */
    static String of(String word, String id, KeycloakSession session, RealmModel realm) {
        ObjectNode key = JsonNodeFactory.instance.objectNode();
        switch (word) {
            case "department" -> key.put("id", id).put("organization", organization(id, realm));
            case "resource" -> key.put("_id", id).put("clientId", client(id, session, realm));
            case "identity-provider" -> key.put("internalId", id);
            default -> key.put("id", id);
        }
        return key.toString();
    }

    /** The alias of the organization of a group; of a group that does not exist, a name that no organization has. */
    private static String organization(String groupId, RealmModel realm) {
        GroupModel group = realm.getGroupById(groupId);
        OrganizationModel organization = group == null ? null : KeycloakBridge.organizationOf(group);
        return organization == null ? groupId : organization.getAlias();
    }

    private static String client(String resourceId, KeycloakSession session, RealmModel realm) {
        Resource resource = resource(resourceId, session);
        ClientModel client = resource == null
                ? null
                : realm.getClientById(resource.getResourceServer().getClientId());
        return client == null ? resourceId : client.getClientId();
    }

    private static @Nullable Resource resource(String id, KeycloakSession session) {
        return Profile.isFeatureEnabled(Profile.Feature.AUTHORIZATION)
                ? session.getProvider(AuthorizationProvider.class)
                        .getStoreFactory()
                        .getResourceStore()
                        .findById(null, id)
                : null;
    }
}
