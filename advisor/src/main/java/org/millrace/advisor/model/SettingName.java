package org.millrace.advisor.model;

/** The name of a setting, as its owner writes it: {@code http-pool-max-threads}, {@code postgres.fsync}. */
public record SettingName(String name) implements Input {}
