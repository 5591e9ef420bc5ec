package org.millrace.bulk.entity.user.prepare;

import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.authentication.RequiredActionProvider;
import org.keycloak.models.KeycloakSession;

/** The required actions that the server has a provider for; {@code POST /users} takes no others. */
final class RequiredActions {
    private RequiredActions() {}

    static Set<String> known(KeycloakSession session) {
        return session.getKeycloakSessionFactory()
                .getProviderFactoriesStream(RequiredActionProvider.class)
                .map(factory -> factory.getId())
                .collect(Collectors.toUnmodifiableSet());
    }
}
