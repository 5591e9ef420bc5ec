package org.millrace.bulk.format;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

    static final String PATH = "path";

    /** Roles that every user gets, as exports named them before Keycloak 13. */
    static final String DEFAULT_ROLES = "defaultRoles";

    /** The arrays that are read, with the types of their elements. */
    static final Map<String, String> TYPES = Map.of(
            "clients", "client", "roles", "role", "groups", "group", "users", "user", "organizations", "organization");

    private static final String DEFAULT_ROLES_TYPE = "default-roles";

    private static final List<String> ORDER =
            List.of("clients", "roles", DEFAULT_ROLES, "groups", "users", "organizations", SETTINGS);

    /** The fields of an export file that are read. */
    static final Set<String> READ = Stream.concat(TYPES.keySet().stream(), Stream.of("defaultRole", DEFAULT_ROLES))
            .collect(Collectors.toUnmodifiableSet());

    /** What of an element is taken. */
    enum Part {
        /** The whole element. */
        ALL,
        /** A client without parts that have records of their own. */
        CLIENT_ALONE,
        /** Without its path: in an export, a group is at the top, and goes by its name. */
        TOP_GROUP,
        /** Elements with authorization settings only. */
        WITH_SETTINGS,
        /** Elements with default roles only, and without their settings. */
        WITH_DEFAULT_ROLES,
        /** The array itself, as the default roles of one record. */
        DEFAULT_ROLES
    }

    /** An array of entities, but for what of them has to come later. */
    static ExportSection of(String name, long offset) {
        Part part = switch (name) {
            case "clients" -> Part.CLIENT_ALONE;
            case "groups" -> Part.TOP_GROUP;
            default -> Part.ALL;
        };
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

    /** The default roles of clients. */
    static ExportSection ofDefaultRoles(long offset) {
        return new ExportSection(
                ORDER.indexOf(DEFAULT_ROLES), offset, typed(DEFAULT_ROLES_TYPE), Part.WITH_DEFAULT_ROLES);
    }

    /** The default roles of the realm. */
    static ExportSection ofRealmDefaultRoles(long offset) {
        return new ExportSection(ORDER.indexOf(DEFAULT_ROLES), offset, typed(DEFAULT_ROLES_TYPE), Part.DEFAULT_ROLES);
    }

    private static String typed(String type) {
        return "\"type\":\"" + type + "\"";
    }
}
