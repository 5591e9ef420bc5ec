package org.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages and log lines have a technical subject: they do without the words below. Texts of the advisor's rules are not checked yet. */
class MessageWordingTest {
    private static final Path ROOT = Path.of(System.getProperty("project.root", ".."));
    private static final Pattern STRINGS = Pattern.compile("\"(?:\\\\.|[^\"\\\\\\n])*\"");
    private static final Pattern WORDS =
            Pattern.compile("\\b(?:[Nn]obody|[Ss]omebody|[Aa]nybody|[Ww]hoever|[Ww]hatever|[Tt]old|[Tt]ells"
                    + "|[Aa]new|[Bb]eside|so many|so long|for want of|by itself|suffers?|foretold|telephone|mend(?:ed|s)?|packed|goes on"
                    + "|[Ww]hat became)\\b");

    @ParameterizedTest
    @ValueSource(strings = {"extension", "advisor"})
    void messagesHaveATechnicalSubject(String module) throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
            for (Path file : (Iterable<Path>) files.filter(MessageWordingTest::isChecked)::iterator) {
                STRINGS.matcher(Files.readString(file))
                        .results()
                        .map(literal -> literal.group())
                        .filter(literal -> WORDS.matcher(literal).find())
                        .forEach(literal -> found.add(file.getFileName() + ": " + literal));
            }
        }
        assertThat(found).isEmpty();
    }

    private static boolean isChecked(Path file) {
        return file.toString().endsWith(".java") && !file.toString().contains("/advisor/rule/");
    }
}
