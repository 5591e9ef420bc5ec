package org.millrace.advisor.model.setting;

import java.util.Locale;
import org.millrace.advisor.model.SettingName;

/** Keycloak's own options that rules read, and facts about the server. */
public final class KeycloakSettings {

    public static final SettingName HTTP_POOL_MAX_THREADS = new SettingName("http-pool-max-threads");

    public static final SettingName HTTP_MAX_QUEUED_REQUESTS = new SettingName("http-max-queued-requests");

    public static final SettingName HTTP_ENABLED = new SettingName("http-enabled");

    public static final SettingName PROXY_HEADERS = new SettingName("proxy-headers");

    public static final SettingName HTTPS_CERTIFICATE = new SettingName("https-certificate-file");

    public static final SettingName HTTP_METRICS_HISTOGRAMS = new SettingName("http-metrics-histograms-enabled");

    public static final SettingName HTTP_METRICS_SLOS = new SettingName("http-metrics-slos");

    public static final SettingName CACHE_METRICS_HISTOGRAMS = new SettingName("cache-metrics-histograms-enabled");

    public static final SettingName SHUTDOWN_TIMEOUT = new SettingName("shutdown-timeout");

    public static final SettingName SHUTDOWN_DELAY = new SettingName("shutdown-delay");

    public static final SettingName DB = new SettingName("db");

    public static final SettingName DB_URL = new SettingName("db-url");

    public static final SettingName DB_SCHEMA = new SettingName("db-schema");

    public static final SettingName DB_URL_PROPERTIES = new SettingName("db-url-properties");

    public static final SettingName DB_POOL_MAX_SIZE = new SettingName("db-pool-max-size");

    public static final SettingName DB_POOL_MIN_SIZE = new SettingName("db-pool-min-size");

    public static final SettingName DB_POOL_INITIAL_SIZE = new SettingName("db-pool-initial-size");

    public static final SettingName DB_POOL_MAX_LIFETIME = new SettingName("db-pool-max-lifetime");

    public static final SettingName METRICS_ENABLED = new SettingName("metrics-enabled");

    public static final SettingName EVENT_METRICS_USER_ENABLED = new SettingName("event-metrics-user-enabled");

    /** The counted event types, separated by commas; without a value all are counted. */
    public static final SettingName EVENT_METRICS_USER_EVENTS = new SettingName("event-metrics-user-events");

    public static final SettingName LOG_LEVEL = new SettingName("log-level");

    /** What options begin with that set the level of one category, and rank before {@link #LOG_LEVEL}. */
    public static final String LOG_LEVEL_PREFIX = "log-level-";

    public static final SettingName CACHE = new SettingName("cache");

    public static final SettingName CACHE_STACK = new SettingName("cache-stack");

    /** Host of external Infinispan servers, which hold the data shared by the nodes of several sites. */
    public static final SettingName CACHE_REMOTE_HOST = new SettingName("cache-remote-host");

    /** Enabled features in addition to the default ones, separated by commas, some with a version: {@code name:v1}. */
    public static final SettingName FEATURES = new SettingName("features");

    /** Of the server, such as 26.7.3. */
    public static final SettingName VERSION = new SettingName("keycloak.version");

    /** {@code dev} after {@code start-dev}. */
    public static final SettingName PROFILE = new SettingName("keycloak.profile");

    /** Whether sessions are in the database. */
    public static final SettingName PERSISTENT_SESSIONS = new SettingName("keycloak.feature.persistent-user-sessions");

    /** Whether commits of what may be lost, such as sessions, wait for the disk: {@code false} makes them. */
    public static final SettingName ASYNC_COMMIT = new SettingName("spi-connections-jpa--quarkus--async-commit");

    /** Kibibytes that Argon2 takes for each new password. */
    public static final SettingName ARGON2_MEMORY = new SettingName("spi-password-hashing--argon2--memory");

    /** Hashes of Argon2 that are computed at once; as many as there are processors unless set. */
    public static final SettingName ARGON2_CPU_CORES = new SettingName("spi-password-hashing--argon2--cpu-cores");

    public static SettingName cacheMaxCount(String cache) {
        String hyphenated = cache.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
        return new SettingName("cache-embedded-" + hyphenated + "-max-count");
    }

    /** Whether an option has the name of a {@link #cacheMaxCount}. */
    public static boolean isCacheMaxCount(String option) {
        return option.startsWith("cache-embedded-") && option.endsWith("-max-count");
    }

    private KeycloakSettings() {}
}
