package org.millrace.bulk.record;

import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong, or worth a warning, in one record.
 *
 * @param code stable and lower-case with hyphens, for programs
 * @param field the path of the field in the record, or null if the record as a whole is meant
 * @param detail a sentence for people; never holds a credential
 * @param retryable whether sending the same record again can succeed
 */
public record Violation(String code, @Nullable String field, String detail, boolean retryable) {
    /** The input's fault: sending the same record again gives the same answer. */
    public static Violation of(String code, @Nullable String field, String detail) {
        return new Violation(code, field, detail, false);
    }
}
