package org.millrace.bulk.entity.client.authorization;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.authorization.store.StoreFactory;
import org.keycloak.models.ClientModel;
import org.millrace.bulk.writer.model.ChunkSession;

/**
 * Resources, scopes and policies of one client, looked up by id or name. Keycloak's authorization cache finds those of any client by
 * id once the session has read them, and the import of settings would change them; the stores behind the cache check the client. For one record.
 */
final class OwnObjects {
    private final ChunkSession within;
    private final AuthorizationProvider provider;
    private final @Nullable ResourceServer server;

    enum Kind {
        RESOURCE,
        SCOPE,
        POLICY;

        String spoken() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** @param client null if it has no authorization services yet */
    OwnObjects(ChunkSession within, @Nullable ClientModel client) {
        this.within = within;
        this.provider = within.session().getProvider(AuthorizationProvider.class);
        this.server = client == null
                ? null
                : provider.getStoreFactory().getResourceServerStore().findByClient(client);
    }

    /** Whether an object of the client has this id. */
    boolean haveId(Kind kind, String id) {
        return server != null && find(provider.getLocalStoreFactory(), kind, server, id) != null;
    }

    /** Whether an object of the client has this id or name. */
    boolean have(Kind kind, String reference) {
        return haveId(kind, reference) || server != null && hasName(kind, server, reference);
    }

    /** Whether an object of another client, of any realm, has this id. */
    boolean isOfOther(Kind kind, String id) {
        return !haveId(kind, id) && within.takenIds().contain("resource_server_" + kind.spoken(), id);
    }

    private boolean hasName(Kind kind, ResourceServer owner, String name) {
        StoreFactory stores = provider.getStoreFactory();
        return switch (kind) {
            case RESOURCE -> stores.getResourceStore().findByName(owner, name) != null;
            case SCOPE -> stores.getScopeStore().findByName(owner, name) != null;
            case POLICY -> stores.getPolicyStore().findByName(owner, name) != null;
        };
    }

    private static @Nullable Object find(StoreFactory stores, Kind kind, ResourceServer owner, String id) {
        return switch (kind) {
            case RESOURCE -> stores.getResourceStore().findById(owner, id);
            case SCOPE -> stores.getScopeStore().findById(owner, id);
            case POLICY -> stores.getPolicyStore().findById(owner, id);
        };
    }
}
