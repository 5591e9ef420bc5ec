package org.millrace.testsuite.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.SharedServers;
import org.millrace.testsuite.server.process.FreePorts;

/**
 * Executes every {@code sh} block of the quickstart and the how-to pages, in order, in one shell for each page. Blocks that
 * need another machine ({@code console}) or another program ({@code nginx}) are not executed; for {@code sql} see
 * {@link DocumentedSqlIT}.
 */
class DocumentedCommandsIT {
    private static final Path DOCS = Path.of(System.getProperty("project.root", ".."), "docs");
    private static final Pattern BLOCK = Pattern.compile("^```sh\\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);
    private static final int TOKEN_BLOCK = 0;

    @TempDir
    private Path directory;

    private final Node node = SharedServers.postgres().node();
    private final String realm = "documented-" + UUID.randomUUID();

    private record Run(int exitCode, String output) {}

    @BeforeAll
    static void commandsNeedABashAndCurl() {
        assumeTrue(SharedServers.areProcesses(), "the shell runs on this machine");
        for (String program : List.of("bash", "curl", "openssl", "gzip", "split")) {
            assumeTrue(isInstalled(program), program + " is not installed: the documented commands are not tried");
        }
    }

    private static boolean isInstalled(String program) {
        return Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(System.getenv("PATH"))
                .anyMatch(entry -> Files.isExecutable(Path.of(entry, program)));
    }

    @Test
    void quickstartLeadsToAnImportALoginAndAReport() throws Exception {
        Run run = run(blocks("quickstart.md"));

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.output())
                .contains("\"created\":2,", "\"rejected\":1,", "\"dryRun\":true", "\"dryRun\":false")
                .contains("invalid-email", "# Advisor report", "\"findings\":{\"critical\":");
        assertThat(Files.readString(directory.resolve("tokens.json"))).contains("access_token");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "import-a-csv.md | \"key\":\"zoe\",\"status\":\"created\" | \"dryRun\":true",
                "upgrade.md | \"writer\" | # Advisor report",
                "import-millions-of-users.md | \"state\":\"completed\" | \"created\":2000",
                "import-a-keycloak-export.md | \"key\":\"ann\",\"status\":\"created\" | \"notImported\"",
                "password-hashes.md | \"matches\":true | \"key\":\"ldap-1\",\"status\":\"created\"",
                "import-from-another-system.md | \"field\":\"profile.login\" | \"created\":2",
                "delta-sync.md | \"key\":\"ann\",\"status\":\"updated\" | \"key\":\"eve\",\"status\":\"deleted\"",
                "delete-users.md | \"key\":\"loadtest-3\",\"status\":\"deleted\" | \"dryRun\":true",
                "take-back-an-import.md | \"matchedBy\":\"id\" | \"deleted\":2,",
                "verify-an-import.md | \"unchanged\":1 | \"dryRun\":true",
                "protect-logins.md | \"writers\":1 | \"state\":\"open\"",
                "tune-postgresql-for-a-migration.md | \"apply\" | \"revert\"",
                "size-an-installation.md | requestCoresPerPod | onePodLost",
                "analyse-a-load-test.md | router | generator",
                "act-on-a-report.md | # Advisor report | Coverage"
            })
    void commandsOfTheHowToPageSucceed(String page, String expected, String alsoExpected) throws Exception {
        assertThat(commandsOf("how-to/" + page)).contains(expected, alsoExpected);
    }

    /** The page of each source and of each family of password hashes imports its samples. */
    @ParameterizedTest
    @MethodSource("pagesWithSamples")
    void samplesOfThePageAreImported(String page) throws Exception {
        String output = commandsOf(page);

        assertThat(output)
                .contains("\"status\":\"created\"", "\"dryRun\":false")
                .doesNotContain("\"status\":\"rejected\"");
        assertThat(output).contains(page.contains("password-hashes") ? "\"matches\":true" : "\"fields\":[");
    }

    static List<String> pagesWithSamples() throws IOException {
        List<String> pages = new ArrayList<>();
        for (String directory : List.of("how-to/import-from", "how-to/password-hashes")) {
            try (Stream<Path> files = Files.list(DOCS.resolve(directory))) {
                files.map(file -> directory + "/" + file.getFileName()).sorted().forEach(pages::add);
            }
        }
        return pages;
    }

    private String commandsOf(String page) throws Exception {
        AdminClient admin = AdminClient.of(node);
        admin.createRealm(realm);
        List<String> commands = new ArrayList<>(blocks("quickstart.md").subList(TOKEN_BLOCK, TOKEN_BLOCK + 1));
        commands.addAll(blocks(page));

        Run run = run(commands);

        assertThat(run.exitCode()).as(run.output()).isZero();
        // Samples have ids, which are unique over all realms.
        new ImportRealm(node, admin, realm, "users", "").deleteUsers();
        return run.output();
    }

    @Test
    void sampleScriptImportsAFileAsAJob() throws Exception {
        AdminClient.of(node).createRealm(realm);
        Files.writeString(directory.resolve("users.ndjson"), """
                    {"username":"ann","enabled":true}
                    {"username":"eve","enabled":true}
                    {"username":"joe","enabled":true}
                    """);
        Path script = DOCS.resolve("how-to/samples/import-as-job.sh").toAbsolutePath();

        Run run = run(
                List.of("export KEYCLOAK=http://localhost:8080 REALM=acme ADMIN=admin PASSWORD=admin LINES_PER_PART=2\n"
                        + "bash '" + script + "' users.ndjson\n"));

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.output()).contains("part 2 sent", "\"state\":\"completed\"", "\"created\":3");
    }

    @Test
    void exampleOfAPasswordEndpointGivesItsVerdict() throws Exception {
        assumeTrue(isInstalled("python3"), "python3 is not installed: the example is not started");
        int port = FreePorts.next();
        List<String> commands = new ArrayList<>(List.of("export PORT=" + port));
        blocks("how-to/verify-passwords-at-login.md")
                .forEach(block -> commands.add(block.replace("localhost:9443", "localhost:" + port)));
        commands.add(commands.get(1).substring(commands.get(1).indexOf("curl")).replace("correct horse", "wrong"));
        commands.add("kill %1");

        Run run = run(commands);

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.output()).containsSubsequence("{\"valid\": true}", "{\"valid\": false}");
    }

    private static List<String> blocks(String page) throws IOException {
        List<String> blocks = BLOCK.matcher(Files.readString(DOCS.resolve(page)))
                .results()
                .map(match -> match.group(1))
                .toList();
        assertThat(blocks).as(page).isNotEmpty();
        return blocks;
    }

    /** As in a clone of the repository. */
    private void copySamples() throws IOException {
        for (String samples : List.of("samples", "how-to/samples")) {
            try (Stream<Path> files = Files.walk(DOCS.resolve(samples))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Path copy = directory.resolve("docs").resolve(DOCS.relativize(file));
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    /** The commands with the address and the realm of this test in place of the documented ones. */
    private Run run(List<String> commands) throws IOException, InterruptedException {
        String script = commands.stream()
                .map(block -> block.replace("KEYCLOAK=http://localhost:8080", "KEYCLOAK=" + node.baseUri())
                        .replace("http://localhost:9000", node.managementUri().toString())
                        .replace("REALM=acme", "REALM=" + realm))
                .collect(Collectors.joining("\n", "set -euo pipefail\n", "\n"));
        copySamples();
        Path file = Files.writeString(directory.resolve("page.sh"), script);
        Path output = directory.resolve("output.txt");
        Process shell = new ProcessBuilder("bash", file.toString())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(shell.waitFor(5, TimeUnit.MINUTES))
                    .as("the commands end")
                    .isTrue();
        } finally {
            shell.destroyForcibly();
        }
        return new Run(shell.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    }
}
