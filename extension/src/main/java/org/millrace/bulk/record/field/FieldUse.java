package org.millrace.bulk.record.field;

import java.util.Optional;

/**
 * A field of another system's export, and what becomes of it.
 *
 * @param field path of the field in a record
 * @param records how many records have a value in it
 * @param to field of the user that takes the value; empty if it is dropped
 * @param firstOnly in how many of the records the field has several values, of which only one is imported
 * @param dropped in how many of the records the value is dropped, although the field takes it in others
 */
public record FieldUse(String field, long records, Optional<String> to, long firstOnly, long dropped) {
    /** One record. */
    public static FieldUse one(String field, Optional<String> to, boolean isFirstOnly) {
        return new FieldUse(field, 1, to, isFirstOnly ? 1 : 0, 0);
    }

    /** The same with one record more. */
    public FieldUse counted(Optional<String> usedFor, boolean isFirstOnly) {
        long unused = to.isEmpty() ? records : dropped;
        Optional<String> target = to.or(() -> usedFor);
        return new FieldUse(
                field,
                records + 1,
                target,
                firstOnly + (isFirstOnly ? 1 : 0),
                target.isEmpty() ? 0 : unused + (usedFor.isEmpty() ? 1 : 0));
    }
}
