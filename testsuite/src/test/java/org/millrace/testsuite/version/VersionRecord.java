package org.millrace.testsuite.version;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;
import org.millrace.testsuite.bench.Page;
import org.millrace.testsuite.server.process.HarnessSettings;

/**
 * Counts the tests of a version and, with {@code -Dmillrace.docs=write}, writes the result into the page on compatibility once all tests
 * have run.
 */
final class VersionRecord implements TestWatcher {
    static final Path PAGE = Path.of("docs", "reference", "compatibility.md");
    static final String SECTION = "versions";

    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(VersionRecord.class);

    /** One of a run. */
    private static final class Counts implements AutoCloseable {
        final AtomicInteger passed = new AtomicInteger();
        final AtomicInteger failed = new AtomicInteger();

        @Override
        public void close() throws IOException {
            // A selection of tests is no result of the version.
            if ("write".equals(System.getProperty("millrace.docs")) && System.getProperty("it.test") == null) {
                Page page = new Page(
                        Path.of(System.getProperty("project.root", "..")).resolve(PAGE), SECTION);
                page.write(SECTION, row().into(page.read(SECTION)));
            }
        }

        private CompatibilityRow row() throws IOException {
            return new CompatibilityRow(
                    TestedVersion.name(),
                    javaVersion(),
                    HarnessSettings.get("millrace.postgres.version"),
                    passed.get(),
                    failed.get(),
                    LocalDate.now(ZoneOffset.UTC));
        }
    }

    /** Each JDK says in a file which version it is. */
    private static String javaVersion() throws IOException {
        Properties release = new Properties();
        try (BufferedReader in =
                Files.newBufferedReader(HarnessSettings.javaHome().resolve("release"))) {
            release.load(in);
        }
        return release.getProperty("JAVA_VERSION", "unknown").replace("\"", "");
    }

    private static Counts counts(ExtensionContext context) {
        return context.getRoot().getStore(NAMESPACE).computeIfAbsent(Counts.class, key -> new Counts(), Counts.class);
    }

    @Override
    public void testSuccessful(ExtensionContext context) {
        counts(context).passed.incrementAndGet();
    }

    @Override
    public void testFailed(ExtensionContext context, @Nullable Throwable cause) {
        counts(context).failed.incrementAndGet();
    }
}
