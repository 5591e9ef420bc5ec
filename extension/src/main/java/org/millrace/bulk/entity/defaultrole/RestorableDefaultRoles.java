package org.millrace.bulk.entity.defaultrole;

import java.util.List;
import java.util.Map;
import org.millrace.bulk.entity.RestorableEntity;
import org.millrace.bulk.entity.role.RoleImage;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.undo.StateParts.Reader;
import org.millrace.bulk.writer.model.ChunkSession;

/** The roles that a record adds to the default role of the realm. */
final class RestorableDefaultRoles extends RestorableEntity {
    RestorableDefaultRoles() {
        super("default-roles", new EntityTable("keycloak_role"));
    }

    @Override
    public Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
        return Reader.ofEach(key -> RoleImage.of(in.realm(), key.id())).states(keys);
    }

    @Override
    public boolean mayChange(ChunkSession in, String id) {
        return DefaultRoleState.mayChange(in);
    }
}
