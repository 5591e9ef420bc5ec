package org.millrace.advisor.sampler;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.millrace.advisor.model.Setting;

/**
 * Reads settings in force. Called every few seconds from the sampling thread: it must not block, and caches values that are
 * expensive to determine.
 *
 * <p>Secrets are masked here, at the source, so that downstream code never holds one.
 */
public interface SettingSource {

    /** Everything it knows at this moment; empty if its owner is out of reach. */
    Collection<Setting> settings();

    /**
     * Refreshes the cached values on their reading thread. Called from any thread that is about to rely on them. Completes when
     * they were read, exceptionally on failure, and immediately without a cache.
     */
    default CompletableFuture<Void> renew() {
        return CompletableFuture.completedFuture(null);
    }
}
