package org.millrace.advisor.model.setting;

import org.millrace.advisor.model.SettingName;

/** Textual facts about the bulk import of this server. */
public final class ImportFacts {

    /**
     * Entities whose records PostgreSQL could take by {@code COPY} if their tables were as Keycloak made them, each with the difference,
     * separated by semicolons; without a value if there are none. Not known before the check after the start of the server, and on
     * other databases.
     */
    public static final SettingName NOT_COPIED = new SettingName("import.not-copied");

    private ImportFacts() {}
}
