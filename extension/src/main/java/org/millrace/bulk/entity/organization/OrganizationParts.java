package org.millrace.bulk.entity.organization;

import org.millrace.bulk.entity.group.GroupParts;
import org.millrace.bulk.undo.StateParts.Key;
import org.millrace.bulk.writer.model.ChunkSession;

/** The states of what records about organizations and departments change. */
final class OrganizationParts {
    private OrganizationParts() {}

    static String state(ChunkSession in, Key key) {
        return switch (key.type()) {
            case GroupParts.NEW -> GroupParts.stateOfNew(in, key);
            case DepartmentState.TYPE -> DepartmentState.of(in, key.id());
            case OrganizationMemberships.TYPE -> new OrganizationMemberships(in).state(key.id(), key.required());
            default -> OrganizationImage.of(in.session(), key.id());
        };
    }
}
