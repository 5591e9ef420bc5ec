package org.millrace.bulk.format;

import java.util.Map;

/**
 * What an export file says about names in it.
 *
 * @param defaultRole the name of the default role of the realm that was exported; empty if the file does not tell it
 * @param flows aliases of its authentication flows by their ids
 */
public record ExportedNames(String defaultRole, Map<String, String> flows) {
    /** Of which nothing is known. */
    public static final ExportedNames NONE = new ExportedNames("", Map.of());

    public ExportedNames {
        flows = Map.copyOf(flows);
    }
}
