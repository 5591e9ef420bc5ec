package org.millrace.bulk.entity.resource;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
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
     * The warning that permission tickets may be lost; empty if no resource that may have them was deleted or lost a scope.
     *
     * @param before the resources to restore
     * @param now the present resources
     */
    public static List<Violation> warnings(Iterable<JsonNode> before, Iterable<JsonNode> now) {
        Map<String, Set<String>> present = new HashMap<>();
        now.forEach(resource -> present.put(id(resource), scopes(resource)));
        List<String> names = StreamSupport.stream(before.spliterator(), false)
                .filter(resource -> resource.path("ownerManagedAccess").asBoolean())
                .filter(resource -> {
                    Set<String> left = present.get(id(resource));
                    return left == null || !left.containsAll(scopes(resource));
                })
                .map(resource -> resource.path("name").asText())
                .toList();
        return names.isEmpty()
                ? List.of()
                : List.of(Violation.of(
                        "permission-tickets-not-restored",
                        "ownerManagedAccess",
                        "If their owners had granted permissions for these resources, the import deleted them, and they are not restored: "
                                + String.join(", ", names)));
    }

    private static String id(JsonNode resource) {
        return resource.path("_id").asText();
    }

    private static Set<String> scopes(JsonNode resource) {
        return StreamSupport.stream(resource.path("scopes").spliterator(), false)
                .map(scope -> scope.path("name").asText())
                .collect(Collectors.toSet());
    }
}
