package org.millrace.testsuite.bench;

import java.io.PrintStream;

/** What the console shows while a run goes on, each line with minutes and seconds since it began. */
final class Progress {
    private final PrintStream out;
    private final long begun = System.nanoTime();

    Progress(PrintStream out) {
        this.out = out;
    }

    void say(String line) {
        long seconds = (System.nanoTime() - begun) / 1_000_000_000L;
        out.println("[%02d:%02d] ".formatted(seconds / 60, seconds % 60) + line);
    }
}
