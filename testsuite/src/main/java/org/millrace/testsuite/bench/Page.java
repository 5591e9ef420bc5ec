package org.millrace.testsuite.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A Markdown page written by hand, with sections between markers that a run replaces. */
public final class Page {
    private final Path file;

    /** @throws IllegalStateException if a section has no place on the page: better said before an hour of work than after */
    public Page(Path file, String... sections) throws IOException {
        this.file = file;
        String text = Files.readString(file);
        for (String section : sections) {
            replaced(text, section, "");
        }
    }

    /** Puts Markdown in the place of what the section held. */
    public void write(String section, String markdown) throws IOException {
        Files.writeString(file, replaced(Files.readString(file), section, markdown));
    }

    /** The Markdown that the section holds. */
    public String read(String section) throws IOException {
        String text = Files.readString(file);
        return text.substring(text.indexOf(begin(section)) + begin(section).length(), text.indexOf(end(section)))
                .strip();
    }

    private String replaced(String text, String section, String markdown) {
        String begin = begin(section);
        String end = end(section);
        int from = text.indexOf(begin);
        int to = text.indexOf(end);
        if (from < 0 || to < from) {
            throw new IllegalStateException(file + " has no section '" + section + "'");
        }
        return text.substring(0, from + begin.length()) + "\n" + markdown.strip() + "\n\n" + text.substring(to);
    }

    private static String begin(String section) {
        return "<!-- generated: " + section + " -->\n";
    }

    private static String end(String section) {
        return "<!-- end of generated: " + section + " -->\n";
    }
}
