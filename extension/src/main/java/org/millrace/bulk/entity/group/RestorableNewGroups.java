package org.millrace.bulk.entity.group;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.keycloak.models.GroupModel;
import org.millrace.bulk.entity.Restorable;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.writer.model.ChunkSession;

/** Groups, of the realm or of an organization, below ones that existed before the job. */
final class RestorableNewGroups extends Restorable {
    /** The record type of the groups of organizations. */
    private static final String DEPARTMENT = "department";

    RestorableNewGroups() {
        super(GroupParts.NEW, new EntityTable("keycloak_group"));
    }

    @Override
    public Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
        return GroupParts.statesOfNew(in, keys);
    }

    @Override
    public Collection<String> lockedIds(ChunkSession in, List<PartKey> keys) {
        return GroupParts.idsOfNew(in, keys).values();
    }

    @Override
    protected List<Violation> restore(ChunkSession in, Records records, Change change) {
        String id = GroupParts.idOfNew(change.now());
        GroupModel group = in.session().groups().getGroupById(in.realm(), id);
        boolean ofRealm = group == null || group.getType() == GroupModel.Type.REALM;
        return records.delete(in, ofRealm ? "group" : DEPARTMENT, change.position(), id);
    }
}
