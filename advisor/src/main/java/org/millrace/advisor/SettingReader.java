package org.millrace.advisor;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Settings;
import org.millrace.advisor.sampler.SettingSource;

/** Reads the settings of all sources, and notes when one of them changed. Thread-safe. */
final class SettingReader {
    private static final Logger LOG = System.getLogger(SettingReader.class.getName());

    private final List<SettingSource> sources;
    private final SteadyClock clock;
    private final SettingHistory history = new SettingHistory();
    private volatile Settings settings = Settings.NONE;

    SettingReader(List<SettingSource> sources, SteadyClock clock) {
        this.sources = List.copyOf(sources);
        this.clock = clock;
    }

    /** As they were read last; never blocks. */
    Settings last() {
        return settings;
    }

    /**
     * Has all sources renew their settings, and reads them. Blocks up to the given time.
     *
     * @return false if some could not be read in that time: they keep their last values
     */
    boolean renew(Duration patience) throws InterruptedException {
        CompletableFuture<?>[] renewals =
                sources.stream().map(SettingSource::renew).toArray(CompletableFuture[]::new);
        boolean renewed = true;
        try {
            CompletableFuture.allOf(renewals).get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.log(Level.DEBUG, "Settings could not be refreshed within the timeout; the last values are used", e);
            renewed = false;
        }
        read();
        return renewed;
    }

    /** Reads the settings as the sources have them. */
    synchronized void read() {
        Collection<Setting> read = new ArrayList<>();
        sources.forEach(source -> read.addAll(source.settings()));
        Settings now = Settings.of(read);
        settings = now.after(history.observe(now.all(), clock.shown(clock.instant())));
    }
}
