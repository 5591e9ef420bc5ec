package org.millrace.bulk.delete;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.IdentityProviderMapperModel;
import org.millrace.bulk.record.IdentityProviderMapperRecord;
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
    String word() {
        return "Identity provider mapper";
    }

    @Override
    Optional<Violation> fault(IdentityProviderMapperRecord item) {
        return item.mapper().getName() != null && item.mapper().getIdentityProviderAlias() == null
                ? Optional.of(Violation.of(
                        "missing-key",
                        "identityProviderAlias",
                        "Deletion requires id, or both name and identityProviderAlias"))
                : Optional.empty();
    }

    @Override
    @Nullable
    String id(IdentityProviderMapperRecord item) {
        return item.mapper().getId();
    }

    @Override
    @Nullable
    String name(IdentityProviderMapperRecord item) {
        return item.mapper().getName();
    }

    @Override
    @Nullable
    IdentityProviderMapperModel byId(IdentityProviderMapperRecord item, String id) {
        return RealmLookup.byId(() -> in().session().identityProviders().getMapperById(id));
    }

    @Override
    @Nullable
    IdentityProviderMapperModel byName(IdentityProviderMapperRecord item, String name) {
        return in().session().identityProviders().getMapperByName(item.mapper().getIdentityProviderAlias(), name);
    }

    @Override
    String idOf(IdentityProviderMapperModel mapper) {
        return mapper.getId();
    }

    @Override
    boolean mayDelete(IdentityProviderMapperModel mapper) {
        return in().permissions().realm().canManageIdentityProviders();
    }

    @Override
    boolean maySeeAll(IdentityProviderMapperRecord item) {
        return in().permissions().realm().canViewIdentityProviders();
    }

    @Override
    boolean remove(IdentityProviderMapperModel mapper) {
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
