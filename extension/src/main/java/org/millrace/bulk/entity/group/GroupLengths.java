package org.millrace.bulk.entity.group;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.keycloak.representations.idm.GroupRepresentation;
import org.millrace.bulk.entity.group.container.GroupContainer;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.TextLengths;

/** Finds texts of groups that are longer than their columns. */
public final class GroupLengths {
    private final TextLengths lengths;

    public GroupLengths(ValidationResult result) {
        this.lengths = new TextLengths(result);
    }

    /**
     * Validates the lengths of a group and its subgroups.
     *
     * @param at the path of the group in the record, with a dot at its end, or empty
     */
    public void check(GroupRepresentation group, String at) {
        lengths.check(at + "name", group.getName(), GroupContainer.MAX_NAME);
        lengths.check(at + "description", group.getDescription(), TextLengths.USUAL);
        lengths.check(at + "attributes", group.getAttributes());
        check(at + "subGroups", group.getSubGroups());
    }

    /** Checks groups that a record may name. */
    public void check(String field, @Nullable List<GroupRepresentation> groups) {
        int index = 0;
        for (GroupRepresentation group : groups == null ? List.<GroupRepresentation>of() : groups) {
            check(group, field + "[" + index++ + "].");
        }
    }
}
