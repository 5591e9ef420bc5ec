package org.millrace.bulk.entity.clientscope;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.ClientScopeModel;
import org.millrace.bulk.delete.EntityDeletion;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.ClientScopeNames;

/** Deletes client scopes as {@code DELETE /client-scopes/{id}} does. */
final class ClientScopeDeletion extends EntityDeletion<ClientScopeRecord, ClientScopeModel> {
    ClientScopeDeletion(ChunkSession in) {
        super(in);
    }

    @Override
    protected String word() {
        return "Client scope";
    }

    @Override
    @Nullable
    protected String id(ClientScopeRecord item) {
        return item.scope().getId();
    }

    @Override
    @Nullable
    protected String name(ClientScopeRecord item) {
        return item.scope().getName();
    }

    @Override
    @Nullable
    protected ClientScopeModel byId(ClientScopeRecord item, String id) {
        return in().realm().getClientScopeById(id);
    }

    @Override
    @Nullable
    protected ClientScopeModel byName(ClientScopeRecord item, String name) {
        return ClientScopeNames.find(name, in().realm());
    }

    @Override
    protected String idOf(ClientScopeModel scope) {
        return scope.getId();
    }

    @Override
    protected boolean mayDelete(ClientScopeModel scope) {
        return in().permissions().clients().canManage(scope);
    }

    @Override
    protected boolean maySeeAll(ClientScopeRecord item) {
        return in().permissions().clients().canViewClientScopes();
    }

    @Override
    protected Optional<Violation> refusal(ClientScopeModel scope) {
        return in().realm().getClientScopesStream().limit(2).count() > 1
                ? Optional.empty()
                : Optional.of(Violation.of(
                        "last-client-scope",
                        "name",
                        "Client scope \"" + scope.getName()
                                + "\" is the only one of the realm, which Keycloak does not delete"));
    }

    @Override
    protected boolean remove(ClientScopeModel scope) {
        String id = scope.getId();
        boolean removed = in().realm().removeClientScope(id);
        in().tell(OperationType.DELETE, ResourceType.CLIENT_SCOPE, () -> null, "client-scopes", id);
        return removed;
    }
}
