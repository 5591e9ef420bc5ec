package org.millrace.bulk.undo;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The rows that make up the entities of a record type, by which an undo notices that a created entity was changed since. Rows of other
 * entities that refer to it, such as members of a group, do not count, except those that Keycloak deletes along with it.
 */
public enum EntityRows {
    /** A role with its attributes and composites. */
    ROLE("keycloak_role", part("t.*", "{keycloak_role} t", "t.id"), part("t.*", "{role_attribute} t", "t.role_id")) {
        @Override
        void addRelated(EntityQueries queries, Map<String, StoredEntity> found) throws SQLException {
            queries.pairs("composite", "child_role", "composite_role", found.keySet())
                    .forEach(child ->
                            Objects.requireNonNull(found.get(child.parent())).addChild(child.id(), true));
        }
    },
    /** A group, of the realm or of an organization, with its attributes, roles and subgroups. */
    GROUP("keycloak_group", groupParts()) {
        @Override
        void addRelated(EntityQueries queries, Map<String, StoredEntity> found) throws SQLException {
            Map<String, String> roots = new HashMap<>();
            found.keySet().forEach(id -> roots.put(id, id));
            addSubgroups(queries, found, roots, List.of(groupParts()));
        }
    },
    /**
     * A client with its client scopes, protocol mappers, roles, authorization settings and service account. Authorization scopes do not count:
     * an undo leaves scopes that were changed since.
     */
    CLIENT(
            "client",
            part("t.*", "{client} t", "t.id"),
            // Keycloak adds both when it updates a client.
            part(
                    "t.*",
                    "{client_attributes} t",
                    "t.name NOT IN ('realm_client', 'client.secret.creation.time') AND t.client_id"),
            part("t.*", "{redirect_uris} t", "t.client_id"),
            part("t.*", "{web_origins} t", "t.client_id"),
            part("t.*", "{client_auth_flow_bindings} t", "t.client_id"),
            part("t.*", "{client_scope_client} t", "t.client_id"),
            apart("t.*", "{scope_mapping} t", "t.client_id"),
            part("t.name, t.protocol, t.protocol_mapper_name", "{protocol_mapper} t", "t.client_id"),
            part(
                    "m.name AS mapper, t.name, t.value",
                    "{protocol_mapper_config} t JOIN {protocol_mapper} m ON m.id = t.protocol_mapper_id",
                    "m.client_id"),
            // Keycloak adds the role uma_protection itself.
            apart("t.name, t.description", "{keycloak_role} t", "t.name <> 'uma_protection' AND t.client"),
            apart("t.*", "{resource_server} t", "t.id"),
            apart("t.*", "{resource_server_resource} t", "t.resource_server_id"),
            apart("r.name AS resource, t.value", "{resource_uris} t" + ofResource(), "r.resource_server_id"),
            apart(
                    "r.name AS resource, t.name, t.value",
                    "{resource_attribute} t" + ofResource(),
                    "r.resource_server_id"),
            apart(
                    "r.name AS resource, s.name",
                    "{resource_scope} t" + ofResource() + " JOIN {resource_server_scope} s ON s.id = t.scope_id",
                    "r.resource_server_id"),
            apart("t.*", "{resource_server_policy} t", "t.resource_server_id"),
            apart("p.name AS policy, t.name, t.value", "{policy_config} t" + ofPolicy(), "p.resource_server_id"),
            apart(
                    "p.name AS policy, r.name",
                    "{resource_policy} t" + ofPolicy() + " JOIN {resource_server_resource} r ON r.id = t.resource_id",
                    "p.resource_server_id"),
            apart(
                    "p.name AS policy, s.name",
                    "{scope_policy} t" + ofPolicy() + " JOIN {resource_server_scope} s ON s.id = t.scope_id",
                    "p.resource_server_id"),
            apart(
                    "p.name AS policy, a.name",
                    "{associated_policy} t" + ofPolicy()
                            + " JOIN {resource_server_policy} a ON a.id = t.associated_policy_id",
                    "p.resource_server_id"),
            apart("u.enabled, u.email, u.first_name, u.last_name", serviceAccount(), "c.id"),
            apart(
                    "t.name, t.value, t.long_value",
                    serviceAccount() + " JOIN {user_attribute} t ON t.user_id = u.id",
                    "c.id"),
            apart("t.role_id", serviceAccount() + " JOIN {user_role_mapping} t ON t.user_id = u.id", "c.id"),
            apart("t.group_id", serviceAccount() + " JOIN {user_group_membership} t ON t.user_id = u.id", "c.id")),
    /** An organization with its domains, identity providers, groups, and managed members. */
    ORGANIZATION(
            "org",
            part("t.*", "{org} t", "t.id"),
            part("t.*", "{org_domain} t", "t.org_id"),
            part("t.internal_id", "{identity_provider} t", "t.organization_id"),
            part("t.name, t.value", "{group_attribute} t JOIN {org} o ON o.group_id = t.group_id", "o.id")) {
        @Override
        void addRelated(EntityQueries queries, Map<String, StoredEntity> found) throws SQLException {
            Map<String, String> roots = new HashMap<>();
            queries.pairs("id", "group_id", "org", found.keySet()).forEach(pair -> roots.put(pair.id(), pair.parent()));
            queries.pairs("group_id", "user_id", "user_group_membership", roots.keySet(), "membership_type = 'MANAGED'")
                    .forEach(member -> Objects.requireNonNull(
                                    found.get(Objects.requireNonNull(roots.get(member.parent()))))
                            .addChild(member.id(), false));
            addSubgroups(queries, found, roots, List.of(groupParts()));
        }
    },
    /** A resource of a client's authorization settings, with the permissions for it. */
    RESOURCE(
            "resource_server_resource",
            part("t.*", "{resource_server_resource} t", "t.id"),
            part("t.*", "{resource_uris} t", "t.resource_id"),
            part("t.*", "{resource_attribute} t", "t.resource_id"),
            part("t.*", "{resource_scope} t", "t.resource_id"),
            apart(
                    "p.name AS policy",
                    "{resource_policy} t JOIN {resource_server_policy} p ON p.id = t.policy_id",
                    "t.resource_id")),
    /** A client scope with its protocol mappers and scope mappings. */
    CLIENT_SCOPE(
            "client_scope",
            part("t.*", "{client_scope} t", "t.id"),
            part("t.*", "{client_scope_attributes} t", "t.scope_id"),
            part("t.name, t.protocol, t.protocol_mapper_name", "{protocol_mapper} t", "t.client_scope_id"),
            part(
                    "m.name AS mapper, t.name, t.value",
                    "{protocol_mapper_config} t JOIN {protocol_mapper} m ON m.id = t.protocol_mapper_id",
                    "m.client_scope_id"),
            apart("t.*", "{client_scope_role_mapping} t", "t.scope_id")),
    /** An identity provider with its mappers. */
    IDENTITY_PROVIDER(
            "identity_provider",
            part("t.*", "{identity_provider} t", "t.internal_id"),
            part("t.*", "{identity_provider_config} t", "t.identity_provider_id"),
            apart("t.name, t.idp_mapper_name", mappersOfProvider(), "p.internal_id"),
            apart(
                    "t.name AS mapper, c.name, c.value",
                    mappersOfProvider() + " JOIN {idp_mapper_config} c ON c.idp_mapper_id = t.id",
                    "p.internal_id")) {
        @Override
        public String key() {
            return "internal_id";
        }
    },
    /** A mapper of an identity provider. */
    IDENTITY_PROVIDER_MAPPER(
            "identity_provider_mapper",
            part("t.*", "{identity_provider_mapper} t", "t.id"),
            part("t.*", "{idp_mapper_config} t", "t.idp_mapper_id"));

    private final String table;
    private final List<Part> parts;

    EntityRows(String table, Part... parts) {
        this.table = table;
        this.parts = List.of(parts);
    }

    /**
     * Rows of one table.
     *
     * @param from tables in braces
     * @param key the column with the entity's id, last in a condition
     * @param inState whether the state that an undo restores covers the rows
     */
    record Part(String columns, String from, String key, boolean inState) {
        /** The column alone. */
        String column() {
            return key.substring(key.lastIndexOf(' ') + 1);
        }
    }

    private static Part part(String columns, String from, String key) {
        return new Part(columns, from, key, true);
    }

    /** Rows that the state of the entity leaves out. */
    private static Part apart(String columns, String from, String key) {
        return new Part(columns, from, key, false);
    }

    private static String ofResource() {
        return " JOIN {resource_server_resource} r ON r.id = t.resource_id";
    }

    private static String ofPolicy() {
        return " JOIN {resource_server_policy} p ON p.id = t.policy_id";
    }

    /** By the realm, too: so has the index. */
    private static String serviceAccount() {
        return "{client} c JOIN {user_entity} u ON u.realm_id = c.realm_id AND u.service_account_client_link = c.id";
    }

    /** Keycloak stores the alias with each mapper, not the id. */
    private static String mappersOfProvider() {
        return "{identity_provider_mapper} t JOIN {identity_provider} p ON p.provider_alias = t.idp_alias AND p.realm_id = t.realm_id";
    }

    private static Part[] groupParts() {
        return new Part[] {
            part("t.*", "{keycloak_group} t", "t.id"),
            part("t.*", "{group_attribute} t", "t.group_id"),
            part("t.*", "{group_role_mapping} t", "t.group_id")
        };
    }

    /** The rows of a record type; empty for types of which an undo deletes nothing, and for users, who are compared otherwise. */
    public static Optional<EntityRows> ofType(String word) {
        String type = word.equals("department") ? "group" : word.replace('-', '_');
        return Arrays.stream(values())
                .filter(each -> each.name().equalsIgnoreCase(type))
                .findFirst();
    }

    /** The table of the entities, in lower case. */
    public String table() {
        return table;
    }

    /** The column with the id of the entity. */
    public String key() {
        return "id";
    }

    /**
     * Reads entities.
     *
     * @param tables the name of a table in SQL
     * @return those that exist, by id
     */
    public Map<String, StoredEntity> read(Connection connection, UnaryOperator<String> tables, Iterable<String> ids)
            throws SQLException {
        EntityQueries queries = new EntityQueries(connection, tables);
        Map<String, StoredEntity> found = new HashMap<>();
        Map<String, String> roots = new HashMap<>();
        for (String id : ids) {
            roots.put(id, id);
        }
        for (Part part : parts) {
            queries.add(part, roots, found);
        }
        addRelated(queries, found);
        return found;
    }

    void addRelated(EntityQueries queries, Map<String, StoredEntity> found) throws SQLException {
        // Most entities have no rows that only their own rows lead to.
    }

    /**
     * Adds the groups below some groups.
     *
     * @param roots the entity of each group, by the group's id
     */
    private static void addSubgroups(
            EntityQueries queries, Map<String, StoredEntity> found, Map<String, String> roots, List<Part> parts)
            throws SQLException {
        Map<String, String> level = roots;
        while (!level.isEmpty()) {
            Map<String, String> below = new HashMap<>();
            for (EntityQueries.Group child : queries.groups(level.keySet())) {
                String root = Objects.requireNonNull(level.get(child.parent()));
                below.put(child.id(), root);
                found.computeIfAbsent(root, id -> new StoredEntity())
                        .addGroup(child.id(), child.parent(), child.name());
            }
            for (Part part : parts) {
                queries.add(part, below, found);
            }
            level = below;
        }
    }
}
