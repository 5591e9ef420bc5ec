package org.millrace.bulk.job;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.millrace.bulk.record.Violation;

/** Notices of a part as its row holds them: one line each, of code and detail. */
final class Notices {
    private Notices() {}

    static String write(List<Violation> notices) {
        return notices.stream()
                .map(notice -> notice.code() + "\t" + notice.detail().replace('\n', ' '))
                .collect(Collectors.joining("\n"));
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
