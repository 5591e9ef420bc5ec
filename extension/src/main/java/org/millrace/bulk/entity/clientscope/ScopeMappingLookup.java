package org.millrace.bulk.entity.clientscope;

import java.util.ArrayList;
import java.util.List;
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
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.ClientScopeNames;

/** Finds what a scope mapping names, with the permissions of Keycloak's calls. Problems are added to the result. For one record. */
public final class ScopeMappingLookup {
    private final ScopeMappingRecord item;
    private final ChunkSession within;
    private final ValidationResult result;

    /** @param result takes the problems */
    public ScopeMappingLookup(ScopeMappingRecord item, ChunkSession within, ValidationResult result) {
        this.item = item;
        this.within = within;
        this.result = result;
    }

    /**
     * The client or client scope of a record.
     *
     * @param path its first segment in Keycloak's calls
     */
    public record Container(ScopeContainerModel model, String id, String path) {
        /** The roles of the owner that are mapped. */
        public List<RoleModel> rolesOf(RoleContainerModel owner) {
            return model.getScopeMappingsStream()
                    .filter(role -> role.getContainerId().equals(owner.getId()))
                    .toList();
        }

        /** Records the admin event of the roles; none if the list is empty. */
        public void tell(
                OperationType operation, List<RoleModel> roles, RoleContainerModel owner, ChunkSession within) {
            if (roles.isEmpty()) {
                return;
            }
            boolean ofClient = owner instanceof ClientModel;
            List<String> segments = new ArrayList<>(List.of(path, id, "scope-mappings"));
            segments.addAll(ofClient ? List.of("clients", owner.getId()) : List.of("realm"));
            within.tell(
                    operation,
                    ofClient ? ResourceType.CLIENT_SCOPE_MAPPING : ResourceType.REALM_SCOPE_MAPPING,
                    () -> roles.stream()
                            .map(ModelToRepresentation::toBriefRepresentation)
                            .toList(),
                    segments.toArray(String[]::new));
        }
    }

    /** The client or client scope; null if it does not exist or the caller may not change it. */
    public @Nullable Container container() {
        String client = item.client();
        String clientScope = item.clientScope();
        if (client != null && clientScope == null) {
            return client(client);
        }
        if (clientScope != null && client == null) {
            return clientScope(clientScope);
        }
        result.reject(Violation.of(
                "invalid-scope-mapping", "client", "Exactly one of the fields client and clientScope is required"));
        return null;
    }

    private @Nullable Container client(String clientId) {
        ClientPermissionEvaluator clients = within.permissions().clients();
        ClientModel client = within.realm().getClientByClientId(clientId);
        if (client == null && clients.canView()) {
            result.reject(unknownClient(clientId, "client"));
        } else if (client == null || !clients.canManage(client)) {
            result.reject(forbidden());
        } else if (!new StorageId(client.getId()).isLocal()) {
            result.reject(Violation.of(
                    "read-only-client", "client", "Client \"" + clientId + "\" is in a read-only client store"));
        } else {
            return new Container(client, client.getId(), "clients");
        }
        return null;
    }

    /** Whether the caller may learn which roles are mapped. */
    public boolean mayView(Container container) {
        ClientPermissionEvaluator clients = within.permissions().clients();
        return container.model() instanceof ClientModel client
                ? clients.canView(client)
                : clients.canView((ClientScopeModel) container.model());
    }

    /** The same problem for a client or client scope that does not exist, and for one that the caller may not view. */
    public Violation forbidden() {
        return item.clientScope() == null
                ? Violation.of(
                        "forbidden-client",
                        "client",
                        "You may not manage client \"" + item.client() + "\", or it does not exist")
                : Violation.of(
                        "forbidden-client-scope",
                        "clientScope",
                        "You may not manage client scope \"" + item.clientScope() + "\", or it does not exist");
    }

    private @Nullable Container clientScope(String name) {
        ClientPermissionEvaluator clients = within.permissions().clients();
        if (!clients.canManageClientScopes()) {
            result.reject(forbidden());
            return null;
        }
        ClientScopeModel clientScope = ClientScopeNames.find(name, within.realm());
        if (clientScope == null) {
            result.reject(
                    clients.canViewClientScopes()
                            ? Violation.of(
                                    "unknown-client-scope",
                                    "clientScope",
                                    "Client scope \"" + name + "\" does not exist in realm \""
                                            + within.realm().getName() + "\"")
                            : forbidden());
            return null;
        }
        return new Container(clientScope, clientScope.getId(), "client-scopes");
    }

    /** The realm or client with the roles; null if it does not exist or the caller may not view it. */
    public @Nullable RoleContainerModel owner() {
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
                        ? unknownClient(clientId, "clientId")
                        : Violation.of(
                                "forbidden-client",
                                "clientId",
                                "You may not view client \"" + clientId + "\", or it does not exist"));
        return null;
    }

    private Violation unknownClient(String clientId, String field) {
        return Violation.of(
                "unknown-client",
                field,
                "Client \"" + clientId + "\" does not exist in realm \""
                        + within.realm().getName() + "\"");
    }

    /** Whether the caller may know that a role of the owner does not exist. */
    public boolean maySeeRoles(RoleContainerModel owner) {
        return owner instanceof ClientModel client
                ? within.permissions().clients().canView(client)
                : within.permissions().realm().canViewRealm();
    }

    /** The problem of a role that the caller may not map; the same if it does not exist. */
    public static Violation forbidden(String role) {
        return Violation.of(
                "forbidden-role",
                "roles",
                "You may not map role \"" + role + "\" to a client or client scope, or it does not exist");
    }
}
