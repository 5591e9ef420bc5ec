package org.millrace.bulk.entity.group;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.millrace.bulk.writer.model.StateJson;

/** The state of a group of the realm as a record that restores it. */
public final class GroupImage {
    private GroupImage() {}

    /** The record of a group with its path, attributes and roles, without its subgroups. */
    public static String of(RealmModel realm, String id) {
        GroupModel group = realm.getGroupById(id);
        if (group == null) {
            return StateJson.ABSENT;
        }
        ObjectNode record = JsonNodeFactory.instance.objectNode();
        record.put("id", id)
                .put("name", group.getName())
                .put("path", KeycloakModelUtils.buildGroupPath(group))
                .put("description", group.getDescription());
        record.set("attributes", StateJson.attributes(group.getAttributes()));
        record.setAll(StateJson.roles(realm, group.getRoleMappingsStream(), "realmRoles", "clientRoles"));
        return StateJson.text(record);
    }
}
