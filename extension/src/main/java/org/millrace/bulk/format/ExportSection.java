package org.millrace.bulk.format;

import java.util.List;
import java.util.Map;

/**
 * An array of an export file whose elements are records, or parts of records.
 *
 * @param order of the sections, as they build on one another
 * @param offset of the array's first byte in the file
 * @param fields that each record gets at its head, as JSON
 * @param part what of each element is taken
 */
record ExportSection(int order, long offset, String fields, Part part) {
    /** Of a client, what may name roles, groups and users, which need the client in their turn: a record of its own, behind them. */
    static final String SETTINGS = "authorizationSettings";

    /** The arrays that are read, and the type of what they hold. */
    static final Map<String, String> TYPES = Map.of(
            "clients", "client", "roles", "role", "groups", "group", "users", "user", "organizations", "organization");

    private static final List<String> ORDER = List.of("clients", "roles", "groups", "users", "organizations", SETTINGS);

    /** What of an element is taken. */
    enum Part {
        ALL,
        WITHOUT_SETTINGS,
        WITH_SETTINGS
    }

    /** An array of entities, but for what of them has to come later. */
    static ExportSection of(String name, long offset) {
        Part part = name.equals("clients") ? Part.WITHOUT_SETTINGS : Part.ALL;
        return new ExportSection(ORDER.indexOf(name), offset, typed(TYPES.getOrDefault(name, name)), part);
    }

    /** Roles of a client. */
    static ExportSection ofRoles(String quotedClientId, long offset) {
        ExportSection roles = of("roles", offset);
        String fields = roles.fields + ",\"clientId\":\"" + quotedClientId + "\"";
        return new ExportSection(roles.order, offset, fields, Part.ALL);
    }

    /** The settings of clients. */
    static ExportSection ofSettings(long offset) {
        return new ExportSection(ORDER.indexOf(SETTINGS), offset, typed("authorization"), Part.WITH_SETTINGS);
    }

    private static String typed(String type) {
        return "\"type\":\"" + type + "\"";
    }
}
