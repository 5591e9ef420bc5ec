package org.millrace.bulk.entity.resource;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.model.Resource;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.authorization.store.StoreFactory;
import org.keycloak.common.Profile;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.ClientModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.representations.idm.authorization.ResourceOwnerRepresentation;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;
import org.millrace.bulk.delete.EntityDeletion;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.AuthorizationCache;

/** Deletes authorization resources as {@code DELETE /clients/{id}/authz/resource-server/resource/{id}} does. */
final class ResourceDeletion extends EntityDeletion<ResourceRecord, Resource> {
    private final AuthorizationProvider provider;

    ResourceDeletion(ChunkSession in) {
        super(in);
        this.provider = in.session().getProvider(AuthorizationProvider.class);
    }

    @Override
    protected String word() {
        return "Resource";
    }

    @Override
    protected Optional<Violation> fault(ResourceRecord item) {
        return item.clientId() == null || item.clientId().isBlank()
                ? Optional.of(Violation.of("missing-client-id", "clientId", "Missing field \"clientId\""))
                : Optional.empty();
    }

    @Override
    @Nullable
    protected String id(ResourceRecord item) {
        return item.resource().getId();
    }

    @Override
    @Nullable
    protected String name(ResourceRecord item) {
        return item.resource().getName();
    }

    private StoreFactory stores() {
        return provider.getStoreFactory();
    }

    private @Nullable ClientModel client(ResourceRecord item) {
        return in().realm().getClientByClientId(String.valueOf(item.clientId()));
    }

    private @Nullable ResourceServer server(ResourceRecord item) {
        ClientModel client = client(item);
        return client != null && Profile.isFeatureEnabled(Profile.Feature.AUTHORIZATION)
                ? stores().getResourceServerStore().findByClient(client)
                : null;
    }

    @Override
    @Nullable
    protected Resource byId(ResourceRecord item, String id) {
        ResourceServer server = server(item);
        boolean isOfServer = server != null
                && AuthorizationCache.uncached(in().session())
                                .getResourceStore()
                                .findById(server, id)
                        != null;
        return isOfServer ? stores().getResourceStore().findById(server, id) : null;
    }

    @Override
    @Nullable
    protected Resource byName(ResourceRecord item, String name) {
        ClientModel client = client(item);
        ResourceServer server = server(item);
        String owner = client == null ? null : owner(item.resource().getOwner(), client);
        return server == null || owner == null
                ? null
                : stores().getResourceStore().findByName(server, name, owner);
    }

    /** The id of the owner: the client itself by default, else a user; null if there is no such user. */
    private @Nullable String owner(@Nullable ResourceOwnerRepresentation named, ClientModel client) {
        if (named == null || named.getId() == null && named.getName() == null) {
            return client.getId();
        }
        if (client.getId().equals(named.getId()) || client.getClientId().equals(named.getName())) {
            return client.getId();
        }
        UserModel user = in().unfiltered(() -> Optional.ofNullable(user(named))).orElse(null);
        return user == null ? null : user.getId();
    }

    private @Nullable UserModel user(ResourceOwnerRepresentation named) {
        return named.getId() == null
                ? in().session().users().getUserByUsername(in().realm(), named.getName())
                : in().session().users().getUserById(in().realm(), named.getId());
    }

    @Override
    protected String idOf(Resource resource) {
        return resource.getId();
    }

    @Override
    protected boolean mayDelete(Resource resource) {
        ClientModel permissions = in().realm().getAdminPermissionsClient();
        return !(permissions != null
                        && permissions
                                .getId()
                                .equals(resource.getResourceServer().getId()))
                && in().permissions().realm().canManageAuthorization(resource.getResourceServer());
    }

    @Override
    protected boolean maySeeAll(ResourceRecord item) {
        ResourceServer server = server(item);
        return server == null
                ? in().permissions().clients().canView()
                : in().permissions().realm().canViewAuthorization(server);
    }

    @Override
    protected boolean remove(Resource resource) {
        String serverId = resource.getResourceServer().getId();
        String id = resource.getId();
        // Built first, because it loads lazy properties.
        ResourceRepresentation shown =
                ModelToRepresentation.toRepresentation(resource, resource.getResourceServer(), provider);
        stores().getResourceStore().delete(id);
        in().tell(
                        OperationType.DELETE,
                        ResourceType.AUTHORIZATION_RESOURCE,
                        () -> shown,
                        "clients",
                        serverId,
                        "authz",
                        "resource-server",
                        "resource",
                        id);
        return true;
    }
}
