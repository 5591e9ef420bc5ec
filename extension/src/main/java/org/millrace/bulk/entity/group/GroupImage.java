package org.millrace.bulk.entity.group;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.millrace.bulk.entity.RestorableEntity;
import org.millrace.bulk.undo.EntityQueries;
import org.millrace.bulk.undo.EntityRows;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.undo.StateParts.Reader;
import org.millrace.bulk.undo.StoredEntity;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.StateJson;

/** The state of a group of the realm as a record that restores it. */
public final class GroupImage extends RestorableEntity {
    private static final EntityTable TABLE = new EntityTable("keycloak_group");

    /** A group, of the realm or of an organization, with its attributes, roles and subgroups. */
    public static final EntityRows ROWS =
            new EntityRows(
                    TABLE,
                    EntityRows.part("t.*", "{keycloak_group} t", "t.id"),
                    EntityRows.part("t.*", "{group_attribute} t", "t.group_id"),
                    EntityRows.part("t.*", "{group_role_mapping} t", "t.group_id")) {
                @Override
                protected void addRelated(EntityQueries queries, Map<String, StoredEntity> found) throws SQLException {
                    Map<String, String> roots = new HashMap<>();
                    found.keySet().forEach(id -> roots.put(id, id));
                    addSubgroups(queries, found, roots);
                }
            };

    GroupImage() {
        super("group", TABLE);
    }

    @Override
    public Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
        return Reader.ofEach(key -> of(in.realm(), key.id())).states(keys);
    }

    @Override
    public boolean mayChange(ChunkSession in, String id) {
        GroupModel group = in.realm().getGroupById(id);
        return group != null
                && in.permissions().groups().canManage(group)
                && in.permissions().groups().canView(group);
    }

    @Override
    public Optional<EntityRows> rows() {
        return Optional.of(ROWS);
    }

    @Override
    public Optional<String> container(ChunkSession in, String id) {
        return containerOf(in, id);
    }

    /** The id of the group that contains a group, of the realm or of an organization; empty for a group at the top. */
    public static Optional<String> containerOf(ChunkSession in, String id) {
        return Optional.ofNullable(in.realm().getGroupById(id)).map(GroupModel::getParentId);
    }

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
