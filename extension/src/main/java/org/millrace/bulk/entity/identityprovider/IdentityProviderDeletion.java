package org.millrace.bulk.entity.identityprovider;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.IdentityProviderMapperModel;
import org.keycloak.models.IdentityProviderModel;
import org.keycloak.models.IdentityProviderStorageProvider;
import org.millrace.bulk.delete.EntityDeletion;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.RealmLookup;

/** Deletes identity providers with their mappers and the links of users, as {@code DELETE /identity-provider/instances/{alias}} does. */
final class IdentityProviderDeletion extends EntityDeletion<IdentityProviderRecord, IdentityProviderModel> {
    IdentityProviderDeletion(ChunkSession in) {
        super(in);
    }

    @Override
    protected String word() {
        return "Identity provider";
    }

    @Override
    @Nullable
    protected String id(IdentityProviderRecord item) {
        return item.provider().getInternalId();
    }

    @Override
    @Nullable
    protected String name(IdentityProviderRecord item) {
        return item.provider().getAlias();
    }

    @Override
    @Nullable
    protected IdentityProviderModel byId(IdentityProviderRecord item, String id) {
        return RealmLookup.byId(() -> providers().getById(id));
    }

    @Override
    @Nullable
    protected IdentityProviderModel byName(IdentityProviderRecord item, String name) {
        return providers().getByAlias(name);
    }

    private IdentityProviderStorageProvider providers() {
        return in().session().identityProviders();
    }

    @Override
    protected String idOf(IdentityProviderModel provider) {
        return provider.getInternalId();
    }

    @Override
    protected boolean mayDelete(IdentityProviderModel provider) {
        return in().permissions().realm().canManageIdentityProviders();
    }

    @Override
    protected boolean maySeeAll(IdentityProviderRecord item) {
        return in().permissions().realm().canViewIdentityProviders();
    }

    @Override
    protected boolean remove(IdentityProviderModel provider) {
        String alias = provider.getAlias();
        in().session().users().preRemove(in().realm(), provider);
        boolean removed = providers().remove(alias);
        List<IdentityProviderMapperModel> mappers =
                providers().getMappersByAliasStream(alias).toList();
        mappers.forEach(providers()::removeMapper);
        in().tell(
                        OperationType.DELETE,
                        ResourceType.IDENTITY_PROVIDER,
                        () -> null,
                        "identity-provider",
                        "instances",
                        alias);
        return removed;
    }
}
