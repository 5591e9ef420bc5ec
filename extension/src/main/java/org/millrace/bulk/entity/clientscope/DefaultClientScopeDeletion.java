package org.millrace.bulk.entity.clientscope;

import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.ClientScopeModel;
import org.millrace.bulk.delete.EntityDeletion;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.ClientScopeNames;

/**
 * Removes client scopes from the default or optional client scopes of the realm, as {@code DELETE /default-default-client-scopes/{id}} and
 * {@code DELETE /default-optional-client-scopes/{id}} do. Both remove the client scope from either list.
 */
final class DefaultClientScopeDeletion extends EntityDeletion<DefaultClientScopeRecord, ClientScopeModel> {
    DefaultClientScopeDeletion(ChunkSession in) {
        super(in);
    }

    @Override
    protected String word() {
        return "Default client scope";
    }

    @Override
    @Nullable
    protected String name(DefaultClientScopeRecord item) {
        return item.name();
    }

    @Override
    @Nullable
    protected ClientScopeModel byName(DefaultClientScopeRecord item, String name) {
        ClientScopeModel scope = ClientScopeNames.find(name, in().realm());
        if (scope == null) {
            return null;
        }
        // As with DELETE, a caller who may not view the client scope does not learn whether it was assigned.
        return isAssigned(scope, true)
                        || isAssigned(scope, false)
                        || !in().permissions().clients().canView(scope)
                ? scope
                : null;
    }

    private boolean isAssigned(ClientScopeModel scope, boolean byDefault) {
        return in().realm()
                .getDefaultClientScopesStream(byDefault)
                .anyMatch(each -> each.getId().equals(scope.getId()));
    }

    @Override
    protected String idOf(ClientScopeModel scope) {
        return scope.getId();
    }

    @Override
    protected boolean mayDelete(ClientScopeModel scope) {
        return in().permissions().clients().canManageClientScopes();
    }

    @Override
    protected boolean maySeeAll(DefaultClientScopeRecord item) {
        return in().permissions().clients().canViewClientScopes();
    }

    @Override
    protected boolean remove(ClientScopeModel scope) {
        String list = isAssigned(scope, true) ? "default-default-client-scopes" : "default-optional-client-scopes";
        in().realm().removeDefaultClientScope(scope);
        in().tell(OperationType.DELETE, ResourceType.CLIENT_SCOPE, () -> null, list, scope.getId());
        return true;
    }
}
