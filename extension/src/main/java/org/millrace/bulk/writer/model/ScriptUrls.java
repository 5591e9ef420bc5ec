package org.millrace.bulk.writer.model;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.Validation;
import org.millrace.bulk.writer.ValidationResult;

/**
 * URLs that run a script where Keycloak's pages link to them. Keycloak refuses them in every case, and so does an import that leaves other
 * rules unchecked.
 */
public final class ScriptUrls {
    /** Browsers pass over blanks and control characters in a scheme. */
    private static final Pattern IGNORED = Pattern.compile("[\\p{Cntrl}\\s]+");

    /** An attribute of a client may hold several URLs, separated by {@code ##}. */
    private static final Pattern SCRIPT =
            Pattern.compile("(^|##)(javascript|data|vbscript):", Pattern.CASE_INSENSITIVE);

    private ScriptUrls() {}

    /** Rejects a record that is not checked strictly, if a URL would run a script. */
    public static void check(String code, String field, @Nullable String url, ValidationResult result) {
        boolean isUnchecked = result.validation() != Validation.STRICT;
        if (isUnchecked
                && url != null
                && SCRIPT.matcher(IGNORED.matcher(url).replaceAll("")).find()) {
            result.reject(Violation.of(
                    code, field, "The schemes javascript, data and vbscript are not allowed; use https or http"));
        }
    }
}
