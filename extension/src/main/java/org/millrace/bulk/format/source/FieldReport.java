package org.millrace.bulk.format.source;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.millrace.bulk.record.FieldUse;

/**
 * Counts the fields of a source's records, and says where each goes. Names of fields are kept, values are not. For one thread.
 */
final class FieldReport {
    /** Sources with free-form fields can have any number of names. */
    private static final int MAX_FIELDS = 1000;

    private final Map<String, FieldUse> fields = new LinkedHashMap<>();

    /** @param to field of the user; empty if the value is dropped */
    void count(String field, Optional<String> to) {
        FieldUse before = fields.get(field);
        if (before != null) {
            fields.put(field, before.counted(to));
        } else if (fields.size() < MAX_FIELDS) {
            fields.put(field, new FieldUse(field, 1, to));
        }
    }

    /** In the order in which the fields were first seen. */
    List<FieldUse> fields() {
        return List.copyOf(fields.values());
    }
}
