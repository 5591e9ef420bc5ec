package org.millrace.bulk.entity.resource;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;
import org.millrace.bulk.entity.CallerPermissions;
import org.millrace.bulk.entity.ChunkTables;
import org.millrace.bulk.entity.ModelType;
import org.millrace.bulk.entity.RecordType;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.parser.RepresentationJsonParser;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/** Resources of the authorization services of clients. */
public final class Resources {
    public static final RecordType TYPE = new ModelType(
                    "resources",
                    "resource",
                    ResourceRecord.class,
                    "resource_server_resource",
                    "manage-authorization or manage-clients",
                    CallerPermissions::managesSomeAuthorization,
                    CallerPermissions::managesAllAuthorization,
                    Resources::parser,
                    scope ->
                            new ResourceChunk(scope, ChunkTables.of(scope, ResourceTables.SHAPES, ResourceTables::new)))
            .deletedBy(ResourceRecord.class, session -> new ResourceDeletion(session.in())::delete)
            .undoneBy(new ResourceState())
            .copying(ResourceTables.SHAPES);

    /** Among records of several kinds, the type says that it is a resource; its own type then goes by this name. */
    private static final String RESOURCE_TYPE = "resourceType";

    private Resources() {}

    private static RecordParser parser(RecordLimits limits) {
        return new RepresentationJsonParser<>(
                limits, ResourceRepresentation.class, Set.of("clientId", RESOURCE_TYPE), Resources::record);
    }

    private static ResourceRecord record(
            Position position,
            ResourceRepresentation resource,
            JsonNode json,
            Set<String> named,
            List<Violation> warnings) {
        return new ResourceRecord(
                position, typed(resource, json), json.path("clientId").asText(null), named, warnings);
    }

    private static ResourceRepresentation typed(ResourceRepresentation resource, JsonNode json) {
        boolean isWord = "resource".equals(resource.getType());
        if (!isWord && !json.has(RESOURCE_TYPE)) {
            return resource;
        }
        ResourceRepresentation typed = new ResourceRepresentation(
                resource.getName(),
                new HashSet<>(resource.getScopes()),
                resource.getUris(),
                json.path(RESOURCE_TYPE).asText(null),
                resource.getIconUri());
        typed.setId(resource.getId());
        typed.setDisplayName(resource.getDisplayName());
        typed.setOwner(resource.getOwner());
        typed.setOwnerManagedAccess(resource.getOwnerManagedAccess());
        typed.setAttributes(resource.getAttributes());
        return typed;
    }
}
