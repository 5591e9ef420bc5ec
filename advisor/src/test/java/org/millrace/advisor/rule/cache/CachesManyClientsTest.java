package org.millrace.advisor.rule.cache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.CacheSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.LoadSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class CachesManyClientsTest extends RuleContract {

    private static final double ENTRY = 5 * 1024;

    @Override
    protected Rule rule() {
        return new CachesManyClients();
    }

    @Override
    protected Windows firing() {
        return clients(20);
    }

    @Override
    protected Windows quiet() {
        return clients(19);
    }

    private static Windows clients(double grants) {
        return Windows.of(60)
                .with(JvmSignals.LIVE_SET, 100 << 20)
                .with(JvmSignals.HEAP_MAX, 4.0 * (1 << 30))
                .with(CacheSignals.entries("realms"), 9600)
                .with(CacheSignals.maxEntries("realms"), 10_000)
                .with(CacheSignals.evictions("realms"), 0, 5)
                .with(LoadSignals.CLIENT_LOGINS, 0, grants);
    }

    @Test
    void bothCachesGrowByWhatClientsTakeInThem() {
        assertThat(finding(firing().with(CacheSignals.maxEntries("users"), 10_000))
                        .change()
                        .orElseThrow()
                        .apply())
                .containsExactly(
                        new Step(Step.Kind.OPTION, "cache-embedded-realms-max-count", "10000", "20000"),
                        new Step(Step.Kind.OPTION, "cache-embedded-users-max-count", "10000", "15000"));
    }

    @Test
    void cachesGrowAsFarAsTheHeapHasRoom() {
        Windows both = firing().with(CacheSignals.maxEntries("users"), 10_000).with(JvmSignals.HEAP_MAX, 1000 * ENTRY);

        assertThat(finding(both.with(JvmSignals.LIVE_SET, 0.599 * 1000 * ENTRY)).change())
                .as("room for 51 entries")
                .isEmpty();
        assertThat(finding(both.with(JvmSignals.HEAP_MAX, 40_000 * ENTRY).with(JvmSignals.LIVE_SET, 20_000 * ENTRY))
                        .change()
                        .orElseThrow()
                        .apply())
                .as("room for 6,000 entries, which the realms take")
                .containsExactly(new Step(Step.Kind.OPTION, "cache-embedded-realms-max-count", "10000", "16000"));
        assertThat(finding(both.with(JvmSignals.LIVE_SET, 25_000 * ENTRY)).why())
                .contains("The heap has no room");
    }
}
