package org.millrace.testsuite.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private long nowMillis = 1_000_000;

    @Test
    void elsewhereThanOnATerminalThereIsALineForEachTenth() {
        Progress progress = progress(false, 1000);

        for (int done = 1; done <= 1000; done++) {
            nowMillis++;
            progress.show(done);
        }
        progress.end();

        assertThat(text().lines()).hasSize(10).allMatch(line -> line.contains("of 1,000 users"));
        assertThat(text()).contains(" 10 %  100 of", "100 %  1,000 of").doesNotContain("\r");
    }

    @Test
    void onATerminalTheBarIsDrawnOverTenTimesASecond() {
        Progress progress = progress(true, 1000);

        for (int done = 1; done <= 1000; done++) {
            nowMillis++;
            progress.show(done);
        }
        progress.end();

        assertThat(text().split("\r", -1)).hasSize(11);
        assertThat(text()).contains("[####....").endsWith("\n");
        assertThat(text().lines()).last().asString().contains("########] 100 %");
    }

    @Test
    void rateAndRemainingTimeFollowFromWhatWasDone() {
        Progress progress = progress(false, 1000);

        nowMillis += 2000;
        progress.show(500);

        assertThat(text()).contains("250/s, 2 s left");
    }

    private Progress progress(boolean interactive, long total) {
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        Terminal terminal = new Terminal(out, new ByteArrayInputStream(new byte[0]), interactive);
        return new Progress(terminal, "users", total, () -> Instant.ofEpochMilli(nowMillis));
    }

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }
}
