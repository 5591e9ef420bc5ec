package org.millrace.advisor;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingChange;
import org.millrace.advisor.model.setting.PostgresSettings;

/** Remembers the previous values of settings that were changed while the server runs. For one thread at a time. */
final class SettingHistory {

    /** Time for which a previous value is kept. */
    static final Duration REMEMBERED = Duration.ofDays(1);

    /** More than any plan has steps, there and back. */
    static final int MOST = 200;

    private final Map<String, Setting> known = new HashMap<>();
    private final Deque<SettingChange> changes = new ArrayDeque<>();

    /**
     * Compares with the present settings. A setting that could not be read counts as unchanged.
     *
     * @return all remembered changes, the earliest first
     */
    List<SettingChange> observe(Collection<Setting> read, Instant now) {
        for (Setting setting : read) {
            if (PostgresSettings.isFact(setting.name())) {
                continue;
            }
            @Nullable Setting before = known.put(setting.name().name(), setting);
            if (before != null && !Objects.equals(before.value(), setting.value())) {
                changes.add(new SettingChange(setting.name(), before.value(), setting.value(), now));
            }
        }
        while (!changes.isEmpty()
                && (changes.size() > MOST || changes.element().at().isBefore(now.minus(REMEMBERED)))) {
            changes.remove();
        }
        return List.copyOf(changes);
    }
}
