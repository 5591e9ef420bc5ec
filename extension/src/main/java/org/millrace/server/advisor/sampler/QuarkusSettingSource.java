package org.millrace.server.advisor.sampler;

import io.smallrye.config.ConfigValue;
import io.smallrye.config.SmallRyeConfig;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.keycloak.quarkus.runtime.configuration.KeycloakConfigSourceProvider;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.setting.QuarkusSettings;
import org.millrace.advisor.sampler.SettingSource;

/**
 * Settings of Quarkus below Keycloak's own options, and configured keys that no option reads. They cannot change while the server
 * runs, so they are read once.
 */
public final class QuarkusSettingSource implements SettingSource {

    private static final List<SettingName> READ = List.of(
            QuarkusSettings.MAX_RESETS,
            QuarkusSettings.RESET_WINDOW,
            QuarkusSettings.MAX_STREAMS,
            QuarkusSettings.HTTP2,
            QuarkusSettings.EVENT_LOOPS,
            QuarkusSettings.LEAK_DETECTION);

    private final SmallRyeConfig config;
    private @Nullable Collection<Setting> settings;

    public QuarkusSettingSource(SmallRyeConfig config) {
        this.config = config;
    }

    @Override
    public Collection<Setting> settings() {
        if (settings == null) {
            settings = read();
        }
        return settings;
    }

    private Collection<Setting> read() {
        List<Setting> read = new ArrayList<>();
        for (SettingName name : READ) {
            ConfigValue value = config.getConfigValue(name.name());
            read.add(new Setting(name, value.getValue(), origin(value)));
        }
        String unread = String.join(", ", UnreadKeys.in(config));
        read.add(new Setting(QuarkusSettings.UNREAD, unread.isEmpty() ? null : unread, "configuration"));
        return List.copyOf(read);
    }

    private static String origin(ConfigValue value) {
        @Nullable String source = value.getConfigSourceName();
        if (source == null) {
            return value.getValue() == null ? "unset" : "derived";
        }
        return KeycloakConfigSourceProvider.getConfigSourceDisplayName(source);
    }
}
