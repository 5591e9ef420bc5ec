package org.millrace.bulk.format.json;

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
    static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("clientScopes", "client-scope"),
            Map.entry("defaultDefaultClientScopes", "default-client-scope"),
            Map.entry("defaultOptionalClientScopes", "default-client-scope"),
            Map.entry("identityProviders", "identity-provider"),
            Map.entry("identityProviderMappers", "identity-provider-mapper"),
            Map.entry("clients", "client"),
            Map.entry("roles", "role"),
            Map.entry("groups", "group"),
            Map.entry("scopeMappings", "scope-mapping"),
            Map.entry("users", "user"),
            Map.entry("defaultGroups", "default-group"),
            Map.entry("organizations", "organization"));

    /** Lists of scope mappings by the client whose roles they name. */
    static final String CLIENT_SCOPE_MAPPINGS = "clientScopeMappings";

    private static final String SCOPE_MAPPINGS = "scopeMappings";
    private static final String OPTIONAL_SCOPES = "defaultOptionalClientScopes";
    private static final String DEFAULT_ROLES_TYPE = "default-roles";

    /** Users keep the groups that they have in the export: they do not join the default groups of the export, which come later. */
    private static final List<String> ORDER = List.of(
            "clientScopes",
            "defaultDefaultClientScopes",
            OPTIONAL_SCOPES,
            "identityProviders",
            "identityProviderMappers",
            "clients",
            "roles",
            DEFAULT_ROLES,
            "groups",
            SCOPE_MAPPINGS,
            "users",
            "defaultGroups",
            "organizations",
            SETTINGS);

    /** The fields of an export file that are read. */
    static final Set<String> READ = Stream.concat(
                    TYPES.keySet().stream(), Stream.of("defaultRole", DEFAULT_ROLES, CLIENT_SCOPE_MAPPINGS))
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
        DEFAULT_ROLES,
        /** Texts, each the name of what it stands for. */
        NAMES,
        /** Texts, each the path of a group. */
        PATHS;

        /** The field of the record that an element of the array is, which is a text; empty if elements are records. */
        String textField() {
            return switch (this) {
                case NAMES -> "name";
                case PATHS -> ExportSection.PATH;
                default -> "";
            };
        }
    }

    /** An array of entities, but for what of them has to come later. */
    static ExportSection of(String name, long offset) {
        Part part = switch (name) {
            case "clients" -> Part.CLIENT_ALONE;
            case "groups" -> Part.TOP_GROUP;
            case "defaultDefaultClientScopes", OPTIONAL_SCOPES -> Part.NAMES;
            case "defaultGroups" -> Part.PATHS;
            default -> Part.ALL;
        };
        String fields =
                typed(TYPES.getOrDefault(name, name)) + (name.equals(OPTIONAL_SCOPES) ? ",\"optional\":true" : "");
        return new ExportSection(ORDER.indexOf(name), offset, fields, part);
    }

    /** Roles of a client. */
    static ExportSection ofRoles(String quotedClientId, long offset) {
        return ofClient("roles", quotedClientId, offset);
    }

    /** Scope mappings of roles of a client. */
    static ExportSection ofScopeMappings(String quotedClientId, long offset) {
        return ofClient(SCOPE_MAPPINGS, quotedClientId, offset);
    }

    private static ExportSection ofClient(String name, String quotedClientId, long offset) {
        ExportSection section = of(name, offset);
        String fields = section.fields + ",\"clientId\":\"" + quotedClientId + "\"";
        return new ExportSection(section.order, offset, fields, Part.ALL);
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
