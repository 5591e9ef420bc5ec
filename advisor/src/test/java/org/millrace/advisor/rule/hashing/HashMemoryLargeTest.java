package org.millrace.advisor.rule.hashing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.LoadSignals;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class HashMemoryLargeTest extends RuleContract {

    private static final double MEGABYTE = 1024 * 1024;

    @Override
    protected Rule rule() {
        return new HashMemoryLarge();
    }

    @Override
    protected Windows firing() {
        return heap(2986);
    }

    @Override
    protected Windows quiet() {
        return heap(2987);
    }

    private static Windows heap(double megabytes) {
        return Windows.of(10).with(JvmSignals.PROCESSORS, 64).with(JvmSignals.HEAP_MAX, megabytes * MEGABYTE);
    }

    /** 64 at once with 64 MiB each are 4 GiB. */
    @Test
    void strengthInUseCounts() {
        Windows strong = heap(27_306).with(LoadSignals.HASH_MEMORY, 64 * MEGABYTE);

        assertThat(finding(strong).why()).startsWith("64 passwords hashed in parallel, with 64 MB each, take 15 %");
        assertQuiet(heap(27_307).with(LoadSignals.HASH_MEMORY, 64 * MEGABYTE));
        assertThat(finding(heap(27_306).with(KeycloakSettings.ARGON2_MEMORY, "65536"))
                        .observed())
                .contains(Observation.of(LoadSignals.HASH_MEMORY.name(), 64 * MEGABYTE, "bytes"));
    }

    @Test
    void asManyAreHashedAtOnceAsAreSet() {
        Windows few = firing().with(KeycloakSettings.ARGON2_CPU_CORES, "63");

        assertQuiet(few);
        assertThat(finding(few.with(JvmSignals.HEAP_MAX, 100 * MEGABYTE))
                        .change()
                        .orElseThrow()
                        .apply())
                .containsExactly(new Step(Step.Kind.OPTION, "spi-password-hashing--argon2--cpu-cores", "63", "31"));
    }
}
