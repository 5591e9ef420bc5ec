package org.millrace.bulk.entity.clientscope;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.RoleContainerModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.ScopeContainerModel;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.services.resources.admin.fgap.ClientPermissionEvaluator;
import org.keycloak.storage.StorageId;
import org.millrace.bulk.chunk.Outcome;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.record.ScopeMappingRecord;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.ReferencedRows.Table;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.EntityOutcomes;
import org.millrace.bulk.writer.model.RejectionMapping;

/** Writes scope mappings of clients and client scopes as the calls below {@code scope-mappings} do. */
final class ScopeMappingChunk {
    private ScopeMappingChunk() {}

    /** The client or client scope of a record. */
    private record Container(ScopeContainerModel model, String id, String path) {}

    static Outcome write(ScopeMappingRecord item, ChunkSession within) {
        ValidationResult result = new ValidationResult(within.validation(), item.warnings());
        Container container = container(item, within, result);
        RoleContainerModel owner = container == null ? null : owner(item, within, result);
        if (container == null || owner == null) {
            return Outcomes.rejected(item, result.problems());
        }
        List<RoleModel> present = container
                .model()
                .getScopeMappingsStream()
                .filter(role -> role.getContainerId().equals(owner.getId()))
                .toList();
        OnConflict onConflict = within.onConflict();
        if (!present.isEmpty() && onConflict == OnConflict.FAIL) {
            result.reject(Violation.of(
                    "scope-mapping-exists",
                    "roles",
                    "Client or client scope \"" + item.key().orElse("") + "\" has roles of this owner in its scope"));
            return Outcomes.rejected(item, result.problems());
        }
        if (!present.isEmpty() && onConflict == OnConflict.SKIP) {
            return new Outcome.Unchanged(item.position(), item.key(), container.id(), result.warnings());
        }
        Map<String, RoleModel> wanted = roles(item, owner, within, result);
        List<RoleModel> added = new ArrayList<>(wanted.values());
        added.removeAll(present);
        List<RoleModel> removed = new ArrayList<>(onConflict == OnConflict.REPLACE ? present : List.of());
        removed.removeAll(wanted.values());
        check(added, within, result);
        check(removed, within, result);
        if (result.isRejected()) {
            return Outcomes.rejected(item, result.problems());
        }
        RejectionMapping.orPartialWrite(() -> {
            added.forEach(container.model()::addScopeMapping);
            removed.forEach(container.model()::deleteScopeMapping);
            added.forEach(role -> within.refersTo(Table.ROLE, role.getId()));
            return owner;
        });
        tell(OperationType.CREATE, added, container, owner, within);
        tell(OperationType.DELETE, removed, container, owner, within);
        boolean changes = !added.isEmpty() || !removed.isEmpty();
        return EntityOutcomes.of(item, false, changes, container.id(), result.warnings());
    }

    private static @Nullable Container container(
            ScopeMappingRecord item, ChunkSession within, ValidationResult result) {
        String client = item.client();
        String clientScope = item.clientScope();
        if (client != null && clientScope == null) {
            return client(client, within, result);
        }
        if (clientScope != null && client == null) {
            return clientScope(clientScope, within, result);
        }
        result.reject(
                Violation.of("invalid-scope-mapping", "client", "A scope mapping has either client or clientScope"));
        return null;
    }

    private static @Nullable Container client(String clientId, ChunkSession within, ValidationResult result) {
        ClientPermissionEvaluator clients = within.permissions().clients();
        ClientModel client = within.realm().getClientByClientId(clientId);
        if (client == null && clients.canView()) {
            result.reject(unknownClient(clientId, "client", within));
        } else if (client == null || !clients.canManage(client)) {
            result.reject(Violation.of(
                    "forbidden-client",
                    "client",
                    "You may not manage client \"" + clientId + "\", or it does not exist"));
        } else if (!new StorageId(client.getId()).isLocal()) {
            result.reject(Violation.of("read-only-client", "client", "The client is in another store"));
        } else {
            return new Container(client, client.getId(), "clients");
        }
        return null;
    }

    private static @Nullable Container clientScope(String name, ChunkSession within, ValidationResult result) {
        if (!within.permissions().clients().canManageClientScopes()) {
            result.reject(Violation.of("forbidden-client-scope", "clientScope", "You may not change client scopes"));
            return null;
        }
        ClientScopeModel clientScope = ClientScopeChunk.named(name, within.realm());
        if (clientScope == null) {
            result.reject(Violation.of(
                    "unknown-client-scope",
                    "clientScope",
                    "Client scope \"" + name + "\" does not exist in realm \""
                            + within.realm().getName() + "\""));
            return null;
        }
        return new Container(clientScope, clientScope.getId(), "client-scopes");
    }

    private static @Nullable RoleContainerModel owner(
            ScopeMappingRecord item, ChunkSession within, ValidationResult result) {
        String clientId = item.clientId();
        if (clientId == null) {
            return within.realm();
        }
        ClientPermissionEvaluator clients = within.permissions().clients();
        ClientModel client = within.realm().getClientByClientId(clientId);
        if (client != null && (clients.canView(client) || clients.canMapClientScopeRoles(client))) {
            return client;
        }
        result.reject(
                client == null && clients.canView()
                        ? unknownClient(clientId, "clientId", within)
                        : Violation.of(
                                "forbidden-client",
                                "clientId",
                                "You may not view client \"" + clientId + "\", or it does not exist"));
        return null;
    }

    private static Violation unknownClient(String clientId, String field, ChunkSession within) {
        return Violation.of(
                "unknown-client",
                field,
                "Client \"" + clientId + "\" does not exist in realm \""
                        + within.realm().getName() + "\"");
    }

    private static Map<String, RoleModel> roles(
            ScopeMappingRecord item, RoleContainerModel owner, ChunkSession within, ValidationResult result) {
        boolean maySee = owner instanceof ClientModel client
                ? within.permissions().clients().canView(client)
                : within.permissions().realm().canViewRealm();
        Map<String, RoleModel> roles = new LinkedHashMap<>();
        for (String name : item.roles()) {
            RoleModel role = owner.getRole(name.trim());
            if (role != null) {
                roles.put(role.getId(), role);
            } else if (maySee) {
                result.object(Violation.of("unknown-role", "roles", "Role \"" + name + "\" does not exist"));
            } else {
                result.reject(forbidden(name));
            }
        }
        return roles;
    }

    private static void check(List<RoleModel> roles, ChunkSession within, ValidationResult result) {
        for (RoleModel role : roles) {
            if (!within.permissions().roles().canMapClientScope(role)) {
                result.reject(forbidden(role.getName()));
            }
        }
    }

    private static Violation forbidden(String role) {
        return Violation.of(
                "forbidden-role",
                "roles",
                "You may not map role \"" + role + "\" to a client or client scope, or it does not exist");
    }

    private static void tell(
            OperationType operation,
            List<RoleModel> roles,
            Container container,
            RoleContainerModel owner,
            ChunkSession within) {
        if (roles.isEmpty()) {
            return;
        }
        boolean ofClient = owner instanceof ClientModel;
        List<String> path = new ArrayList<>(List.of(container.path(), container.id(), "scope-mappings"));
        path.addAll(ofClient ? List.of("clients", owner.getId()) : List.of("realm"));
        within.tell(
                operation,
                ofClient ? ResourceType.CLIENT_SCOPE_MAPPING : ResourceType.REALM_SCOPE_MAPPING,
                () -> roles.stream()
                        .map(ModelToRepresentation::toBriefRepresentation)
                        .toList(),
                path.toArray(String[]::new));
    }
}
