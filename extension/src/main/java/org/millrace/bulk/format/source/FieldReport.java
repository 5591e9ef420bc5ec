package org.millrace.bulk.format.source;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.millrace.bulk.record.field.FieldUse;

/**
 * Counts the fields of a source's records, and says where each goes. Names of fields are kept, values are not. For one thread.
 */
final class FieldReport {
    /** Sources with free-form fields can have any number of names. */
    private static final int MAX_FIELDS = 1000;

    private static final String OTHERS = "(other fields)";

    private final Map<String, FieldUse> fields = new LinkedHashMap<>();

    /**
     * Counts a field of one record. The values of fields beyond a maximum are counted together, without a target.
     *
     * @param to field of the user; empty if the value is dropped
     * @param firstOnly whether the field has several values, of which only one is imported
     */
    void count(String field, Optional<String> to, boolean firstOnly) {
        String name = fields.size() < MAX_FIELDS || fields.containsKey(field) ? field : OTHERS;
        fields.merge(
                name,
                FieldUse.one(name, name.equals(OTHERS) ? Optional.empty() : to, firstOnly),
                (before, one) -> before.counted(one.to(), firstOnly));
    }

    /** In the order in which the fields were first seen. */
    List<FieldUse> fields() {
        return List.copyOf(fields.values());
    }
}
