package org.millrace.bulk.entity.resource;

import org.jspecify.annotations.Nullable;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.UserModel;
import org.millrace.bulk.writer.model.ChunkSession;

/**
 * Which users are hidden from the caller as owners of resources: those whom the caller may not view, and absent ones unless the caller may view
 * all users. None is hidden from callers who manage all clients or the authorization of all clients, because Keycloak's own call for resources
 * reports to them which users exist. The service account of the client is not hidden either, nor are owners of its resources if the caller may
 * view these. For one session and its thread.
 */
public final class HiddenOwners {
    private final ChunkSession in;
    private @Nullable Boolean anyHidden;

    /** Owners that the caller of this session names. */
    public HiddenOwners(ChunkSession in) {
        this.in = in;
    }

    /** Whether the caller may lack the right to know of some user. */
    boolean areAny() {
        if (anyHidden == null) {
            anyHidden = !in.permissions().hasOneAdminRole(AdminRoles.MANAGE_AUTHORIZATION, AdminRoles.MANAGE_CLIENTS);
        }
        return anyHidden;
    }

    /**
     * Whether the caller may not know if the user exists.
     *
     * @param server the resource server of the client; null if the client has no authorization services yet
     * @param user null if there is no such user
     */
    public boolean isHidden(@Nullable ResourceServer server, @Nullable UserModel user) {
        if (!areAny()) {
            return false;
        }
        return user == null
                ? !in.permissions().users().canView()
                : !in.permissions().users().canView(user) && (server == null || !isOwner(server, user));
    }

    private boolean isOwner(ResourceServer server, UserModel user) {
        return server.getClientId().equals(user.getServiceAccountClientLink())
                || in.permissions().realm().canViewAuthorization(server)
                        && !in.session()
                                .getProvider(AuthorizationProvider.class)
                                .getStoreFactory()
                                .getResourceStore()
                                .findByOwner(server, user.getId())
                                .isEmpty();
    }
}
