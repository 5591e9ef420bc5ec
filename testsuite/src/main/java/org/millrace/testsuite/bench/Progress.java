package org.millrace.testsuite.bench;

import java.io.PrintStream;

/** Progress lines on the console, each with the elapsed minutes and seconds. */
public final class Progress {
    private final PrintStream out;
    private final long begun = System.nanoTime();

    public Progress(PrintStream out) {
        this.out = out;
    }

    public void say(String line) {
        long seconds = (System.nanoTime() - begun) / 1_000_000_000L;
        out.println("[%02d:%02d] ".formatted(seconds / 60, seconds % 60) + line);
    }
}
