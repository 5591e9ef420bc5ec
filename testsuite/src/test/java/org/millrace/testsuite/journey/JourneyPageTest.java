package org.millrace.testsuite.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.bench.Page;

class JourneyPageTest {
    @Test
    void pageHasTheSection() throws IOException {
        Path file = Path.of(System.getProperty("project.root"), "docs", "explanation", "journey.md");

        assertThat(new Page(file, Journey.SECTION)).isNotNull();
    }
}
