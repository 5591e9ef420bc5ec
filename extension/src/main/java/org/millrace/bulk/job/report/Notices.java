package org.millrace.bulk.job.report;

import java.util.Collection;
import java.util.List;
import org.millrace.bulk.record.field.Violation;

/** Notices of a part as its row holds them: one line each, of code and detail. */
public final class Notices {
    /** Characters of the column. */
    private static final int MAX_LENGTH = 2000;

    private Notices() {}

    /** As many of them as the column has room for. */
    public static String write(List<Violation> notices) {
        StringBuilder lines = new StringBuilder();
        for (Violation notice : notices) {
            String line = notice.code() + "\t" + notice.detail().replace('\n', ' ') + "\n";
            if (lines.length() + line.length() <= MAX_LENGTH) {
                lines.append(line);
            }
        }
        return lines.toString().stripTrailing();
    }

    /** Each notice once, though several parts have it. */
    static List<Violation> read(Collection<String> ofParts) {
        return ofParts.stream()
                .flatMap(String::lines)
                .distinct()
                .map(line -> line.split("\t", 2))
                .map(codeAndDetail -> new Violation(codeAndDetail[0], null, codeAndDetail[1], false))
                .toList();
    }
}
