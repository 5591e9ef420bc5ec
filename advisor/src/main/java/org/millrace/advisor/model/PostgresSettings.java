package org.millrace.advisor.model;

/** PostgreSQL's parameters that rules read, by their own names behind {@code postgres.}. */
public final class PostgresSettings {

    public static final String PREFIX = "postgres.";

    public static final SettingName FSYNC = named("fsync");

    public static final SettingName FULL_PAGE_WRITES = named("full_page_writes");

    public static final SettingName SYNCHRONOUS_COMMIT = named("synchronous_commit");

    public static final SettingName SYNCHRONOUS_STANDBY_NAMES = named("synchronous_standby_names");

    public static SettingName named(String parameter) {
        return new SettingName(PREFIX + parameter);
    }

    /** The name by which PostgreSQL knows it. */
    public static String parameter(Setting setting) {
        return setting.name().name().substring(PREFIX.length());
    }

    private PostgresSettings() {}
}
