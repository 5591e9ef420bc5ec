package org.millrace.advisor.rule.cache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.CacheSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class EntityCacheTooSmallTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new EntityCacheTooSmall();
    }

    @Override
    protected Windows firing() {
        return usersHit(0.89);
    }

    @Override
    protected Windows quiet() {
        return usersHit(0.9);
    }

    private static Windows usersHit(double ratio) {
        Windows windows =
                Windows.of(60).with(JvmSignals.LIVE_SET, 100 << 20).with(JvmSignals.HEAP_MAX, 4.0 * (1 << 30));
        for (String cache : CacheSignals.ENTITY_CACHES) {
            windows.with(CacheSignals.entries(cache), 100)
                    .with(CacheSignals.maxEntries(cache), 10000)
                    .with(CacheSignals.hits(cache), 0, 1)
                    .with(CacheSignals.misses(cache), 0, 0)
                    .with(CacheSignals.evictions(cache), 0, 0);
        }
        return windows.with(CacheSignals.entries("users"), 9800)
                .with(CacheSignals.hits("users"), 0, 100 * ratio)
                .with(CacheSignals.misses("users"), 0, 100 * (1 - ratio))
                .with(CacheSignals.evictions("users"), 0, 11);
    }

    @Test
    void proposesTwiceTheSizeWhereThatIsEnough() {
        assertThat(finding().change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.OPTION, "cache-embedded-users-max-count", "10000", "20000"));
    }

    @Test
    void cacheThatHoldsAPartOfWhatIsAskedForIsMadeLargeEnoughAtOnce() {
        // As measured with room for a quarter: at 73 % of what was asked for, the hits were 80 %.
        assertThat(finding(usersHit(0.41)).change().orElseThrow().apply())
                .extracting(Step::to)
                .containsExactly("50000");
        assertThat(finding(usersHit(0)).change().orElseThrow().apply())
                .extracting(Step::to)
                .containsExactly("100000");
    }

    @Test
    void cacheThatIsNotFullIsLargeEnough() {
        assertQuiet(firing().with(CacheSignals.entries("users"), 9400));
    }

    @Test
    void cacheThatEvictsSeldomIsLargeEnough() {
        assertQuiet(firing().with(CacheSignals.evictions("users"), 0, 1));
    }

    @Test
    void fewReadsSayNothing() {
        assertQuiet(firing().with(CacheSignals.hits("users"), 0, 1).with(CacheSignals.misses("users"), 0, 10));
    }

    @Test
    void largerCacheHasToFitIntoTheHeap() {
        assertThat(finding(usersHit(0.1, 0.1)).change().orElseThrow().apply())
                .extracting(Step::to)
                .containsExactly("100000");
        assertThat(finding(usersHit(0.1, 0.5)).change().orElseThrow().apply())
                .as("0.15 of the heap hold 26,880 more")
                .extracting(Step::to)
                .containsExactly("36880");
        assertThat(finding(usersHit(0.1, 0.7)).change()).isEmpty();
        assertThat(finding(usersHit(0.1, 0.7)).why()).contains("The heap has no room");
    }

    /** With 875 MB of heap. */
    private static Windows usersHit(double ratio, double live) {
        double heap = 875 * 1024 * 1024;
        return usersHit(ratio).with(JvmSignals.HEAP_MAX, heap).with(JvmSignals.LIVE_SET, live * heap);
    }

    @Test
    void whatIsInUseBoundsTheSizeUntilOldObjectsWereCollected() {
        Windows young = firing().without(JvmSignals.LIVE_SET).with(JvmSignals.HEAP_MAX, 512 << 20);

        assertThat(finding(young.with(JvmSignals.HEAP_USED, 200 << 20)).change())
                .isPresent();
        assertThat(finding(young.with(JvmSignals.HEAP_USED, 400 << 20)).change())
                .isEmpty();
        assertThat(finding(young.without(JvmSignals.HEAP_USED)).change()).isEmpty();
    }
}
