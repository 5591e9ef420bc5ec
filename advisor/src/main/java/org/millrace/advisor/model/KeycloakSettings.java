package org.millrace.advisor.model;

import java.util.Locale;

/** Keycloak's own options that rules read. */
public final class KeycloakSettings {

    public static final SettingName HTTP_POOL_MAX_THREADS = new SettingName("http-pool-max-threads");

    public static final SettingName HTTP_MAX_QUEUED_REQUESTS = new SettingName("http-max-queued-requests");

    public static final SettingName DB_POOL_MAX_SIZE = new SettingName("db-pool-max-size");

    public static final SettingName METRICS_ENABLED = new SettingName("metrics-enabled");

    public static final SettingName EVENT_METRICS_USER_ENABLED = new SettingName("event-metrics-user-enabled");

    public static SettingName cacheMaxCount(String cache) {
        return new SettingName("cache-embedded-" + cache.toLowerCase(Locale.ROOT) + "-max-count");
    }

    private KeycloakSettings() {}
}
