package org.millrace.bulk.entity.organization;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.millrace.bulk.entity.group.GroupParts;
import org.millrace.bulk.entity.organization.member.OrganizationMemberships;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.undo.StateParts.Reader;
import org.millrace.bulk.writer.model.ChunkSession;

/**
 * Reads the states of what records about organizations and departments change.
 *
 * @param in for its thread
 */
public record OrganizationParts(ChunkSession in) implements Reader {
    @Override
    public Map<PartKey, String> states(List<PartKey> keys) {
        Map<PartKey, String> states = new HashMap<>(new OrganizationMemberships(in).states(keys));
        states.putAll(GroupParts.statesOfNew(in, keys));
        keys.forEach(key -> states.computeIfAbsent(key, this::state));
        return states;
    }

    private String state(PartKey key) {
        return key.type().equals(DepartmentState.TYPE)
                ? DepartmentState.of(in, key.id())
                : OrganizationImage.of(in.session(), key.id());
    }
}
