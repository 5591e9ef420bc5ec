package org.millrace.bulk.entity.organization;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.millrace.bulk.entity.Restorable;
import org.millrace.bulk.entity.organization.member.OrganizationMemberships;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.writer.model.ChunkSession;

/** Users in organizations and in their groups. */
final class RestorableMemberships extends Restorable {
    RestorableMemberships() {
        super(OrganizationMemberships.TYPE, new EntityTable("user_entity"));
    }

    @Override
    public Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
        return new OrganizationMemberships(in).states(keys);
    }

    @Override
    public Collection<String> lockedIds(ChunkSession in, List<PartKey> keys) {
        return keys.stream().map(PartKey::required).toList();
    }

    @Override
    public boolean isRestoredTogetherWith(PartKey one, PartKey next) {
        return one.type().equals(next.type()) && one.id().equals(next.id());
    }

    @Override
    public List<Violation> restore(ChunkSession in, Records records, List<Change> changes) {
        return new OrganizationMemberships(in).restore(changes.get(0).key().id(), changes);
    }
}
