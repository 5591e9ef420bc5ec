package org.millrace.bulk.writer;

import org.keycloak.models.RealmModel;
import org.keycloak.provider.ProviderEvent;
import org.keycloak.provider.ProviderEventListener;

/**
 * Deletes the links of users to a removed identity provider once more, in the transaction of the removal. Keycloak deletes the links and then
 * the identity provider: links that a chunk commits between these two steps would remain. Chunks lock the identity provider ({@link
 * ReferencedRows}), so that Keycloak's second step waits for all such links. Called on the thread of the request that removes it.
 */
public final class RemovedProviderLinks implements ProviderEventListener {
    @Override
    public void onEvent(ProviderEvent event) {
        if (event instanceof RealmModel.IdentityProviderRemovedEvent removed) {
            removed.getKeycloakSession().users().preRemove(removed.getRealm(), removed.getRemovedIdentityProvider());
        }
    }
}
