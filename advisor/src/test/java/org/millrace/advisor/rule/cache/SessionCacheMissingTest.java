package org.millrace.advisor.rule.cache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.CacheSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class SessionCacheMissingTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new SessionCacheMissing();
    }

    @Override
    protected Windows firing() {
        return missing(69);
    }

    @Override
    protected Windows quiet() {
        return missing(70);
    }

    private static Windows missing(double hits) {
        return Windows.of(60)
                .with(JvmSignals.LIVE_SET, 100 << 20)
                .with(JvmSignals.HEAP_MAX, 4.0 * (1 << 30))
                .with(CacheSignals.hits("sessions"), 0, hits)
                .with(CacheSignals.misses("sessions"), 0, 100 - hits)
                .with(CacheSignals.entries("sessions"), 9600)
                .with(CacheSignals.maxEntries("sessions"), 10_000);
    }

    @Test
    void cacheWithRoomIsNotTooSmall() {
        assertQuiet(firing().with(CacheSignals.entries("sessions"), 9400));
    }

    @Test
    void cacheAndTheOneReadAlongWithItGrowTogether() {
        assertThat(finding(firing().with(CacheSignals.maxEntries("clientSessions"), 12_000)
                                .with(CacheSignals.maxEntries("offlineSessions"), 10_000))
                        .change()
                        .orElseThrow()
                        .apply())
                .containsExactly(
                        new Step(Step.Kind.OPTION, "cache-embedded-sessions-max-count", "10000", "20000"),
                        new Step(Step.Kind.OPTION, "cache-embedded-client-sessions-max-count", "12000", "24000"));
    }

    @Test
    void cacheThatTheHeapHasNoRoomForStaysAsItIs() {
        Windows full = firing().with(JvmSignals.HEAP_MAX, 500 << 20).with(JvmSignals.LIVE_SET, 350 << 20);

        assertThat(finding(full).change()).isEmpty();
        assertThat(finding(full).why()).contains("The heap has no room");
        assertThat(finding(full.with(JvmSignals.LIVE_SET, 100 << 20)).change()).isPresent();
    }

    @Test
    void offlineSessionsAreJudgedToo() {
        Windows offline = quiet().with(CacheSignals.hits("offlineSessions"), 0, 5)
                .with(CacheSignals.misses("offlineSessions"), 0, 95)
                .with(CacheSignals.entries("offlineSessions"), 9900)
                .with(CacheSignals.maxEntries("offlineSessions"), 10_000)
                .with(CacheSignals.maxEntries("offlineClientSessions"), 10_000);

        assertThat(finding(offline).why()).contains("\"offlineSessions\"");
        assertThat(finding(offline).change().orElseThrow().apply())
                .containsExactly(
                        new Step(Step.Kind.OPTION, "cache-embedded-offline-sessions-max-count", "10000", "20000"),
                        new Step(
                                Step.Kind.OPTION,
                                "cache-embedded-offline-client-sessions-max-count",
                                "10000",
                                "20000"));
        assertQuiet(offline.without(CacheSignals.maxEntries("offlineSessions")));
    }
}
