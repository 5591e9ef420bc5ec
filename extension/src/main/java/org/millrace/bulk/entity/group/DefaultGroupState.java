package org.millrace.bulk.entity.group;

import java.util.List;
import java.util.Map;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.GroupModel;
import org.millrace.bulk.entity.RestorableEntity;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.undo.StateParts.Reader;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.StateJson;
import org.millrace.server.RealmDefaultGroups;

/** Whether a group is a default group of the realm. */
public final class DefaultGroupState extends RestorableEntity {
    private static final String PRESENT = "true";

    DefaultGroupState() {
        super("default-group", new EntityTable("keycloak_group"));
    }

    @Override
    public Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
        return Reader.ofEach(key -> of(in, key.id())).states(keys);
    }

    /** The state of a group. */
    public static String of(ChunkSession in, String id) {
        return RealmDefaultGroups.ids(in.realm()).contains(id) ? PRESENT : StateJson.ABSENT;
    }

    @Override
    public boolean mayChange(ChunkSession in, String id) {
        GroupModel group = in.realm().getGroupById(id);
        return group != null
                && in.permissions().realm().canManageRealm()
                && in.permissions().groups().canView(group);
    }

    /** Removes the group from the default groups. */
    @Override
    protected List<Violation> restore(ChunkSession in, Records records, Change change) {
        String id = change.key().id();
        in.realm().removeDefaultGroup(in.realm().getGroupById(id));
        in.tell(OperationType.DELETE, ResourceType.GROUP, () -> null, "default-groups", id);
        return List.of();
    }
}
