package org.millrace.bulk.entity.resource;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.millrace.bulk.record.field.Violation;

/**
 * Permission tickets, by which the owner of a resource grants permissions to other users: Keycloak deletes them with the resource or its scope,
 * and they are not part of stored states.
 */
public final class PermissionTickets {
    private PermissionTickets() {}

    /**
     * At most one warning: tickets may have been deleted with resources that have {@code ownerManagedAccess}, or with scopes of these.
     *
     * @param before states of the resources to restore: all of a client, or one
     * @param now their present states, without those that do not exist; the JSON {@code null} is ignored
     */
    public static List<Violation> warnings(Iterable<JsonNode> before, Iterable<JsonNode> now) {
        Map<String, Set<String>> present = new HashMap<>();
        now.forEach(resource -> present.put(resource.path("_id").asText(), scopes(resource)));
        // Keycloak deletes the tickets of a scope that one resource loses for all resources of the client.
        Set<String> lost = new HashSet<>();
        for (JsonNode resource : before) {
            Set<String> scopes = scopes(resource);
            scopes.removeAll(present.getOrDefault(resource.path("_id").asText(), scopes));
            lost.addAll(scopes);
        }
        List<String> affected = new ArrayList<>();
        for (JsonNode resource : before) {
            boolean isGone = !present.containsKey(resource.path("_id").asText());
            if (resource.path("ownerManagedAccess").asBoolean()
                    && (isGone || !Collections.disjoint(lost, scopes(resource)))) {
                affected.add(resource.path("name").asText());
            }
        }
        return affected.isEmpty() ? List.of() : List.of(warning(affected));
    }

    private static Violation warning(List<String> resources) {
        String others = resources.size() == 1 ? "" : " and of " + (resources.size() - 1) + " other resource(s)";
        return Violation.of(
                "permission-tickets-not-restored",
                "ownerManagedAccess",
                "Permission tickets of resource \"" + resources.get(0) + "\"" + others
                        + ", if there were any, were deleted by the import and are not restored. Ask the owners to grant the permissions again");
    }

    private static Set<String> scopes(JsonNode resource) {
        return StreamSupport.stream(resource.path("scopes").spliterator(), false)
                .map(scope -> scope.path("name").asText())
                .collect(Collectors.toCollection(HashSet::new));
    }
}
