package org.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelativePathTest {
    @ParameterizedTest
    @CsvSource({"'', ''", "/, ''", "auth, /auth", "/auth, /auth", "/auth/, /auth", "//a/b//, /a/b"})
    void prefixHasASlashInFrontAndNoneBehind(String option, String prefix) {
        assertThat(RelativePath.normalized(option)).isEqualTo(prefix);
    }
}
