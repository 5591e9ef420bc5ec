package org.millrace.testsuite.server.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a process has printed. */
public record LogFile(Path path) {
    private static final int TAIL_LINES = 60;

    /** The text of the log. */
    public String text() {
        try {
            return Files.exists(path) ? new String(Files.readAllBytes(path), StandardCharsets.UTF_8) : "";
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path, e);
        }
    }

    /** A message that ends with the last lines, for an exception. */
    public String because(String message) {
        return message + "; the end of " + path + ":\n" + tail(text());
    }

    /** The last lines of a log. */
    public static String tail(String text) {
        List<String> lines = text.lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    }
}
