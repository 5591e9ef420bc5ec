package org.millrace.bulk.registry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.keycloak.models.ClientModel;
import org.keycloak.models.GroupModel;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.RoleModel;
import org.keycloak.organization.OrganizationProvider;
import org.millrace.bulk.entity.client.AuthorizationState;
import org.millrace.bulk.entity.client.ClientImage;
import org.millrace.bulk.entity.clientscope.ClientScopeState;
import org.millrace.bulk.entity.clientscope.DefaultClientScopeState;
import org.millrace.bulk.entity.clientscope.ScopeMappingState;
import org.millrace.bulk.entity.defaultrole.DefaultRoleState;
import org.millrace.bulk.entity.group.DefaultGroupState;
import org.millrace.bulk.entity.group.GroupImage;
import org.millrace.bulk.entity.group.GroupParts;
import org.millrace.bulk.entity.identityprovider.IdentityProviderState;
import org.millrace.bulk.entity.organization.DepartmentState;
import org.millrace.bulk.entity.organization.OrganizationImage;
import org.millrace.bulk.entity.organization.member.OrganizationMemberships;
import org.millrace.bulk.entity.resource.ResourceState;
import org.millrace.bulk.entity.role.RoleImage;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.writer.OrganizationAccess;
import org.millrace.bulk.writer.model.ChunkSession;

/**
 * What an undo restores, apart from users: entities, and associations of two entities.
 *
 * <p>One long class: a table with a row for each type.
 */
enum Restorable {

    /** A role of the realm or of a client. */
    ROLE("keycloak_role") {
        @Override
        String state(ChunkSession in, PartKey key) {
            return RoleImage.of(in.realm(), key.id());
        }

        @Override
        boolean mayChange(ChunkSession in, String id) {
            RoleModel role = in.realm().getRoleById(id);
            return role != null && in.permissions().roles().canManage(role);
        }
    },
    /** A group of the realm without its subgroups. */
    GROUP("keycloak_group") {
        @Override
        String state(ChunkSession in, PartKey key) {
            return GroupImage.of(in.realm(), key.id());
        }

        @Override
        boolean mayChange(ChunkSession in, String id) {
            GroupModel group = in.realm().getGroupById(id);
            return group != null && in.permissions().groups().canManage(group);
        }
    },
    /** A group, of the realm or of an organization, below one that existed before the job. */
    NEW_GROUP("keycloak_group") {
        @Override
        String state(ChunkSession in, PartKey key) {
            return Objects.requireNonNull(states(in, List.of(key)).get(key));
        }

        @Override
        Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
            return GroupParts.statesOfNew(in, keys);
        }

        @Override
        Collection<String> rows(ChunkSession in, List<PartKey> keys) {
            return GroupParts.idsOfNew(in, keys).values();
        }

        @Override
        List<Violation> restore(ChunkSession in, EntityRecords records, Change change) {
            String id = GroupParts.idOfNew(change.now());
            GroupModel group = in.session().groups().getGroupById(in.realm(), id);
            boolean ofRealm = group == null || group.getType() == GroupModel.Type.REALM;
            String word = (ofRealm ? GROUP : DEPARTMENT).word();
            return records.delete(in, word, change.position(), DeletedKey.of(word, id, in.session(), in.realm()));
        }
    },
    /** A client without its authorization settings. */
    CLIENT("client") {
        @Override
        String state(ChunkSession in, PartKey key) {
            return ClientImage.of(in.session(), in.realm(), key.id());
        }

        @Override
        boolean mayChange(ChunkSession in, String id) {
            ClientModel client = in.realm().getClientById(id);
            return client != null && in.permissions().clients().canConfigure(client);
        }

        @Override
        List<Violation> restore(ChunkSession in, EntityRecords records, Change change) {
            List<Violation> problems = super.restore(in, records, change);
            if (problems.isEmpty()) {
                ClientImage.restoreAttributes(in.realm(), change.key().id(), change.state());
            }
            return problems;
        }
    },
    /** An organization without its members and groups. */
    ORGANIZATION("org") {
        @Override
        String state(ChunkSession in, PartKey key) {
            return OrganizationImage.of(in.session(), key.id());
        }

        @Override
        boolean mayChange(ChunkSession in, String id) {
            OrganizationProvider organizations = in.session().getProvider(OrganizationProvider.class);
            OrganizationModel organization = organizations == null ? null : organizations.getById(id);
            return organization != null && OrganizationAccess.mayManage(in.permissions(), organization);
        }
    },
    /** A group of an organization without its members and subgroups. */
    DEPARTMENT("keycloak_group") {
        @Override
        String state(ChunkSession in, PartKey key) {
            return DepartmentState.of(in, key.id());
        }

        @Override
        boolean mayChange(ChunkSession in, String id) {
            return DepartmentState.mayChange(in, id);
        }

        @Override
        List<Violation> restore(ChunkSession in, EntityRecords records, Change change) {
            return DepartmentState.restore(in, change.key().id(), change.state());
        }
    },
    /** A user in an organization and in its groups. */
    MEMBERSHIP("user_entity") {
        @Override
        String state(ChunkSession in, PartKey key) {
            return Objects.requireNonNull(states(in, List.of(key)).get(key));
        }

        @Override
        Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
            return new OrganizationMemberships(in).states(keys);
        }

        @Override
        Collection<String> rows(ChunkSession in, List<PartKey> keys) {
            return keys.stream().map(PartKey::required).toList();
        }

        @Override
        boolean isRestoredTogetherWith(PartKey one, PartKey next) {
            return one.type().equals(next.type()) && one.id().equals(next.id());
        }

        @Override
        List<Violation> restore(ChunkSession in, EntityRecords records, List<Change> changes) {
            List<OrganizationMemberships.Change> members = changes.stream()
                    .map(each -> new OrganizationMemberships.Change(each.key(), each.now(), each.state()))
                    .toList();
            return new OrganizationMemberships(in).restore(changes.get(0).key().id(), members);
        }
    },
    /** A resource of a client's authorization settings. */
    RESOURCE("resource_server_resource") {
        @Override
        String state(ChunkSession in, PartKey key) {
            return ResourceState.of(in, key);
        }

        @Override
        boolean mayChange(ChunkSession in, String id) {
            return ResourceState.mayChange(in, id);
        }
    },
    /** A role in the scope of a client or client scope. */
    SCOPE_MAPPING("client", "client_scope") {
        @Override
        String state(ChunkSession in, PartKey key) {
            return Objects.requireNonNull(states(in, List.of(key)).get(key));
        }

        @Override
        Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
            return ScopeMappingState.states(in, keys);
        }

        @Override
        boolean mayChange(ChunkSession in, String id) {
            return ScopeMappingState.mayChange(in, id);
        }

        @Override
        List<Violation> restore(ChunkSession in, EntityRecords records, Change change) {
            return ScopeMappingState.restore(in, change.key(), change.state());
        }
    },
    /** The authorization settings of a client. */
    AUTHORIZATION("resource_server") {
        @Override
        String state(ChunkSession in, PartKey key) {
            return AuthorizationState.of(in, key.id());
        }

        @Override
        boolean mayChange(ChunkSession in, String id) {
            return AuthorizationState.mayChange(in, id);
        }
    },
    /** A client scope with its protocol mappers. */
    CLIENT_SCOPE("client_scope") {
        @Override
        String state(ChunkSession in, PartKey key) {
            return ClientScopeState.of(in, key.id());
        }

        @Override
        boolean mayChange(ChunkSession in, String id) {
            return ClientScopeState.mayChange(in, id);
        }
    },
    /** An identity provider without its mappers. */
    IDENTITY_PROVIDER("identity_provider") {
        @Override
        String state(ChunkSession in, PartKey key) {
            return IdentityProviderState.of(in, key.id());
        }

        @Override
        boolean mayChange(ChunkSession in, String id) {
            return IdentityProviderState.mayChange(in);
        }
    },
    /** A mapper of an identity provider. */
    IDENTITY_PROVIDER_MAPPER("identity_provider_mapper") {
        @Override
        String state(ChunkSession in, PartKey key) {
            return IdentityProviderState.ofMapper(in, key.id());
        }

        @Override
        boolean mayChange(ChunkSession in, String id) {
            return IdentityProviderState.mayChange(in);
        }
    },
    /** A client scope among the default or optional ones of the realm. */
    DEFAULT_CLIENT_SCOPE("client_scope") {
        @Override
        String state(ChunkSession in, PartKey key) {
            return DefaultClientScopeState.of(in, key.id());
        }

        @Override
        boolean mayChange(ChunkSession in, String id) {
            return DefaultClientScopeState.mayChange(in, id);
        }

        @Override
        List<Violation> restore(ChunkSession in, EntityRecords records, Change change) {
            return DefaultClientScopeState.restore(in, change.key().id(), change.state());
        }
    },
    /** A default group of the realm. */
    DEFAULT_GROUP("keycloak_group") {
        @Override
        String state(ChunkSession in, PartKey key) {
            return DefaultGroupState.of(in, key.id());
        }

        @Override
        boolean mayChange(ChunkSession in, String id) {
            return DefaultGroupState.mayChange(in, id);
        }

        @Override
        List<Violation> restore(ChunkSession in, EntityRecords records, Change change) {
            return DefaultGroupState.remove(in, change.key().id());
        }
    },
    /** The roles that a record adds to the default role of the realm. */
    DEFAULT_ROLES("keycloak_role") {
        @Override
        String state(ChunkSession in, PartKey key) {
            return RoleImage.of(in.realm(), key.id());
        }

        @Override
        boolean mayChange(ChunkSession in, String id) {
            return DefaultRoleState.mayChange(in);
        }
    },
    /** A role in the default role of the realm. */
    DEFAULT_ROLE("keycloak_role") {
        @Override
        String state(ChunkSession in, PartKey key) {
            return Objects.requireNonNull(states(in, List.of(key)).get(key));
        }

        @Override
        Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
            return DefaultRoleState.states(in, keys);
        }

        @Override
        List<Violation> restore(ChunkSession in, EntityRecords records, Change change) {
            return DefaultRoleState.remove(in, change.key());
        }
    },
    /** A role that a record with default roles created. */
    NEW_ROLE("keycloak_role") {
        @Override
        String state(ChunkSession in, PartKey key) {
            return Objects.requireNonNull(states(in, List.of(key)).get(key));
        }

        @Override
        Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
            return DefaultRoleState.states(in, keys);
        }

        @Override
        Collection<String> rows(ChunkSession in, List<PartKey> keys) {
            return DefaultRoleState.idsOfNew(in, keys).values();
        }

        @Override
        List<Violation> restore(ChunkSession in, EntityRecords records, Change change) {
            String id = DefaultRoleState.idOfNew(change.now());
            return records.delete(
                    in, ROLE.word(), change.position(), DeletedKey.of(ROLE.word(), id, in.session(), in.realm()));
        }
    };

    private final List<String> tables;

    /** @param tables the tables that may have the row by which changes of the entity or association are locked */
    Restorable(String... tables) {
        this.tables = List.of(tables);
    }

    /**
     * One of the entities or associations that a record changed.
     *
     * @param now the present state
     * @param state the state to restore
     */
    record Change(Position position, PartKey key, String now, String state) {
        /** Without the states, which may hold secrets. */
        @Override
        public String toString() {
            return "Change[" + key + "]";
        }
    }

    /**
     * The entities of a type.
     *
     * @throws IllegalArgumentException if no states of them are stored
     */
    static Restorable ofType(String word) {
        return find(word)
                .orElseThrow(() -> new IllegalArgumentException("no states are stored of records of type " + word));
    }

    /** The entities of a type; empty if no states of them are stored. */
    static Optional<Restorable> find(String word) {
        return Arrays.stream(values())
                .filter(each -> each.name().replace('_', '-').equalsIgnoreCase(word))
                .findFirst();
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Locks entities and associations of any types, in the order of their tables and rows. */
    static void lock(ChunkSession in, List<PartKey> keys) {
        Map<String, Set<String>> rows = new TreeMap<>();
        keys.stream().collect(Collectors.groupingBy(PartKey::type)).forEach((word, some) -> {
            Restorable type = ofType(word);
            Collection<String> ids = type.rows(in, some);
            type.tables.forEach(table ->
                    rows.computeIfAbsent(table, each -> new HashSet<>()).addAll(ids));
        });
        rows.forEach(
                (table, ids) -> in.lockAndReload(table, table.equals("identity_provider") ? "internal_id" : "id", ids));
    }

    /** The ids of the rows to lock; without those that do not exist. */
    Collection<String> rows(ChunkSession in, List<PartKey> keys) {
        return keys.stream().map(PartKey::id).toList();
    }

    /** The present state. */
    abstract String state(ChunkSession in, PartKey key);

    /** The present states of entities of this type. */
    Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
        Map<PartKey, String> states = new HashMap<>();
        keys.forEach(key -> states.put(key, state(in, key)));
        return states;
    }

    /** The present states of entities of any types. */
    static Map<PartKey, String> ofAll(ChunkSession in, List<PartKey> keys) {
        Map<PartKey, String> states = new HashMap<>();
        keys.stream()
                .collect(Collectors.groupingBy(PartKey::type))
                .forEach((type, some) -> states.putAll(ofType(type).states(in, some)));
        return states;
    }

    /** Whether the caller may change the entity of a record; false if it does not exist. */
    boolean mayChange(ChunkSession in, String id) {
        return false;
    }

    /** The changes in their order, those together that are restored with one call. */
    static List<List<Change>> steps(List<Change> changes) {
        List<List<Change>> steps = new ArrayList<>();
        PartKey last = null;
        for (Change change : changes) {
            if (last == null || !ofType(last.type()).isRestoredTogetherWith(last, change.key())) {
                steps.add(new ArrayList<>());
            }
            steps.get(steps.size() - 1).add(change);
            last = change.key();
        }
        return steps;
    }

    /** Whether one call restores both, or neither of them. */
    boolean isRestoredTogetherWith(PartKey one, PartKey next) {
        return false;
    }

    /**
     * Restores earlier states.
     *
     * @param changes several only of those that are restored together
     * @return the reasons why none is restored; empty if all are
     */
    List<Violation> restore(ChunkSession in, EntityRecords records, List<Change> changes) {
        return restore(in, records, changes.get(0));
    }

    /**
     * Restores an earlier state, by a record if not overridden.
     *
     * @return the reasons why not; empty if it is restored
     */
    List<Violation> restore(ChunkSession in, EntityRecords records, Change change) {
        return records.replace(in, word(), change.position(), change.state());
    }
}
