package org.millrace.advisor.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CommandLineTest {

    private final CommandLine target = new CommandLine();

    @Test
    void optionsOfTheBuildComeBeforeThoseOfTheStart() {
        assertThat(target.write(List.of(
                        new Step(Step.Kind.OPTION, "db-pool-max-size", null, "20"),
                        new Step(Step.Kind.OPTION, "http-max-queued-requests", null, "1000"),
                        new Step(Step.Kind.BUILD_OPTION, "metrics-enabled", null, "true"))))
                .isEqualTo("""
                        # add to the options of bin/kc.sh build
                        --metrics-enabled=true
                        # add to the options of bin/kc.sh start
                        --db-pool-max-size=20 --http-max-queued-requests=1000
                        """);
    }

    @Test
    void valueThatTheShellWouldReadIsQuoted() {
        assertThat(target.write(List.of(new Step(Step.Kind.OPTION, "log-level", null, "a b'$c"))))
                .isEqualTo("# add to the options of bin/kc.sh start\n'--log-level=a b'\\''$c'\n");
    }

    @Test
    void optionWithoutAValueIsTakenOut() {
        assertThat(target.write(List.of(new Step(Step.Kind.OPTION, "log-level", "debug", null))))
                .isEqualTo("# remove: --log-level\n");
        assertThat(target.write(List.of())).isEmpty();
    }

    @Test
    void settingsOfOtherProgramsAreNotTaken() {
        assertThat(target.takes(Step.Kind.OPTION)).isTrue();
        assertThat(target.takes(Step.Kind.POSTGRES)).isFalse();
        assertThat(target.takes(Step.Kind.JVM_OPTION)).isFalse();
    }
}
