package org.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Java file has at most 300 lines, unless the Javadoc of its class states a reason. */
class FileLengthTest {
    private static final Path ROOT = Path.of(System.getProperty("project.root", ".."));
    private static final int MAX_LINES = 300;

    private static final String REASON = "<p>One long class: ";

    @ParameterizedTest
    @ValueSource(strings = {"advisor", "extension", "testsuite"})
    void longFilesStateTheirReason(String module) throws IOException {
        List<String> found = new ArrayList<>();
        int files = 0;
        try (Stream<Path> all = Files.walk(ROOT.resolve(module).resolve("src"))) {
            for (Path file : (Iterable<Path>) all.filter(path -> path.toString().endsWith(".java"))::iterator) {
                files++;
                List<String> lines = Files.readAllLines(file);
                if (lines.size() > MAX_LINES && lines.stream().noneMatch(line -> line.contains(REASON))) {
                    found.add(file + ": " + lines.size());
                }
            }
        }

        assertThat(files).as("Java files of %s", module).isGreaterThan(100);
        assertThat(found)
                .as("files of more than %d lines without \"%s\" in the Javadoc of the class", MAX_LINES, REASON)
                .isEmpty();
    }
}
