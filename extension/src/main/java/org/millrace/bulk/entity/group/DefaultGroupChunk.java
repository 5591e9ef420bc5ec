package org.millrace.bulk.entity.group;

import java.util.List;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.ReferencedRows.Table;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.EntityOutcomes;
import org.millrace.bulk.writer.model.RejectionMapping;
import org.millrace.server.GroupPath;
import org.millrace.server.RealmDefaultGroups;

/** Adds default groups to the realm as {@code PUT /default-groups/{id}} does. */
final class DefaultGroupChunk {
    private DefaultGroupChunk() {}

    static Outcome write(DefaultGroupRecord item, ChunkSession within) {
        if (!within.permissions().realm().canManageRealm()) {
            return rejected(item, "forbidden-default-group", "You may not change the default groups of the realm");
        }
        RealmModel realm = within.realm();
        String path = item.path();
        if (path == null || path.isBlank()) {
            return rejected(item, "missing-path", "Missing field \"path\"");
        }
        GroupModel group = GroupPath.find(within.session(), realm, path);
        // A caller who may not view the group does not learn whether it exists.
        if (group == null && within.permissions().groups().canView()) {
            return rejected(
                    item,
                    "unknown-group",
                    "Group \"" + path + "\" does not exist in realm \"" + realm.getName() + "\"");
        }
        if (group == null || !within.permissions().groups().canView(group)) {
            return rejected(item, "forbidden-group", "You may not view group \"" + path + "\", or it does not exist");
        }
        boolean isDefault = RealmDefaultGroups.ids(realm).contains(group.getId());
        if (isDefault && within.onConflict() == OnConflict.FAIL) {
            return rejected(
                    item, "default-group-exists", "Group \"" + path + "\" is already a default group of the realm");
        }
        if (!isDefault) {
            within.changing(item.position(), group.getId(), () -> DefaultGroupState.of(within, group.getId()));
            RejectionMapping.orPartialWrite(() -> {
                realm.addDefaultGroup(group);
                within.refersTo(Table.GROUP, group.getId());
                return group;
            });
            within.tell(OperationType.CREATE, ResourceType.GROUP, () -> null, "default-groups", group.getId());
        }
        return EntityOutcomes.of(item, false, !isDefault, group.getId(), item.warnings());
    }

    private static Outcome rejected(DefaultGroupRecord item, String code, String detail) {
        return Outcomes.rejected(item, List.of(Violation.of(code, "path", detail)));
    }
}
