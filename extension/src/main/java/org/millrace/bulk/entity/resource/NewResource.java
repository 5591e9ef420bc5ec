package org.millrace.bulk.entity.resource;

import java.util.Set;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;

/**
 * An authorization resource that is made, and whose rows are yet to be written.
 *
 * @param fields what else it has; not to be changed any more
 */
public record NewResource(String id, ResourceKey key, ResourceRepresentation fields, Set<String> scopeIds) {
    public NewResource {
        scopeIds = Set.copyOf(scopeIds);
    }
}
