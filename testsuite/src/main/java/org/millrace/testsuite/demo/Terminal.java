package org.millrace.testsuite.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;

/**
 * Terminal of the demo.
 *
 * @param interactive whether a user is present; if not, no line is overwritten and no input is awaited
 */
record Terminal(PrintStream out, InputStream in, boolean interactive) {
    /** The standard streams. */
    static Terminal standard() {
        return new Terminal(System.out, System.in, isTerminal());
    }

    /** Asks the shell: what {@code System.console()} says about a redirected stream depends on the version of Java. */
    private static boolean isTerminal() {
        try {
            return new ProcessBuilder("sh", "-c", "test -t 0 && test -t 1")
                            .inheritIO()
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException noShell) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    void line(String text) {
        out.println(text);
        out.flush();
    }

    /** Returns at the end of a line, or of the input. */
    void awaitEnter() throws IOException {
        int next = in.read();
        while (next != '\n' && next >= 0) {
            next = in.read();
        }
    }
}
