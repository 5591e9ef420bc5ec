package org.millrace.bulk.delete;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.ClientScopeModel;
import org.millrace.bulk.record.ClientScopeRecord;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.ClientScopeNames;

/** Deletes client scopes as {@code DELETE /client-scopes/{id}} does. */
final class ClientScopeDeletion extends EntityDeletion<ClientScopeRecord, ClientScopeModel> {
    ClientScopeDeletion(ChunkSession in) {
        super(in);
    }

    @Override
    String word() {
        return "Client scope";
    }

    @Override
    @Nullable
    String id(ClientScopeRecord item) {
        return item.scope().getId();
    }

    @Override
    @Nullable
    String name(ClientScopeRecord item) {
        return item.scope().getName();
    }

    @Override
    @Nullable
    ClientScopeModel byId(ClientScopeRecord item, String id) {
        return in().realm().getClientScopeById(id);
    }

    @Override
    @Nullable
    ClientScopeModel byName(ClientScopeRecord item, String name) {
        return ClientScopeNames.find(name, in().realm());
    }

    @Override
    String idOf(ClientScopeModel scope) {
        return scope.getId();
    }

    @Override
    boolean mayDelete(ClientScopeModel scope) {
        return in().permissions().clients().canManage(scope);
    }

    @Override
    boolean maySeeAll(ClientScopeRecord item) {
        return in().permissions().clients().canViewClientScopes();
    }

    @Override
    Optional<Violation> refusal(ClientScopeModel scope) {
        return in().realm().getClientScopesStream().limit(2).count() > 1
                ? Optional.empty()
                : Optional.of(Violation.of(
                        "last-client-scope",
                        "name",
                        "Client scope \"" + scope.getName()
                                + "\" is the only one of the realm, which Keycloak does not delete"));
    }

    @Override
    boolean remove(ClientScopeModel scope) {
        String id = scope.getId();
        boolean removed = in().realm().removeClientScope(id);
        in().tell(OperationType.DELETE, ResourceType.CLIENT_SCOPE, () -> null, "client-scopes", id);
        return removed;
    }
}
