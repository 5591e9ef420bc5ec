package org.millrace.testsuite.program;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A program of the machine that only some tests need. */
public enum OptionalProgram {
    /** Shows pages; {@code millrace.browser} may name one that is not on the path. */
    CHROMIUM(
            NeedsChromium.TAG,
            System.getProperty("millrace.browser", ""),
            List.of("chromium", "chromium-browser", "google-chrome", "chrome"),
            "no Chromium is on the path (-Dmillrace.browser=… names one): the tests of pages do not run"),

    /** Checks the rules of Prometheus. */
    PROMTOOL(
            NeedsPromtool.TAG,
            "",
            List.of("promtool"),
            "promtool is not on the path (Debian: apt-get install prometheus): Prometheus does not check its rules");

    private final String tag;
    private final String named;
    private final List<String> names;
    private final String absence;

    OptionalProgram(String tag, String named, List<String> names, String absence) {
        this.tag = tag;
        this.named = named;
        this.names = names;
        this.absence = absence;
    }

    /** JUnit's tag of the tests that need it. */
    String tag() {
        return tag;
    }

    /** What it means that the program is not installed. */
    String absence() {
        return absence;
    }

    /** The one that is named, or the first on the path; empty if there is none. */
    public Optional<Path> executable() {
        if (!named.isBlank()) {
            return Optional.of(Path.of(named));
        }
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(directory -> names.stream().map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** @throws IllegalStateException if it is not installed: the test lacks its annotation */
    public Path required() {
        return executable().orElseThrow(() -> new IllegalStateException(absence));
    }
}
