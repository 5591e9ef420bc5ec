package org.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Comments, messages and documentation are plain technical English. Sentences without a technical subject use the words below:
 * their frequency shows where to rewrite a sentence. Replacing a word and keeping the sentence is no improvement.
 */
class WordingTest {
    private static final Path ROOT = Path.of(System.getProperty("project.root", ".."));
    private static final double BUDGET_PER_100_000_CHARACTERS = 10;
    private static final Pattern MARKERS = Pattern.compile(
            "\\b(?:nobody|somebody|anybody|whoever|whatever|told|tells|anew|dear(?:er)?|beside|so many|so long|for want of|by itself"
                    + "|suffers?|foretold|rehears\\w*|telephone|mend(?:ed|s)?|packed|goes on|what became)\\b",
            Pattern.CASE_INSENSITIVE);
    private static final String STRING = "\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\"";
    private static final Pattern STRINGS = Pattern.compile(STRING);
    private static final Pattern JAVA_TEXT = Pattern.compile(
            "(?<text>//[^\\n]*|/\\*[\\s\\S]*?\\*/|\"\"\"[\\s\\S]*?\"\"\"|" + STRING + ")|'(?:\\\\.|[^'\\\\\\n])++'");
    private static final Pattern PROSE = Pattern.compile("[\\s\\S]+");

    /** The budget of each module; docs include the Markdown files of the root. */
    @ParameterizedTest
    @ValueSource(strings = {"advisor", "extension", "testsuite", "docs"})
    void markerWordsStayWithinTheBudget(String module) throws IOException {
        long characters = 0;
        List<String> found = new ArrayList<>();
        for (Path file : files(module)) {
            for (String text : texts(file)) {
                characters += text.length();
                MARKERS.matcher(text)
                        .results()
                        .map(MatchResult::group)
                        .forEach(word -> found.add(word + " in " + file));
            }
        }
        assertThat(characters).as("characters of %s", module).isGreaterThan(100_000);
        assertThat(found.size() * 100_000.0 / characters)
                .as("marker words per 100,000 characters in %s, of which there are %s", module, found)
                .isLessThanOrEqualTo(BUDGET_PER_100_000_CHARACTERS);
    }

    /** Messages, log lines and rules contain none of the words; names of database columns are upper case. */
    @ParameterizedTest
    @ValueSource(strings = {"advisor", "extension"})
    void messagesContainNoMarkerWord(String module) throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : files(module + "/src/main/java")) {
            STRINGS.matcher(Files.readString(file))
                    .results()
                    .map(MatchResult::group)
                    .filter(literal -> MARKERS.matcher(literal).results().anyMatch(word -> !isUpperCase(word.group())))
                    .forEach(literal -> found.add(file.getFileName() + ": " + literal));
        }
        assertThat(found).isEmpty();
    }

    private static List<String> texts(Path file) throws IOException {
        String content = Files.readString(file);
        boolean java = file.toString().endsWith(".java");
        return (java ? JAVA_TEXT : PROSE)
                .matcher(content)
                .results()
                .map(match -> java ? match.group(1) : match.group())
                .filter(text -> text != null)
                .toList();
    }

    private static List<Path> files(String directory) throws IOException {
        List<Path> found = new ArrayList<>();
        if (directory.equals("docs")) {
            try (Stream<Path> root = Files.list(ROOT)) {
                root.filter(file -> file.toString().endsWith(".md")).forEach(found::add);
            }
        }
        Path start = ROOT.resolve(directory.equals("docs") || directory.contains("/") ? directory : directory + "/src");
        try (Stream<Path> all = Files.walk(start)) {
            all.filter(WordingTest::isChecked).forEach(found::add);
        }
        return found;
    }

    /** This class holds the words themselves. */
    private static boolean isChecked(Path file) {
        String name = file.getFileName().toString();
        return (name.endsWith(".java") || name.endsWith(".md") || name.endsWith(".yaml"))
                && !name.equals("WordingTest.java");
    }

    private static boolean isUpperCase(String word) {
        return word.chars().noneMatch(Character::isLowerCase);
    }
}
