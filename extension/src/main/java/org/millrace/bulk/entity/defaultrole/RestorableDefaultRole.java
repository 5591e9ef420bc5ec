package org.millrace.bulk.entity.defaultrole;

import java.util.List;
import java.util.Map;
import org.millrace.bulk.entity.Restorable;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.writer.model.ChunkSession;

/** A role in the default role of the realm. */
final class RestorableDefaultRole extends Restorable {
    RestorableDefaultRole() {
        super(DefaultRoleState.PART, new EntityTable("keycloak_role"));
    }

    @Override
    public Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
        return DefaultRoleState.states(in, keys);
    }

    @Override
    protected List<Violation> restore(ChunkSession in, Records records, Change change) {
        return DefaultRoleState.remove(in, change.key());
    }
}
