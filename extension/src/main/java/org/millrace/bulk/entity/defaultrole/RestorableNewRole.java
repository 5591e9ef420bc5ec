package org.millrace.bulk.entity.defaultrole;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.millrace.bulk.entity.Restorable;
import org.millrace.bulk.entity.role.Roles;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.writer.model.ChunkSession;

/** A role that a record with default roles created. */
final class RestorableNewRole extends Restorable {
    RestorableNewRole() {
        super(DefaultRoleState.NEW, new EntityTable("keycloak_role"));
    }

    @Override
    public Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
        return DefaultRoleState.states(in, keys);
    }

    @Override
    public Collection<String> lockedIds(ChunkSession in, List<PartKey> keys) {
        return DefaultRoleState.idsOfNew(in, keys).values();
    }

    @Override
    protected List<Violation> restore(ChunkSession in, Records records, Change change) {
        return records.delete(in, Roles.TYPE.word(), change.position(), DefaultRoleState.idOfNew(change.now()));
    }
}
