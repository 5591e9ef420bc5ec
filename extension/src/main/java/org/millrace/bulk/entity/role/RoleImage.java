package org.millrace.bulk.entity.role;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.keycloak.models.ClientModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.millrace.bulk.writer.model.StateJson;

/** The state of a role as a record that restores it. */
public final class RoleImage {
    private RoleImage() {}

    /** The record of a role with its attributes and composites. */
    public static String of(RealmModel realm, String id) {
        RoleModel role = realm.getRoleById(id);
        if (role == null) {
            return StateJson.ABSENT;
        }
        ObjectNode record = JsonNodeFactory.instance.objectNode();
        record.put("id", id).put("name", role.getName()).put("description", role.getDescription());
        ClientModel client = role.isClientRole() ? realm.getClientById(role.getContainerId()) : null;
        if (client != null) {
            record.put("clientId", client.getClientId());
        }
        record.set("attributes", StateJson.attributes(role.getAttributes()));
        record.set("composites", StateJson.roles(realm, role.getCompositesStream(), "realm", "client"));
        return StateJson.text(record);
    }
}
