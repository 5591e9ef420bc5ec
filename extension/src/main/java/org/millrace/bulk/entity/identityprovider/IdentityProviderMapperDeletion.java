package org.millrace.bulk.entity.identityprovider;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.IdentityProviderMapperModel;
import org.millrace.bulk.delete.EntityDeletion;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.RealmLookup;

/** Deletes mappers as {@code DELETE /identity-provider/instances/{alias}/mappers/{id}} does. */
final class IdentityProviderMapperDeletion
        extends EntityDeletion<IdentityProviderMapperRecord, IdentityProviderMapperModel> {
    IdentityProviderMapperDeletion(ChunkSession in) {
        super(in);
    }

    @Override
    protected String word() {
        return "Identity provider mapper";
    }

    @Override
    protected Optional<Violation> fault(IdentityProviderMapperRecord item) {
        return item.mapper().getName() != null && item.mapper().getIdentityProviderAlias() == null
                ? Optional.of(Violation.of(
                        "missing-key",
                        "identityProviderAlias",
                        "Deletion requires id, or both name and identityProviderAlias"))
                : Optional.empty();
    }

    @Override
    @Nullable
    protected String id(IdentityProviderMapperRecord item) {
        return item.mapper().getId();
    }

    @Override
    @Nullable
    protected String name(IdentityProviderMapperRecord item) {
        return item.mapper().getName();
    }

    @Override
    @Nullable
    protected IdentityProviderMapperModel byId(IdentityProviderMapperRecord item, String id) {
        return RealmLookup.byId(() -> in().session().identityProviders().getMapperById(id));
    }

    @Override
    @Nullable
    protected IdentityProviderMapperModel byName(IdentityProviderMapperRecord item, String name) {
        return in().session().identityProviders().getMapperByName(item.mapper().getIdentityProviderAlias(), name);
    }

    @Override
    protected String idOf(IdentityProviderMapperModel mapper) {
        return mapper.getId();
    }

    @Override
    protected boolean mayDelete(IdentityProviderMapperModel mapper) {
        return in().permissions().realm().canManageIdentityProviders();
    }

    @Override
    protected boolean maySeeAll(IdentityProviderMapperRecord item) {
        return in().permissions().realm().canViewIdentityProviders();
    }

    @Override
    protected boolean remove(IdentityProviderMapperModel mapper) {
        boolean removed = in().session().identityProviders().removeMapper(mapper);
        in().tell(
                        OperationType.DELETE,
                        ResourceType.IDENTITY_PROVIDER_MAPPER,
                        () -> null,
                        "identity-provider",
                        "instances",
                        mapper.getIdentityProviderAlias(),
                        "mappers",
                        mapper.getId());
        return removed;
    }
}
