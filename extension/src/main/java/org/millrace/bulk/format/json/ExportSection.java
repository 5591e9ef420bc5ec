package org.millrace.bulk.format.json;

import java.util.List;
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

    /** Lists of scope mappings by the client whose roles they name. */
    static final String CLIENT_SCOPE_MAPPINGS = "clientScopeMappings";

    private static final String SCOPE_MAPPINGS = "scopeMappings";

    /**
     * One kind of section.
     *
     * @param name of the field of the export file; of a client for {@link #SETTINGS}
     * @param type of the records
     * @param part what of each element is taken
     */
    private record Kind(String name, String type, Part part) {
        /** An array of records. */
        Kind(String name, String type) {
            this(name, type, Part.ALL);
        }
    }

    /**
     * All kinds of sections, as they build on one another. Users keep the groups that they have in the export: they do not join the default
     * groups of the export, which come later.
     */
    private static final List<Kind> KINDS = List.of(
            new Kind("clientScopes", "client-scope"),
            new Kind("defaultDefaultClientScopes", "default-client-scope", Part.NAMES),
            new Kind("defaultOptionalClientScopes", "default-client-scope", Part.OPTIONAL_NAMES),
            new Kind("identityProviders", "identity-provider"),
            new Kind("identityProviderMappers", "identity-provider-mapper"),
            new Kind("clients", "client", Part.CLIENT_ALONE),
            new Kind("roles", "role"),
            new Kind(DEFAULT_ROLES, "default-roles", Part.DEFAULT_ROLES),
            new Kind("groups", "group", Part.TOP_GROUP),
            new Kind(SCOPE_MAPPINGS, "scope-mapping"),
            new Kind("users", "user"),
            new Kind("defaultGroups", "default-group", Part.PATHS),
            new Kind("organizations", "organization"),
            new Kind(SETTINGS, "authorization", Part.WITH_SETTINGS));

    /** The fields of an export file that are read. */
    static final Set<String> READ = Stream.concat(
                    KINDS.stream().map(Kind::name).filter(name -> !name.equals(SETTINGS)),
                    Stream.of("defaultRole", CLIENT_SCOPE_MAPPINGS))
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
        /** The same, of what is optional. */
        OPTIONAL_NAMES,
        /** Texts, each the path of a group. */
        PATHS;

        /** The field of the record that an element of the array is, which is a text; empty if elements are records. */
        String textField() {
            return switch (this) {
                case NAMES, OPTIONAL_NAMES -> "name";
                case PATHS -> ExportSection.PATH;
                default -> "";
            };
        }
    }

    /** Whether the array of this name is read as one section with records of its own type. */
    static boolean isArray(String name) {
        return KINDS.stream()
                .anyMatch(kind -> kind.name().equals(name)
                        && kind.part() != Part.DEFAULT_ROLES
                        && kind.part() != Part.WITH_SETTINGS);
    }

    /** An array of entities, but for what of them has to come later. */
    static ExportSection of(String name, long offset) {
        Kind kind = kind(name);
        return section(kind, offset, kind.part() == Part.OPTIONAL_NAMES ? ",\"optional\":true" : "", kind.part());
    }

    private static Kind kind(String name) {
        return KINDS.stream()
                .filter(kind -> kind.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name + " is not a section"));
    }

    private static ExportSection section(Kind kind, long offset, String fields, Part part) {
        return new ExportSection(KINDS.indexOf(kind), offset, "\"type\":\"" + kind.type() + "\"" + fields, part);
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
        return section(kind(name), offset, ",\"clientId\":\"" + quotedClientId + "\"", Part.ALL);
    }

    /** The settings of clients. */
    static ExportSection ofSettings(long offset) {
        return of(SETTINGS, offset);
    }

    /** The default roles of clients. */
    static ExportSection ofDefaultRoles(long offset) {
        return section(kind(DEFAULT_ROLES), offset, "", Part.WITH_DEFAULT_ROLES);
    }

    /** The default roles of the realm. */
    static ExportSection ofRealmDefaultRoles(long offset) {
        return of(DEFAULT_ROLES, offset);
    }
}
