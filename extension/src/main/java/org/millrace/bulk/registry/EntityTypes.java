package org.millrace.bulk.registry;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.entity.EntityType;
import org.millrace.bulk.entity.RecordType;
import org.millrace.bulk.entity.RestorableEntity;
import org.millrace.bulk.entity.client.Authorization;
import org.millrace.bulk.entity.client.Clients;
import org.millrace.bulk.entity.clientscope.ClientScopes;
import org.millrace.bulk.entity.clientscope.DefaultClientScopes;
import org.millrace.bulk.entity.clientscope.ScopeMappings;
import org.millrace.bulk.entity.defaultrole.DefaultRoles;
import org.millrace.bulk.entity.group.DefaultGroups;
import org.millrace.bulk.entity.group.Groups;
import org.millrace.bulk.entity.identityprovider.IdentityProviders;
import org.millrace.bulk.entity.organization.Organizations;
import org.millrace.bulk.entity.organization.department.Departments;
import org.millrace.bulk.entity.resource.Resources;
import org.millrace.bulk.entity.role.Roles;
import org.millrace.bulk.entity.user.UserType;
import org.millrace.bulk.undo.EntityRows;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.server.KeycloakBridge;
import org.millrace.server.KeycloakRelease;
import org.millrace.server.problem.Problem;

/** All that can be imported, one line each. */
public final class EntityTypes {
    /** Record types that can be imported on their own, in the order of their dependencies. */
    private static final List<RecordType> IMPORTABLE = List.of(
            Clients.TYPE,
            Roles.TYPE,
            Groups.TYPE,
            new UserType(),
            Organizations.TYPE,
            Departments.TYPE,
            Resources.TYPE);

    /** Record types of mixed imports only. */
    private static final List<RecordType> DEPENDENT = List.of(
            Authorization.TYPE,
            ClientScopes.TYPE,
            DefaultClientScopes.TYPE,
            DefaultGroups.TYPE,
            DefaultRoles.TYPE,
            IdentityProviders.TYPE,
            IdentityProviders.MAPPER_TYPE,
            ScopeMappings.TYPE);

    /** Those of {@link #IMPORTABLE} that this version of Keycloak has. */
    private static final List<RecordType> TYPES = IMPORTABLE.stream()
            .filter(type -> type != Departments.TYPE || KeycloakBridge.hasOrganizationGroups())
            .toList();

    private static final List<RecordType> RECORDS =
            Stream.concat(TYPES.stream(), DEPENDENT.stream()).toList();

    private static final List<EntityType> ALL = Stream.<EntityType>concat(
                    TYPES.stream(), Stream.of(new Records(RECORDS)))
            .toList();

    private EntityTypes() {}

    /** The type with this name; empty if nothing of that name can be imported. */
    public static Optional<EntityType> named(String name) {
        return ALL.stream().filter(type -> type.name().equals(name)).findFirst();
    }

    /**
     * The type of a job, which another version may have made.
     *
     * @throws IllegalStateException if this version does not import anything of that name
     */
    public static EntityType required(String name) {
        return named(name).orElseThrow(() -> new IllegalStateException("this version does not import " + name));
    }

    /** The answer to a call for a name that {@link #named} does not find. */
    public static Problem unknown(String name) {
        return name.equals(Departments.TYPE.name())
                ? new Problem(
                        404,
                        "entity-not-supported",
                        "Keycloak " + KeycloakRelease.running() + " does not have this entity",
                        "Departments are organization groups, which Keycloak has since 26.6")
                : new Problem(404, "unknown-entity", "Unknown entity", "Supported entities: " + names());
    }

    /** The type of the records of a chunk, such as {@code user}. */
    public static String wordOf(Chunk chunk) {
        return chunk.kind()
                .flatMap(kind ->
                        RECORDS.stream().filter(type -> type.kind() == kind).findFirst())
                .map(RecordType::word)
                .orElse("");
    }

    /** The names of the types whose records may delete, by the classes of their records. */
    public static Map<Class<?>, String> deletable() {
        return declared()
                .filter(RecordType::isDeletable)
                .collect(Collectors.toUnmodifiableMap(RecordType::kind, RecordType::word));
    }

    /** The rows by which an undo compares entities of a record type that a job created; empty if it does not compare them by rows. */
    public static Optional<EntityRows> rowsOf(String word) {
        return declared()
                .filter(type -> type.word().equals(word))
                .findFirst()
                .flatMap(RecordType::restorable)
                .flatMap(RestorableEntity::rows);
    }

    /** The tables of the entities whose stored states hold secrets, by record type. */
    public static Map<String, EntityTable> tablesOfSecrets() {
        Map<String, EntityTable> tables = new HashMap<>();
        declared().forEach(type -> type.tableOfSecrets().ifPresent(table -> tables.put(type.word(), table)));
        return tables;
    }

    /** All record types, including those that this version of Keycloak does not have. */
    static Stream<RecordType> declared() {
        return Stream.concat(IMPORTABLE.stream(), DEPENDENT.stream());
    }

    /** The types of the records that {@code records} takes. */
    static List<RecordType> recordTypes() {
        return RECORDS;
    }

    /** All of them. */
    public static List<EntityType> all() {
        return ALL;
    }

    /** The names of all, for people. */
    public static String names() {
        return ALL.stream().map(EntityType::name).collect(Collectors.joining(", "));
    }
}
