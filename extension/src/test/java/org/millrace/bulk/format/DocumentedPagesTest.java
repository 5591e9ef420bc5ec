package org.millrace.bulk.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.millrace.bulk.format.csv.CsvReader;
import org.millrace.bulk.format.parser.UserJsonParser;

/** Links resolve, JSON parses, tables are read by the import, and scripts are valid, in every page of the repository. */
class DocumentedPagesTest {
    private static final Path ROOT =
            Path.of(System.getProperty("project.root", "..")).toAbsolutePath().normalize();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final RecordLimits LIMITS = new RecordLimits(100_000, 32, 1000);
    private static final Pattern BLOCK =
            Pattern.compile("^ *```([a-z]*)\\n(.*?)^ *```", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern CODE = Pattern.compile("`[^`\\n]*`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);
    private static final Pattern ANCHOR = Pattern.compile("name=\"([^\"]+)\"");
    private static final Pattern WRITTEN_FILE =
            Pattern.compile("^cat > \\S+\\.([a-z]+) <<'END'\\n(.*?)^END$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern TEST_CLASS = Pattern.compile("`([A-Z][A-Za-z0-9]+(?:IT|Test|Contract))`");

    static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        try (Stream<Path> root = Files.list(ROOT)) {
            root.filter(DocumentedPagesTest::isPage).forEach(pages::add);
        }
        for (String directory : List.of("docs", "docker")) {
            try (Stream<Path> all = Files.walk(ROOT.resolve(directory))) {
                all.filter(DocumentedPagesTest::isPage).forEach(pages::add);
            }
        }
        assertThat(pages).hasSizeGreaterThan(40);
        return pages.stream().map(ROOT::relativize).sorted().toList();
    }

    private static boolean isPage(Path file) {
        return file.toString().endsWith(".md");
    }

    @ParameterizedTest
    @MethodSource("pages")
    void relativeLinksResolve(Path page) throws IOException {
        String text = CODE.matcher(BLOCK.matcher(read(page)).replaceAll("")).replaceAll("");
        List<String> broken = LINK.matcher(text)
                .results()
                .map(link -> link.group(1))
                .filter(link -> !link.matches("[a-z]+:.*") && !resolves(ROOT.resolve(page), link))
                .toList();

        assertThat(broken).isEmpty();
    }

    private static boolean resolves(Path page, String link) {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty()
                ? page
                : Optional.ofNullable(page.getParent())
                        .orElse(ROOT)
                        .resolve(parts[0])
                        .normalize();
        return Files.exists(target)
                && (parts.length == 1 || !isPage(target) || anchors(target).contains(parts[1]));
    }

    /** The anchors that GitHub gives to headings, and explicit ones. */
    private static List<String> anchors(Path page) {
        String text;
        try {
            text = Files.readString(page);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        Stream<String> headings = HEADING.matcher(text)
                .results()
                .map(heading -> heading.group(1)
                        .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N}_\\- ]", "")
                        .replace(' ', '-'));
        Stream<String> explicit = ANCHOR.matcher(text).results().map(anchor -> anchor.group(1));
        return Stream.concat(headings, explicit).toList();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void jsonParses(Path page) throws IOException {
        for (String block : blocks(page, "json")) {
            assertThatCode(() -> values(block)).as(block).doesNotThrowAnyException();
        }
    }

    /** Files that a page writes are read as the import reads them. */
    @ParameterizedTest
    @MethodSource("pages")
    void examplesOfRecordsAreRead(Path page) throws IOException {
        for (String table : blocks(page, "csv")) {
            checkTable(table);
        }
        for (MatchResult file : WRITTEN_FILE.matcher(read(page)).results().toList()) {
            String text = file.group(2);
            switch (file.group(1)) {
                case "csv" -> checkTable(text);
                case "json", "ndjson" ->
                    assertThatCode(() -> values(text)).as(text).doesNotThrowAnyException();
                default -> assertThat(text).isNotBlank();
            }
        }
    }

    private static void checkTable(String table) throws IOException {
        CsvReader reader = new CsvReader(
                new ByteArrayInputStream(table.getBytes(StandardCharsets.UTF_8)),
                new UserJsonParser(LIMITS),
                LIMITS,
                true);
        int rows = 0;
        for (Optional<Entry> entry = reader.next(); entry.isPresent(); entry = reader.next()) {
            assertThat(entry.get()).as(table).isInstanceOf(Entry.Readable.class);
            rows++;
        }
        assertThat(rows).as(table).isPositive();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void commandsAreValidForBash(Path page, @TempDir Path directory) throws Exception {
        for (String language : List.of("sh", "bash", "console")) {
            for (String block : blocks(page, language)) {
                assertValid(Files.writeString(directory.resolve("block.sh"), block));
            }
        }
    }

    @Test
    void sampleScriptsAreValidForBash() throws Exception {
        try (Stream<Path> all = Files.walk(ROOT.resolve("docs"))) {
            List<Path> scripts =
                    all.filter(file -> file.toString().endsWith(".sh")).toList();
            assertThat(scripts).isNotEmpty();
            for (Path script : scripts) {
                assertValid(script);
            }
        }
    }

    /** The shell reads the script and executes nothing. */
    private static void assertValid(Path script) throws Exception {
        assumeThat(Path.of("/bin/bash")).as("a shell to read scripts with").isExecutable();
        Process shell = new ProcessBuilder("/bin/bash", "-n", script.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).as(output).isZero();
    }

    @Test
    void testsOfInternalsExist() throws IOException {
        String sources;
        try (Stream<Path> unit = Files.walk(ROOT.resolve("extension/src/test"));
                Stream<Path> integration = Files.walk(ROOT.resolve("testsuite/src/test"))) {
            sources = Stream.concat(unit, integration)
                    .map(file -> file.getFileName().toString())
                    .collect(Collectors.joining("\n", "\n", "\n"));
        }
        List<String> named = TEST_CLASS
                .matcher(read(Path.of("docs/explanation/keycloak-internals.md")))
                .results()
                .map(name -> name.group(1))
                .toList();

        assertThat(named).isNotEmpty().allSatisfy(name -> assertThat(sources).contains("\n" + name + ".java\n"));
    }

    @Test
    void theOverviewListsEveryPage() throws IOException {
        String overview = read(Path.of("README.md"));

        assertThat(pages())
                .filteredOn(page ->
                        page.startsWith("docs") && !page.startsWith("docs/decisions") && page.getNameCount() <= 3)
                .allSatisfy(page -> assertThat(overview).contains("](" + page + ")"));
    }

    /** Pages of one source or one family of hashes. */
    @Test
    void howToPagesListThePagesBelowThem() throws IOException {
        for (String overview : List.of("import-from-another-system.md", "password-hashes.md")) {
            Path directory = Path.of("docs/how-to", overview.startsWith("import") ? "import-from" : "password-hashes");
            String text = read(Path.of("docs/how-to", overview));

            assertThat(pages())
                    .filteredOn(page -> page.startsWith(directory))
                    .hasSizeGreaterThan(10)
                    .allSatisfy(page -> assertThat(text)
                            .contains("](" + Path.of("docs/how-to").relativize(page) + ")"));
        }
    }

    private static List<JsonNode> values(String text) throws IOException {
        try (MappingIterator<JsonNode> values = JSON.readerFor(JsonNode.class).readValues(text)) {
            return values.readAll();
        }
    }

    private static List<String> blocks(Path page, String language) throws IOException {
        return BLOCK.matcher(read(page))
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2))
                .toList();
    }

    private static String read(Path page) throws IOException {
        return Files.readString(ROOT.resolve(page));
    }
}
