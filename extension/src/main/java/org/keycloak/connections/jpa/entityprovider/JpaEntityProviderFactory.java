package org.keycloak.connections.jpa.entityprovider;

import org.keycloak.provider.ProviderFactory;

/** Keycloak 26.7's interface of the same name, to be compiled against: the JAR leaves it out, the server brings its own. */
public interface JpaEntityProviderFactory extends ProviderFactory<JpaEntityProvider> {}
