package org.millrace.advisor.rule.cache;

import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.signal.CacheSignals;

/**
 * How a cache was used over a window.
 *
 * @param maxEntries the size that is set, in entries
 * @param fullness entries at the window's end, by that size
 * @param reads in the window
 * @param hits share of the reads that it answered; 1 if there were none
 */
record CacheUse(String name, double maxEntries, double fullness, double reads, double hits) {

    /** All of the cache's signals but evictions and removals have to be known. */
    static CacheUse of(String name, Window window) {
        double hits = window.increase(CacheSignals.hits(name));
        double reads = reads(name, window);
        double max = window.latest(CacheSignals.maxEntries(name));
        return new CacheUse(
                name, max, window.latest(CacheSignals.entries(name)) / max, reads, reads > 0 ? hits / reads : 1);
    }

    static double reads(String cache, Window window) {
        return window.increase(CacheSignals.hits(cache)) + window.increase(CacheSignals.misses(cache));
    }

    /** What gives a cache another size, in entries. */
    static Step resize(String cache, double from, double to) {
        return new Step(
                Step.Kind.OPTION,
                KeycloakSettings.cacheMaxCount(cache).name(),
                Integer.toString((int) from),
                Integer.toString((int) to));
    }
}
