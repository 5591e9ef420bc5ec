package org.millrace.bulk.entity.role;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.keycloak.models.ClientModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.millrace.bulk.entity.RestorableEntity;
import org.millrace.bulk.undo.EntityQueries;
import org.millrace.bulk.undo.EntityRows;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.undo.StateParts.Reader;
import org.millrace.bulk.undo.StoredEntity;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.StateJson;

/** The state of a role as a record that restores it. */
public final class RoleImage extends RestorableEntity {
    private static final EntityTable TABLE = new EntityTable("keycloak_role");

    /** A role with its attributes and composites. */
    public static final EntityRows ROWS =
            new EntityRows(
                    TABLE,
                    EntityRows.part("t.*", "{keycloak_role} t", "t.id"),
                    EntityRows.part("t.*", "{role_attribute} t", "t.role_id")) {
                @Override
                protected void addRelated(EntityQueries queries, Map<String, StoredEntity> found) throws SQLException {
                    queries.pairs("composite", "child_role", "composite_role", found.keySet())
                            .forEach(child -> Objects.requireNonNull(found.get(child.parent()))
                                    .addChild(child.id(), true));
                }
            };

    RoleImage() {
        super("role", TABLE);
    }

    @Override
    public Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
        return Reader.ofEach(key -> of(in.realm(), key.id())).states(keys);
    }

    @Override
    public boolean mayChange(ChunkSession in, String id) {
        RoleModel role = in.realm().getRoleById(id);
        return role != null
                && in.permissions().roles().canManage(role)
                && in.permissions().roles().canView(role);
    }

    @Override
    public Optional<EntityRows> rows() {
        return Optional.of(ROWS);
    }

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
