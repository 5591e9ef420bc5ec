package org.millrace.bulk.entity.defaultrole;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleContainerModel;
import org.keycloak.models.RoleModel;
import org.keycloak.services.resources.admin.fgap.ClientPermissionEvaluator;
import org.keycloak.services.resources.admin.fgap.RolePermissionEvaluator;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.entity.client.DefaultRoleUpdate;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.RejectionMapping;

/** Writes the default roles of old exports. They are added in every conflict mode, as on import of a realm. */
final class DefaultRolesChunk {
    private DefaultRolesChunk() {}

    static Outcome write(DefaultRolesRecord item, ChunkSession within) {
        RealmModel realm = within.realm();
        String clientId = item.clientId();
        ClientModel client = clientId == null ? null : realm.getClientByClientId(clientId);
        if (clientId != null && !mayView(client, within.permissions().clients())) {
            String detail = "You may not view client \"" + clientId + "\", or it does not exist";
            return Outcomes.rejected(item, List.of(Violation.of("forbidden-client", "clientId", detail)));
        }
        RoleContainerModel container = clientId == null ? realm : client;
        if (container == null) {
            String detail = "Client \"" + clientId + "\" does not exist in realm \"" + realm.getName() + "\"";
            return Outcomes.rejected(item, List.of(Violation.of("unknown-client", "clientId", detail)));
        }
        RoleModel defaultRole = realm.getDefaultRole();
        RolePermissionEvaluator permissions = within.permissions().roles();
        if (!permissions.canView(defaultRole) && !permissions.canManage(defaultRole)) {
            String detail =
                    "You may not view or change the default role of the realm; requires the role view-realm or manage-realm";
            return Outcomes.rejected(item, List.of(Violation.of("forbidden-role", null, detail)));
        }
        DefaultRoleUpdate roles = new DefaultRoleUpdate(within);
        ValidationResult result = new ValidationResult(within.validation(), item.warnings());
        roles.check(container, item.roles(), result);
        if (result.isRejected()) {
            return Outcomes.rejected(item, result.problems());
        }
        String id = defaultRole.getId();
        Runnable keep = keepState(item, id, container, within);
        boolean changed = RejectionMapping.orPartialWrite(() -> roles.add(container, item.roles()));
        keep.run();
        return changed
                ? new Outcome.Updated(item.position(), item.key(), id, result.warnings())
                : new Outcome.Unchanged(item.position(), item.key(), id, result.warnings());
    }

    private static Runnable keepState(
            DefaultRolesRecord item, String id, RoleContainerModel container, ChunkSession within) {
        return within.keepsStates()
                ? within.changing(
                        item.position(),
                        DefaultRoles.TYPE.word(),
                        id,
                        DefaultRoleState.keys(within.realm(), container, item.roles()),
                        keys -> DefaultRoleState.states(within, keys))
                : () -> {};
    }

    private static boolean mayView(@Nullable ClientModel client, ClientPermissionEvaluator clients) {
        return client == null ? clients.canView() : clients.canView(client);
    }
}
