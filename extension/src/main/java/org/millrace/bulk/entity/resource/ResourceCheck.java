package org.millrace.bulk.entity.resource;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;
import org.keycloak.representations.idm.authorization.ScopeRepresentation;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.TextLengths;
import org.millrace.server.KeycloakBridge;

/** Validates an authorization resource without the database. */
public final class ResourceCheck {
    /** Characters of a URI that a message shows. */
    private static final int MAX_SHOWN = 200;

    private final ValidationResult result;
    private final TextLengths lengths;
    private final String path;

    /** @param path of the resource in its record, with a trailing dot; empty for the record itself */
    public ResourceCheck(ValidationResult result, String path) {
        this.result = result;
        this.lengths = new TextLengths(result);
        this.path = path;
    }

    public void check(ResourceRepresentation resource) {
        if (resource.getName() == null || resource.getName().isBlank()) {
            result.reject(Violation.of("missing-name", path + "name", "Missing field \"name\""));
        }
        length("name", resource.getName());
        length("displayName", resource.getDisplayName());
        length("type", resource.getType());
        length("icon_uri", resource.getIconUri());
        uris(resource).forEach(uri -> length("uris", uri));
        lengths.check(path + "attributes", resource.getAttributes());
        for (ScopeRepresentation scope : resource.getScopes()) {
            if (scope.getId() == null
                    && (scope.getName() == null || scope.getName().isBlank())) {
                result.reject(Violation.of("missing-name", path + "scopes.name", "Missing field \"name\""));
            }
            length("scopes.name", scope.getName());
        }
    }

    /** The URI validation of the endpoint for single resources, which the import of settings omits. */
    void templates(ResourceRepresentation resource) {
        for (String uri : uris(resource)) {
            String fault = KeycloakBridge.faultOfTemplate(uri);
            if (fault != null) {
                result.object(Violation.of(
                        "invalid-uri",
                        path + "uris",
                        "Invalid URI template \"" + Violation.shortened(uri, MAX_SHOWN) + "\": " + fault));
            }
        }
    }

    private static Set<String> uris(ResourceRepresentation resource) {
        return resource.getUris() == null ? Set.of() : resource.getUris();
    }

    private void length(String field, @Nullable String value) {
        lengths.check(path + field, value, TextLengths.USUAL);
    }
}
