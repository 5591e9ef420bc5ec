package org.millrace.bulk.writer.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ValidationResult;

/** Finds texts that are longer than their columns; a single one would make the database reject the whole chunk. */
public final class TextLengths {
    /** Of most columns of Keycloak's tables. */
    public static final int USUAL = 255;

    private final ValidationResult result;

    /** @param result receives a problem for each oversized text */
    public TextLengths(ValidationResult result) {
        this.result = result;
    }

    /** Checks attributes that a record may name, with their names. */
    public void check(String field, @Nullable Map<String, List<String>> attributes) {
        if (attributes == null) {
            return;
        }
        attributes.forEach((name, values) -> {
            check(field, name, USUAL);
            for (String value : values == null ? List.<String>of() : values) {
                check(field + "." + name, value, USUAL);
            }
        });
    }

    /**
     * Checks one text, which may be absent.
     *
     * @param max characters that the column takes
     */
    public void check(String field, @Nullable String text, int max) {
        if (text != null && text.length() > max && text.codePointCount(0, text.length()) > max) {
            result.reject(Violation.of("value-too-long", field, tooLong(text, max)));
        }
    }

    /** The detail of a problem: the length of the text and the maximum, in characters. */
    public static String tooLong(String text, int max) {
        return "Value has " + text.codePointCount(0, text.length()) + " characters; at most " + max + " are allowed";
    }
}
