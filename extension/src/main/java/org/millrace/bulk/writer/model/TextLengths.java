package org.millrace.bulk.writer.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.keycloak.representations.idm.GroupRepresentation;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.writer.Findings;

/** Finds texts that are longer than their columns; a database would give up the whole chunk over one. */
final class TextLengths {
    /** Of most columns of Keycloak's tables. */
    static final int USUAL = 255;

    private final Findings findings;

    TextLengths(Findings findings) {
        this.findings = findings;
    }

    /**
     * Checks a group and those beneath it.
     *
     * @param at the path of the group in the record, with a dot at its end, or empty
     */
    void check(GroupRepresentation group, String at) {
        check(at + "name", group.getName(), GroupPlace.MAX_NAME);
        check(at + "description", group.getDescription(), USUAL);
        check(at + "attributes", group.getAttributes());
        check(at + "subGroups", group.getSubGroups());
    }

    /** Checks groups that a record may name. */
    void check(String field, @Nullable List<GroupRepresentation> groups) {
        int index = 0;
        for (GroupRepresentation group : groups == null ? List.<GroupRepresentation>of() : groups) {
            String at = field + "[" + index++ + "].";
            if (group != null) {
                check(group, at);
            }
        }
    }

    /** Checks attributes that a record may name, with their names. */
    void check(String field, @Nullable Map<String, List<String>> attributes) {
        GroupFields.present(attributes).forEach((name, values) -> {
            check(field, name, USUAL);
            for (String value : values == null ? List.<String>of() : values) {
                check(field + "." + name, value, USUAL);
            }
        });
    }

    /** @param max characters that the column takes */
    void check(String field, @Nullable String text, int max) {
        if (text != null && text.length() > max && text.codePointCount(0, text.length()) > max) {
            findings.reject(Violation.of("value-too-long", field, "The database keeps " + max + " characters"));
        }
    }
}
