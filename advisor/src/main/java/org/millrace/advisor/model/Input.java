package org.millrace.advisor.model;

/** Something a rule reads; without it the rule is skipped. */
public sealed interface Input permits Signal, SettingName {

    /** Unique among inputs of its kind, lower case. */
    String name();
}
