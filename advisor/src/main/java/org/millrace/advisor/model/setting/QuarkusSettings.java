package org.millrace.advisor.model.setting;

import org.millrace.advisor.model.SettingName;

/** Settings below Keycloak's own options. */
public final class QuarkusSettings {

    public static final SettingName MAX_RESETS =
            new SettingName("quarkus.http.limits.rst-flood-max-rst-frame-per-window");

    public static final SettingName RESET_WINDOW = new SettingName("quarkus.http.limits.rst-flood-window-duration");

    public static final SettingName MAX_STREAMS = new SettingName("quarkus.http.limits.max-concurrent-streams");

    public static final SettingName HTTP2 = new SettingName("quarkus.http.http2");

    public static final SettingName EVENT_LOOPS = new SettingName("quarkus.vertx.event-loops-pool-size");

    public static final SettingName LEAK_DETECTION = new SettingName("quarkus.datasource.jdbc.leak-detection-interval");

    /** Configured keys that no option reads; without a value if there are none. */
    public static final SettingName UNREAD = new SettingName("quarkus.keys.without.effect");

    private QuarkusSettings() {}
}
