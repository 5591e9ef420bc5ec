package org.millrace.bulk.entity.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.keycloak.authorization.model.Resource;
import org.keycloak.authorization.model.Scope;
import org.keycloak.representations.idm.authorization.ResourceOwnerRepresentation;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;
import org.keycloak.representations.idm.authorization.ScopeRepresentation;
import org.millrace.bulk.writer.model.Representations;

/** The resource that a record leads to. */
public final class ResourceTarget {
    private ResourceTarget() {}

    /** All properties of a stored resource. */
    static ResourceRepresentation of(Resource stored) {
        ResourceRepresentation all = new ResourceRepresentation();
        all.setId(stored.getId());
        all.setName(stored.getName());
        all.setDisplayName(stored.getDisplayName());
        all.setType(stored.getType());
        all.setIconUri(stored.getIconUri());
        all.setUris(new HashSet<>(stored.getUris()));
        all.setOwnerManagedAccess(stored.isOwnerManagedAccess());
        all.setOwner(new ResourceOwnerRepresentation(stored.getOwner()));
        all.setScopes(stored.getScopes().stream().map(ResourceTarget::scope).collect(Collectors.toSet()));
        all.setAttributes(new HashMap<>(stored.getAttributes()));
        return all;
    }

    private static ScopeRepresentation scope(Scope stored) {
        ScopeRepresentation scope = new ScopeRepresentation(stored.getName());
        scope.setId(stored.getId());
        return scope;
    }

    /**
     * The stored resource, changed by the fields of the record.
     *
     * @param named names of the record's fields
     */
    static ResourceRepresentation merged(ResourceRepresentation record, Set<String> named, Resource stored) {
        ResourceRepresentation present = of(stored);
        ResourceRepresentation merged = new ResourceRepresentation();
        merged.setId(stored.getId());
        merged.setOwner(present.getOwner());
        merged.setName(record.getName() == null ? present.getName() : record.getName());
        merged.setDisplayName(named.contains("displayName") ? record.getDisplayName() : present.getDisplayName());
        merged.setType(record.getType() != null || isUntyped(named) ? record.getType() : present.getType());
        merged.setIconUri(named.contains("icon_uri") ? record.getIconUri() : present.getIconUri());
        merged.setUris(new HashSet<>(present.getUris()));
        if (named.contains("uris") || named.contains("uri")) {
            merged.setUris(record.getUris() == null ? new HashSet<>() : record.getUris());
        }
        merged.setOwnerManagedAccess(
                named.contains("ownerManagedAccess")
                        ? record.getOwnerManagedAccess()
                        : present.getOwnerManagedAccess());
        boolean namesScopes = named.contains("scopes") || named.contains("resource_scopes");
        merged.setScopes(new HashSet<>((namesScopes ? record : present).getScopes()));
        merged.setAttributes(merged(present.getAttributes(), record.getAttributes()));
        return merged;
    }

    /** Whether the record has no resource type: in an import of several types, {@code type} is the record type. */
    private static boolean isUntyped(Set<String> named) {
        return named.contains("resourceType");
    }

    /** An empty list takes an attribute away. */
    private static Map<String, List<String>> merged(
            Map<String, List<String>> present, @Nullable Map<String, List<String>> named) {
        Map<String, List<String>> merged = new HashMap<>(present);
        if (named != null) {
            merged.putAll(named);
        }
        merged.values().removeIf(values -> values == null || values.isEmpty());
        return merged;
    }

    /** A new resource according to the record, with the id and the owner of the stored one. */
    static ResourceRepresentation replaced(ResourceRepresentation record, Resource stored) {
        record.setId(stored.getId());
        record.setOwner(new ResourceOwnerRepresentation(stored.getOwner()));
        if (record.getName() == null) {
            record.setName(stored.getName());
        }
        if (record.getUris() == null) {
            record.setUris(new HashSet<>());
        }
        record.setAttributes(merged(Map.of(), record.getAttributes()));
        return record;
    }

    /** Canonical form of a resource for comparison, without ids and independent of the order of its lists. */
    public static JsonNode portrait(ResourceRepresentation resource) {
        ObjectNode portrait = Representations.json(resource);
        portrait.remove(List.of("_id", "scopes", "owner"));
        if (!Boolean.TRUE.equals(resource.getOwnerManagedAccess())) {
            portrait.remove("ownerManagedAccess");
        }
        ResourceOwnerRepresentation owner = resource.getOwner();
        if (owner != null) {
            portrait.put("owner", owner.getName() == null ? owner.getId() : owner.getName());
        }
        ArrayNode scopes = portrait.putArray("scopes");
        resource.getScopes().forEach(scope -> scopes.add(scope.getName()));
        if (portrait.path("attributes") instanceof ObjectNode attributes) {
            Representations.strip(attributes);
        }
        Representations.sort(portrait);
        Representations.strip(portrait);
        return portrait;
    }
}
