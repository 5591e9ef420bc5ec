package org.millrace.bulk.entity.resource;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.millrace.bulk.record.field.Violation;

/** Permissions that owners granted to other users: Keycloak deletes them with the resource or its scope, and no stored state has them. */
public final class PermissionTickets {
    private PermissionTickets() {}

    /**
     * The warning that permission tickets may be lost; empty if they cannot be.
     *
     * @param before the resources to restore: all of a client, or one
     * @param now the present ones
     */
    public static List<Violation> warnings(Iterable<JsonNode> before, Iterable<JsonNode> now) {
        Map<String, Set<String>> present = new HashMap<>();
        now.forEach(resource -> present.put(resource.path("_id").asText(), scopes(resource)));
        // Keycloak deletes the tickets of a scope that one resource loses for all resources of the client.
        Set<String> lost = new HashSet<>();
        for (JsonNode resource : before) {
            Set<String> scopes = scopes(resource);
            scopes.removeAll(present.getOrDefault(resource.path("_id").asText(), Set.of()));
            lost.addAll(scopes);
        }
        for (JsonNode resource : before) {
            boolean isGone = !present.containsKey(resource.path("_id").asText());
            if (resource.path("ownerManagedAccess").asBoolean()
                    && (isGone || !Collections.disjoint(lost, scopes(resource)))) {
                return List.of(
                        Violation.of(
                                "permission-tickets-not-restored",
                                "ownerManagedAccess",
                                "The import deleted permissions that owners of resources may have granted to other users; they are not restored"));
            }
        }
        return List.of();
    }

    private static Set<String> scopes(JsonNode resource) {
        return StreamSupport.stream(resource.path("scopes").spliterator(), false)
                .map(scope -> scope.path("name").asText())
                .collect(Collectors.toCollection(HashSet::new));
    }
}
