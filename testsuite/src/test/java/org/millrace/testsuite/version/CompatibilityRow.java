package org.millrace.testsuite.version;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A row of the table in {@code docs/reference/compatibility.md}: the tests of one version of Keycloak.
 *
 * @param java the server's JDK
 */
record CompatibilityRow(String keycloak, String java, String postgres, int passed, int failed, LocalDate date) {
    private static final String HEADER =
            "| Keycloak | Millrace | JDK | PostgreSQL | tests | measured |\n|---|---|---|---|---|---|\n";

    private static final int ORGANIZATION_GROUPS_MINOR = 6;

    /** The table with this row in the place of the one with the same versions. */
    String into(String table) {
        String key = key();
        return HEADER
                + Stream.concat(
                                table.lines()
                                        .filter(line -> line.matches("\\| \\d.*")
                                                && !key(line).equals(key)),
                                Stream.of(markdown()))
                        .sorted(Comparator.comparing(CompatibilityRow::order).reversed())
                        .collect(Collectors.joining("\n"))
                + "\n";
    }

    private String markdown() {
        String tests = failed == 0 ? passed + " passed" : passed + " passed, " + failed + " failed";
        return "| " + String.join(" | ", keycloak, extent(), java, postgres, tests, date.toString()) + " |";
    }

    private String extent() {
        int minor = Integer.parseInt(keycloak.split("\\.", -1)[1]);
        if (minor < TestedVersion.OLDEST_SUPPORTED_MINOR) {
            return "disabled; the server is untouched";
        }
        return minor < ORGANIZATION_GROUPS_MINOR ? "without organization groups" : "whole";
    }

    private String key() {
        return key(markdown());
    }

    private static String key(String row) {
        List<String> cells = Arrays.asList(row.split(" *\\| *", -1));
        return String.join("|", cells.get(1), cells.get(3), cells.get(4));
    }

    /** Numbers of the versions with leading zeros. */
    private static String order(String row) {
        return Stream.of(key(row).split("[|.]", -1))
                .map(number -> "0".repeat(Math.max(0, 4 - number.length())) + number)
                .collect(Collectors.joining("."));
    }
}
