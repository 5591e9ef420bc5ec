package org.millrace.advisor.model;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All settings known at one time, by name. Immutable. */
public final class Settings {

    public static final Settings NONE = new Settings(Map.of(), List.of());

    private final Map<String, Setting> byName;
    private final List<SettingChange> changes;

    private Settings(Map<String, Setting> byName, List<SettingChange> changes) {
        this.byName = byName;
        this.changes = List.copyOf(changes);
    }

    /** A later setting of the same name replaces an earlier one. */
    public static Settings of(Collection<Setting> settings) {
        Map<String, Setting> byName = new TreeMap<>();
        settings.forEach(setting -> byName.put(setting.name().name(), setting));
        return new Settings(byName, List.of());
    }

    /** The same with the changes that led to them, the earliest first. */
    public Settings after(List<SettingChange> earlier) {
        return new Settings(byName, earlier);
    }

    /** Empty if unknown; a setting that is known to be unset is present, without a value. */
    public Optional<Setting> find(SettingName name) {
        return Optional.ofNullable(byName.get(name.name()));
    }

    /** Remembered changes while the server ran, the earliest first. */
    public List<SettingChange> changes() {
        return changes;
    }

    /** In the order of their names. */
    public Collection<Setting> all() {
        return Collections.unmodifiableCollection(byName.values());
    }
}
