package org.millrace.testsuite.demo;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;

/** How far something has come: a bar that is drawn over on a terminal, a line every tenth elsewhere. For one thread. */
final class Progress {
    private static final int BAR_WIDTH = 40;
    private static final Duration REDRAW = Duration.ofMillis(100);

    private final Terminal terminal;
    private final String unit;
    private final long total;
    private final InstantSource clock;
    private final long startedMillis;
    private long drawnMillis;
    private long tenthsDrawn;

    /** @param total greater than zero */
    Progress(Terminal terminal, String unit, long total, InstantSource clock) {
        this.terminal = terminal;
        this.unit = unit;
        this.total = total;
        this.clock = clock;
        this.startedMillis = clock.millis();
        this.drawnMillis = startedMillis;
    }

    /** @param done number of finished items, never decreasing */
    void show(long done) {
        long now = clock.millis();
        if (terminal.interactive()) {
            if (done == total || now - drawnMillis >= REDRAW.toMillis()) {
                drawnMillis = now;
                terminal.out().print("\r  " + bar(done) + " " + text(done, now));
                terminal.out().flush();
            }
        } else if (done * 10 / total > tenthsDrawn) {
            tenthsDrawn = done * 10 / total;
            terminal.line("  " + text(done, now));
        }
    }

    /** Leaves the line of the bar. */
    void end() {
        if (terminal.interactive()) {
            terminal.line("");
        }
    }

    private String bar(long done) {
        int filled = (int) (done * BAR_WIDTH / total);
        return "[" + "#".repeat(filled) + ".".repeat(BAR_WIDTH - filled) + "]";
    }

    private String text(long done, long now) {
        double seconds = Math.max(1, now - startedMillis) / 1000.0;
        double rate = done / seconds;
        String left = done == 0 || done == total ? "" : ", %.0f s left".formatted((total - done) / rate);
        // Padded: what was drawn before may have been longer.
        return String.format(
                Locale.ROOT, "%3d %%  %,d of %,d %s, %,.0f/s%-14s", done * 100 / total, done, total, unit, rate, left);
    }
}
