package org.millrace.advisor.model.setting;

import java.util.Set;
import org.millrace.advisor.model.SettingName;

/** Textual facts about the most expensive statement of the database, and about the users of the database. */
public final class StatementFacts {

    /** Its fingerprint, without literals. */
    public static final SettingName TOP = PostgresSettings.named("statement.top");

    /** The first table in it. */
    public static final SettingName TABLE = PostgresSettings.named("statement.table");

    /** Sessions by application, user, address and state, the most first, separated by semicolons. */
    public static final SettingName SLOT_HOLDERS = PostgresSettings.named("slots.holders");

    /** The SQLSTATE with which the database rejects the advisor's own connection; without a value otherwise. */
    public static final SettingName REFUSAL = PostgresSettings.named("refusal.sqlstate");

    /** Since when the database cannot be reached, as an instant. */
    public static final SettingName UNREACHABLE_SINCE = PostgresSettings.named("unreachable.since");

    /** {@code true} if the last attempt to reach the database got no response in time; without a value otherwise. */
    public static final SettingName TIMED_OUT = PostgresSettings.named("unreachable.timeout");

    /** Tables with a trigram index, separated by commas. */
    public static final SettingName TRIGRAM_INDEXES = PostgresSettings.named("indexes.trigram");

    private static final Set<SettingName> ALL =
            Set.of(TOP, TABLE, SLOT_HOLDERS, REFUSAL, UNREACHABLE_SINCE, TIMED_OUT, TRIGRAM_INDEXES);

    private StatementFacts() {}

    static boolean isFact(SettingName name) {
        return ALL.contains(name);
    }
}
