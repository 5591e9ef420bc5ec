package org.millrace.testsuite.version;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.bench.Page;

class CompatibilityRowTest {
    private static final LocalDate DAY = LocalDate.of(2026, 11, 28);

    private static CompatibilityRow row(String keycloak, String java) {
        return new CompatibilityRow(keycloak, java, "17.11.0", 12, 0, DAY);
    }

    @Test
    void newestVersionStandsFirst() {
        String table = row("26.10.1", "17.0.1")
                .into(row("26.0.8", "17.0.1")
                        .into(row("26.7.5", "17.0.1")
                                .into(row("26.4.7", "17.0.1").into(""))));

        assertThat(table.lines().skip(2).map(line -> line.substring(2, line.indexOf(" |"))))
                .containsExactly("26.10.1", "26.7.5", "26.4.7", "26.0.8");
        assertThat(table)
                .contains("| 26.7.5 | whole | 17.0.1 | 17.11.0 | 12 passed | 2026-11-28 |\n")
                .contains("| 26.4.7 | without organization groups | ")
                .contains("| 26.0.8 | disabled; the server is untouched | ");
    }

    @Test
    void rowOfTheSameVersionsIsReplaced() {
        String table = row("26.7.5", "17.0.1").into("");

        String later = new CompatibilityRow("26.7.5", "17.0.1", "17.11.0", 10, 2, DAY).into(table);
        String other = row("26.7.5", "25.0.1").into(later);

        assertThat(later.lines()).hasSize(3);
        assertThat(later).contains("10 passed, 2 failed");
        assertThat(other.lines()).hasSize(4);
    }

    @Test
    void pageHasThePlace() throws IOException {
        assertThat(new Page(Path.of("..").resolve(VersionRecord.PAGE), VersionRecord.SECTION))
                .isNotNull();
    }
}
