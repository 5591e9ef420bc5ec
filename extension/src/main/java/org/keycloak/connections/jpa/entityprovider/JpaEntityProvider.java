package org.keycloak.connections.jpa.entityprovider;

import java.util.List;
import org.keycloak.provider.Provider;

/** Keycloak 26.7's interface of the same name, to be compiled against: the JAR leaves it out, the server brings its own. */
public interface JpaEntityProvider extends Provider {
    /** Entities for the server's persistence unit, may be none. */
    List<Class<?>> getEntities();

    /** A Liquibase change log on the class path. */
    String getChangelogLocation();

    /** The factory's id, after which the change log's own table is named. */
    String getFactoryId();
}
