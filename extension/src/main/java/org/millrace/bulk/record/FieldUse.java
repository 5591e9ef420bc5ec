package org.millrace.bulk.record;

import java.util.Optional;

/**
 * A field of another system's export, and what becomes of it.
 *
 * @param field path of the field in a record
 * @param records how many records have a value in it
 * @param to field of the user that takes the value; empty if it is dropped
 * @param firstOnly in how many of the records the field has several values, of which only one is imported
 */
public record FieldUse(String field, long records, Optional<String> to, long firstOnly) {
    /** The same with one record more. */
    public FieldUse counted(Optional<String> usedFor, boolean isFirstOnly) {
        return new FieldUse(field, records + 1, to.or(() -> usedFor), firstOnly + (isFirstOnly ? 1 : 0));
    }
}
