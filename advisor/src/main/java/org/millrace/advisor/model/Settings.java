package org.millrace.advisor.model;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All settings known at one time, by name. Immutable. */
public final class Settings {

    public static final Settings NONE = new Settings(Map.of());

    private final Map<String, Setting> byName;

    private Settings(Map<String, Setting> byName) {
        this.byName = byName;
    }

    /** A later setting of the same name replaces an earlier one. */
    public static Settings of(Collection<Setting> settings) {
        Map<String, Setting> byName = new TreeMap<>();
        settings.forEach(setting -> byName.put(setting.name().name(), setting));
        return new Settings(byName);
    }

    /** Empty if nobody can tell; a setting that is known to be unset is there, without a value. */
    public Optional<Setting> find(SettingName name) {
        return Optional.ofNullable(byName.get(name.name()));
    }

    /** In the order of their names. */
    public Collection<Setting> all() {
        return Collections.unmodifiableCollection(byName.values());
    }
}
