package org.millrace.bulk.record.field;

import java.util.ArrayList;
import java.util.List;
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
    /** Upper bound for the reported problems of one record. */
    private static final int MAX_LISTED = 50;

    /** The code of what stands for the problems that are not listed. */
    private static final String MORE = "more-problems";

    private static final int MAX_FIELD_LENGTH = 255;
    private static final int MAX_DETAIL_LENGTH = 500;

    public Violation {
        field = field == null ? null : shortened(FieldPath.printable(field), MAX_FIELD_LENGTH);
        detail = shortened(detail, MAX_DETAIL_LENGTH);
    }

    /** The first problems, and the number of the others. */
    public static List<Violation> listed(List<Violation> all) {
        boolean isListed =
                all.size() == MAX_LISTED + 1 && all.get(MAX_LISTED).code().equals(MORE);
        if (all.size() <= MAX_LISTED || isListed) {
            return List.copyOf(all);
        }
        List<Violation> listed = new ArrayList<>(all.subList(0, MAX_LISTED));
        listed.add(of(MORE, null, (all.size() - MAX_LISTED) + " more are not listed"));
        return List.copyOf(listed);
    }

    /** A text that came from a client, cut to a length that can be shown. */
    public static String shortened(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length) + "…";
    }

    /** Whether it says that something does not exist that the record names: that may come yet. */
    public boolean isMissing() {
        return code.startsWith("unknown-");
    }

    /** The input's fault: sending the same record again gives the same answer. */
    public static Violation of(String code, @Nullable String field, String detail) {
        return new Violation(code, field, detail, false);
    }
}
