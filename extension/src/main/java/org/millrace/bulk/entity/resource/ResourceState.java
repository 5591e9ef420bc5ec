package org.millrace.bulk.entity.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.model.Resource;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.authorization.model.Scope;
import org.keycloak.authorization.store.StoreFactory;
import org.keycloak.common.Profile;
import org.keycloak.models.ClientModel;
import org.millrace.bulk.entity.RestorableEntity;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.undo.EntityRows;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.undo.StateParts.Reader;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.StateJson;
import org.millrace.server.JpaSession;

/** The state of a resource of a client. */
public final class ResourceState extends RestorableEntity {
    /** A resource. */
    public static final String TYPE = "resource";

    private static final EntityTable TABLE = new EntityTable("resource_server_resource");

    /** A resource of a client's authorization settings, with the permissions for it. */
    private static final EntityRows ROWS = new EntityRows(
            TABLE,
            EntityRows.part("t.*", "{resource_server_resource} t", "t.id"),
            EntityRows.part("t.*", "{resource_uris} t", "t.resource_id"),
            EntityRows.part("t.*", "{resource_attribute} t", "t.resource_id"),
            EntityRows.part("t.*", "{resource_scope} t", "t.resource_id"),
            EntityRows.apart(
                    "p.name AS policy",
                    "{resource_policy} t JOIN {resource_server_policy} p ON p.id = t.policy_id",
                    "t.resource_id"));

    ResourceState() {
        super(TYPE, TABLE);
    }

    @Override
    public Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
        return Reader.ofEach(key -> of(in, key)).states(keys);
    }

    @Override
    public List<Violation> warnings(Change change) {
        return PermissionTickets.warnings(
                List.of(StateJson.read(change.state(), JsonNode.class)),
                List.of(StateJson.read(change.now(), JsonNode.class)));
    }

    @Override
    public Optional<EntityRows> rows() {
        return Optional.of(ROWS);
    }

    @Override
    public void deleteUnused(ChunkSession in, List<BeforeImage> undone) {
        Map<String, String> scopes = new HashMap<>();
        for (BeforeImage image : undone) {
            if (image.scopes() != null) {
                scopes.putAll(image.scopes());
            }
        }
        UnusedScopes.delete(in, scopes);
    }

    /** The id, and the client; of a resource that does not exist, a name that no client has. */
    @Override
    public ObjectNode key(ChunkSession in, String id) {
        Resource resource = resource(in, id);
        ClientModel client = resource == null
                ? null
                : in.realm().getClientById(resource.getResourceServer().getClientId());
        return JsonNodeFactory.instance
                .objectNode()
                .put("_id", id)
                .put("clientId", client == null ? id : client.getClientId());
    }

    /** The state of a resource; {@link StateJson#ABSENT} if it does not exist. */
    public static String of(ChunkSession in, PartKey key) {
        JpaSession.flush(in.session());
        return stateOfResource(in, key.id());
    }

    private static String stateOfResource(ChunkSession in, String id) {
        Resource resource = resource(in, id);
        ClientModel client = resource == null
                ? null
                : in.realm().getClientById(resource.getResourceServer().getClientId());
        if (resource == null || client == null) {
            return StateJson.ABSENT;
        }
        ObjectNode state = JsonNodeFactory.instance.objectNode();
        state.put("_id", id)
                .put("type", TYPE)
                .put("clientId", client.getClientId())
                .put("name", resource.getName())
                .put("displayName", resource.getDisplayName())
                .put("resourceType", resource.getType())
                .put("icon_uri", resource.getIconUri())
                .put("ownerManagedAccess", resource.isOwnerManagedAccess());
        state.putObject("owner").put("id", resource.getOwner());
        ArrayNode uris = state.putArray("uris");
        resource.getUris().stream().sorted().forEach(uris::add);
        ArrayNode scopes = state.putArray("scopes");
        resource.getScopes().stream()
                .map(Scope::getName)
                .sorted()
                .forEach(name -> scopes.addObject().put("name", name));
        Map<String, List<String>> attributes = new TreeMap<>();
        resource.getAttributes()
                .forEach((name, values) ->
                        attributes.put(name, values.stream().sorted().toList()));
        state.set("attributes", StateJson.attributes(attributes));
        return StateJson.text(state);
    }

    @Override
    public boolean mayChange(ChunkSession in, String id) {
        Resource resource = resource(in, id);
        return resource != null
                && mayManage(in, resource.getResourceServer())
                && in.permissions().realm().canViewAuthorization(resource.getResourceServer());
    }

    static boolean mayManage(ChunkSession in, ResourceServer server) {
        ClientModel adminPermissions = in.realm().getAdminPermissionsClient();
        return !(adminPermissions != null && adminPermissions.getId().equals(server.getClientId()))
                && in.permissions().realm().canManageAuthorization(server);
    }

    private static @Nullable Resource resource(ChunkSession in, String id) {
        return stores(in)
                .map(stores -> stores.getResourceStore().findById(null, id))
                .orElse(null);
    }

    static Optional<StoreFactory> stores(ChunkSession in) {
        return Profile.isFeatureEnabled(Profile.Feature.AUTHORIZATION)
                ? Optional.of(
                        in.session().getProvider(AuthorizationProvider.class).getStoreFactory())
                : Optional.empty();
    }
}
