package org.millrace.server.page;

import org.jspecify.annotations.Nullable;
import org.keycloak.models.KeycloakSession;
import org.keycloak.services.resource.RealmResourceProvider;

/** Without a session, the page is off: a missing resource makes Keycloak answer 404. Keycloak loads this class on every version. */
final class StandalonePageProvider implements RealmResourceProvider {
    private final @Nullable KeycloakSession session;

    StandalonePageProvider(@Nullable KeycloakSession session) {
        this.session = session;
    }

    @Override
    public @Nullable Object getResource() {
        return session == null ? null : StandalonePage.resource(session);
    }

    @Override
    public void close() {}
}
