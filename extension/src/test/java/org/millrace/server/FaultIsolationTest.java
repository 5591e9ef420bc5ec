package org.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.millrace.server.setting.InvalidSettingException;

class FaultIsolationTest {
    private final Logger logger = Logger.getLogger(FaultIsolation.class.getName());
    private final List<String> lines = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            if (entry.getLevel().intValue() >= Level.INFO.intValue()) {
                lines.add(String.format(entry.getMessage(), entry.getParameters()));
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }

    @Test
    void exceptionIsOneLineWithoutItsMessage() {
        boolean completed = FaultIsolation.run("The advisor is disabled", () -> {
            throw new IllegalStateException("secret", new NullPointerException("secret"));
        });

        assertThat(completed).isFalse();
        assertThat(lines)
                .singleElement()
                .asString()
                .startsWith("The advisor is disabled: java.lang.IllegalStateException,"
                        + " caused by java.lang.NullPointerException at org.millrace.server.FaultIsolationTest.")
                .doesNotContain("secret", "\n");
    }

    @Test
    void linkageErrorNamesWhatIsMissing() {
        boolean holds = FaultIsolation.test("Jobs are not available", () -> {
            throw new NoClassDefFoundError("org/millrace/Missing");
        });

        assertThat(holds).isFalse();
        assertThat(lines).singleElement().asString().contains("NoClassDefFoundError (org/millrace/Missing) at ");
    }

    @Test
    void invalidSettingStopsTheStart() {
        assertThatThrownBy(() -> FaultIsolation.run("The advisor is disabled", () -> {
                    throw new InvalidSettingException("advisor setting window is 1; it must be at least 10s");
                }))
                .isInstanceOf(InvalidSettingException.class);
        assertThat(lines).isEmpty();
    }

    @Test
    void resultIsThatOfTheCondition() {
        assertThat(FaultIsolation.run("unused", () -> {})).isTrue();
        assertThat(FaultIsolation.test("unused", () -> true)).isTrue();
        assertThat(FaultIsolation.test("unused", () -> false)).isFalse();
        assertThat(lines).isEmpty();
    }
}
