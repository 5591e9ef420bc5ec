package org.millrace.bulk.entity.group;

import java.util.List;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.GroupModel;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.StateJson;

/** Whether a group is a default group of the realm. */
public final class DefaultGroupState {
    private static final String PRESENT = "true";

    private DefaultGroupState() {}

    /** The state of a group. */
    public static String of(ChunkSession in, String id) {
        boolean isDefault = in.realm()
                .getDefaultGroupsStream()
                .anyMatch(group -> group.getId().equals(id));
        return isDefault ? PRESENT : StateJson.ABSENT;
    }

    /** Whether the caller may change the default groups; false if the group does not exist. */
    public static boolean mayChange(ChunkSession in, String id) {
        GroupModel group = in.realm().getGroupById(id);
        return group != null
                && in.permissions().realm().canManageRealm()
                && in.permissions().groups().canView(group);
    }

    /** Removes a group from the default groups. */
    public static List<Violation> remove(ChunkSession in, String id) {
        in.realm().removeDefaultGroup(in.realm().getGroupById(id));
        in.tell(OperationType.DELETE, ResourceType.GROUP, () -> null, "default-groups", id);
        return List.of();
    }
}
