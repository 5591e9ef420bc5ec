package org.millrace.bulk.entity.clientscope;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleContainerModel;
import org.keycloak.models.RoleModel;
import org.millrace.bulk.entity.RestorableEntity;
import org.millrace.bulk.entity.clientscope.ScopeMappingLookup.Container;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.writer.ReferencedRows.Table;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.StateJson;

/** Whether a role is in the scope of a client or client scope. */
public final class ScopeMappingState extends RestorableEntity {
    /** A role in a scope: the id of the client or client scope, and that of the role. */
    public static final String TYPE = "scope-mapping";

    private static final String PRESENT = "true";

    ScopeMappingState() {
        super(TYPE, new EntityTable("client"), new EntityTable("client_scope"));
    }

    @Override
    public Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
        return statesOf(in, keys);
    }

    static List<PartKey> keys(Container container, List<RoleModel> added, List<RoleModel> removed) {
        return Stream.concat(added.stream(), removed.stream())
                .map(role -> new PartKey(TYPE, container.id(), role.getId()))
                .toList();
    }

    /** The states of keys. */
    static Map<PartKey, String> statesOf(ChunkSession in, Collection<PartKey> keys) {
        Map<String, Set<String>> mapped = new HashMap<>();
        Map<PartKey, String> states = new HashMap<>();
        for (PartKey key : keys) {
            Set<String> roles = mapped.computeIfAbsent(key.id(), id -> roles(in, id));
            states.put(key, roles.contains(key.required()) ? PRESENT : StateJson.ABSENT);
        }
        return states;
    }

    private static Set<String> roles(ChunkSession in, String id) {
        Container container = containerOf(in, id);
        return container == null
                ? Set.of()
                : container
                        .model()
                        .getScopeMappingsStream()
                        .map(RoleModel::getId)
                        .collect(Collectors.toSet());
    }

    /** Whether the caller may view and change the scope; false if the client or client scope does not exist. */
    @Override
    public boolean mayChange(ChunkSession in, String id) {
        Container container = containerOf(in, id);
        if (container != null && container.model() instanceof ClientModel client) {
            return in.permissions().clients().canManage(client)
                    && in.permissions().clients().canView(client);
        }
        return container != null && ClientScopeState.mayViewAndManage(in, (ClientScopeModel) container.model());
    }

    @Override
    protected List<Violation> restore(ChunkSession in, Records records, Change change) {
        PartKey key = change.key();
        Container container = containerOf(in, key.id());
        RoleModel role = in.realm().getRoleById(key.required());
        if (role == null) {
            return List.of(Violation.of(
                    "changed-since-import", null, "Role with id \"" + key.required() + "\" no longer exists"));
        }
        if (container == null
                || !mayChange(in, key.id())
                || !in.permissions().roles().canMapClientScope(role)) {
            return List.of(ScopeMappingLookup.forbidden(key.required()));
        }
        RoleContainerModel owner = role.getContainer();
        if (change.state().equals(StateJson.ABSENT)) {
            container.model().deleteScopeMapping(role);
            container.tell(OperationType.DELETE, List.of(role), owner, in);
        } else {
            container.model().addScopeMapping(role);
            in.refersTo(Table.ROLE, role.getId());
            container.tell(OperationType.CREATE, List.of(role), owner, in);
        }
        return List.of();
    }

    private static @Nullable Container containerOf(ChunkSession in, String id) {
        RealmModel realm = in.realm();
        ClientModel client = realm.getClientById(id);
        if (client != null) {
            return new Container(client, id, "clients");
        }
        ClientScopeModel scope = realm.getClientScopeById(id);
        return scope == null ? null : new Container(scope, id, "client-scopes");
    }
}
