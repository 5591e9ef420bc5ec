package org.millrace.testsuite.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {
    @TempDir
    Path directory;

    @Test
    void onlyTheSectionIsReplaced() throws IOException {
        Path file = page("before\n<!-- generated: a -->\nold\n<!-- end of generated: a -->\nafter\n");

        new Page(file, "a").write("a", "new");

        assertThat(file).hasContent("before\n<!-- generated: a -->\n\nnew\n\n<!-- end of generated: a -->\nafter\n");
    }

    @Test
    void writingAgainReplacesWhatWasWritten() throws IOException {
        Path file = page("<!-- generated: a -->\n<!-- end of generated: a -->\n");
        Page page = new Page(file, "a");
        page.write("a", "first");

        page.write("a", "second");

        assertThat(file).content().contains("second").doesNotContain("first");
    }

    @Test
    void aPageWithoutTheSectionIsRefusedAtOnce() throws IOException {
        Path file = page("<!-- generated: a -->\n<!-- end of generated: a -->\n");

        assertThatThrownBy(() -> new Page(file, "a", "b"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'b'");
    }

    @Test
    void theRealPageHasAllSections() throws IOException {
        Path file = Path.of(System.getProperty("project.root"), "docs", "explanation", "benchmarks.md");

        assertThat(new Page(file, Benchmark.sections())).isNotNull();
    }

    private Path page(String text) throws IOException {
        return Files.writeString(directory.resolve("page.md"), text);
    }
}
