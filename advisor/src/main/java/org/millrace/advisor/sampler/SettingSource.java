package org.millrace.advisor.sampler;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.millrace.advisor.model.Setting;

/**
 * Knows settings in force. Called every few seconds from the sampling thread: it must not block, and keeps what is dear
 * to find out.
 *
 * <p>Secrets are masked here, at the source: nothing downstream ever holds one.
 */
public interface SettingSource {

    /** Everything it knows at this moment; empty if its owner is out of reach. */
    Collection<Setting> settings();

    /**
     * Has what is kept read anew by whichever thread reads it. Called from any thread, by who is about to rely on it. Completes
     * when it was read, exceptionally if it could not be, and at once where nothing is kept that could change.
     */
    default CompletableFuture<Void> renew() {
        return CompletableFuture.completedFuture(null);
    }
}
