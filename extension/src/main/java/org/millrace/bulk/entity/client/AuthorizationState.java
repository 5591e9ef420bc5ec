package org.millrace.bulk.entity.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.authorization.store.StoreFactory;
import org.keycloak.common.Profile;
import org.keycloak.models.ClientModel;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.util.JsonSerialization;
import org.millrace.bulk.entity.RestorableEntity;
import org.millrace.bulk.entity.resource.PermissionTickets;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.undo.StateParts.Reader;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.Representations;
import org.millrace.bulk.writer.model.StateJson;
import org.millrace.server.JpaSession;

/** The authorization settings of a client as a record that restores them. */
public final class AuthorizationState extends RestorableEntity {
    AuthorizationState() {
        super("authorization", new EntityTable("resource_server"));
    }

    @Override
    public Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
        return Reader.ofEach(key -> of(in, key.id())).states(keys);
    }

    @Override
    public List<Violation> warnings(Change change) {
        return PermissionTickets.warnings(resources(change.state()), resources(change.now()));
    }

    private static JsonNode resources(String state) {
        return StateJson.read(state, JsonNode.class).at("/authorizationSettings/resources");
    }

    /** The record of a client with authorization services; {@link StateJson#ABSENT} of any other. */
    public static String of(ChunkSession in, String id) {
        ClientModel client = in.realm().getClientById(id);
        ResourceServer server = client == null ? null : server(in, client);
        if (client == null || server == null) {
            return StateJson.ABSENT;
        }
        JpaSession.flush(in.session());
        ObjectNode settings =
                Representations.json(ModelToRepresentation.toResourceServerRepresentation(in.session(), client));
        addIds(settings, server, in);
        settings.path("policies").forEach(policy -> {
            if (policy.path("config") instanceof ObjectNode config) {
                sort(config);
            }
        });
        Representations.sort(settings);
        ObjectNode record = JsonSerialization.createObjectNode();
        record.put("id", id).put("clientId", client.getClientId()).put("authorizationServicesEnabled", true);
        record.set("authorizationSettings", settings);
        return StateJson.text(JsonSerialization.mapper.convertValue(record, Map.class));
    }

    /** Adds the ids, which Keycloak's export leaves out: what was deleted since is created with its former id. */
    private static void addIds(ObjectNode settings, ResourceServer server, ChunkSession in) {
        StoreFactory stores =
                in.session().getProvider(AuthorizationProvider.class).getStoreFactory();
        Map<String, String> ids = new HashMap<>();
        stores.getScopeStore().findByResourceServer(server).forEach(each -> ids.put(each.getName(), each.getId()));
        settings.path("scopes").forEach(scope -> ((ObjectNode) scope).put("id", ids.get(name(scope))));
        ids.clear();
        stores.getPolicyStore().findByResourceServer(server).forEach(each -> ids.put(each.getName(), each.getId()));
        settings.path("policies").forEach(policy -> ((ObjectNode) policy).put("id", ids.get(name(policy))));
        Map<Owned, String> resources = new HashMap<>();
        stores.getResourceStore()
                .findByResourceServer(server)
                .forEach(each -> resources.put(new Owned(each.getOwner(), each.getName()), each.getId()));
        Map<String, String> owners = new HashMap<>();
        settings.path("resources").forEach(resource -> {
            JsonNode owner = resource.path("owner").path("name");
            String ownerId = owner.isTextual()
                    ? owners.computeIfAbsent(
                            owner.asText(),
                            name -> in.session()
                                    .users()
                                    .getUserByUsername(in.realm(), name)
                                    .getId())
                    : server.getClientId();
            ((ObjectNode) resource).put("_id", resources.get(new Owned(ownerId, name(resource))));
        });
    }

    /** A resource by its owner's id and its name. */
    private record Owned(String ownerId, String name) {}

    private static String name(JsonNode named) {
        return named.path("name").asText();
    }

    private static @Nullable ResourceServer server(ChunkSession in, ClientModel client) {
        return Profile.isFeatureEnabled(Profile.Feature.AUTHORIZATION)
                ? in.session()
                        .getProvider(AuthorizationProvider.class)
                        .getStoreFactory()
                        .getResourceServerStore()
                        .findByClient(client)
                : null;
    }

    /** Sorts the lists in the texts of a policy's configuration. */
    private static void sort(ObjectNode config) {
        config.properties()
                .forEach(entry ->
                        sorted(entry.getValue().asText()).ifPresent(text -> entry.setValue(TextNode.valueOf(text))));
    }

    private static Optional<String> sorted(String text) {
        if (!text.startsWith("[")) {
            return Optional.empty();
        }
        try {
            JsonNode list = JsonSerialization.mapper.readTree(text);
            Representations.sort(list);
            return Optional.of(list.toString());
        } catch (JsonProcessingException e) {
            // A text that begins like a list.
            return Optional.empty();
        }
    }

    @Override
    public boolean mayChange(ChunkSession in, String id) {
        ClientModel client = in.realm().getClientById(id);
        ResourceServer server = client == null ? null : server(in, client);
        return client != null
                && in.permissions().clients().canConfigure(client)
                && in.permissions().clients().canView(client)
                && (server == null || in.permissions().realm().canManageAuthorization(server));
    }
}
