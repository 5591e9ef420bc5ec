package org.millrace.bulk.entity.identityprovider;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.keycloak.broker.provider.IdentityProviderMapper;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.IdentityProviderMapperModel;
import org.keycloak.models.IdentityProviderStorageProvider;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.models.utils.RepresentationToModel;
import org.keycloak.representations.idm.IdentityProviderMapperRepresentation;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.ReferencedRows.Table;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.EntityOutcomes;
import org.millrace.bulk.writer.model.MaskedSecrets;
import org.millrace.bulk.writer.model.RealmLookup;
import org.millrace.bulk.writer.model.RejectionMapping;
import org.millrace.bulk.writer.model.Representations;
import org.millrace.bulk.writer.model.TextLengths;
import org.millrace.server.RealmCache;

/** Writes mappers of identity providers as the calls below {@code /identity-provider/instances/{alias}/mappers} do. */
final class IdentityProviderMapperChunk {
    private IdentityProviderMapperChunk() {}

    static Outcome write(IdentityProviderMapperRecord item, ChunkSession within) {
        ValidationResult result = new ValidationResult(within.validation(), item.warnings());
        if (!within.permissions().realm().canManageIdentityProviders()) {
            result.reject(IdentityProviderChunk.forbidden());
            return Outcomes.rejected(item, result.problems());
        }
        IdentityProviderMapperRepresentation wanted =
                Representations.copy(item.mapper(), IdentityProviderMapperRepresentation.class);
        IdentityProviderMapperModel stored = stored(wanted, within.session().identityProviders());
        if (stored != null && within.onConflict() == OnConflict.FAIL) {
            result.reject(
                    stored.getId().equals(wanted.getId())
                            ? Violation.of(
                                    "id-exists",
                                    "id",
                                    "Identity provider mapper with id \"" + wanted.getId() + "\" already exists")
                            : Violation.of(
                                    "identity-provider-mapper-exists",
                                    "name",
                                    "Identity provider mapper \"" + wanted.getName() + "\" already exists"));
            return Outcomes.rejected(item, result.problems());
        }
        if (stored != null && within.onConflict() == OnConflict.SKIP) {
            return new Outcome.Unchanged(item.position(), item.key(), stored.getId(), result.warnings());
        }
        return write(item, wanted, stored, within, result);
    }

    private static Outcome write(
            IdentityProviderMapperRecord item,
            IdentityProviderMapperRepresentation wanted,
            @Nullable IdentityProviderMapperModel stored,
            ChunkSession within,
            ValidationResult result) {
        Map<String, String> config = stored == null || stored.getConfig() == null ? Map.of() : stored.getConfig();
        wanted.setConfig(
                MaskedSecrets.unmasked(wanted.getConfig(), stored == null ? null : config::get, "config.", result));
        if (stored != null) {
            complete(wanted, stored, within.onConflict() == OnConflict.REPLACE);
        }
        check(wanted, stored, within, result);
        if (result.isRejected()) {
            return Outcomes.rejected(item, result.problems());
        }
        IdentityProviderMapperModel model = RepresentationToModel.toModel(wanted);
        if (model.getConfig() == null) {
            model.setConfig(new HashMap<>());
        }
        IdentityProviderStorageProvider providers = within.session().identityProviders();
        if (stored == null) {
            within.refersTo(
                    Table.IDENTITY_PROVIDER,
                    providers.getByAlias(model.getIdentityProviderAlias()).getInternalId());
            String id = RejectionMapping.orPartialWrite(() -> {
                IdentityProviderMapperModel created = providers.createMapper(model);
                String key = key(created.getIdentityProviderAlias(), created.getName(), within);
                RealmCache.forget(within.session(), List.of(created.getId(), key));
                tell(OperationType.CREATE, created, within);
                return created.getId();
            });
            return new Outcome.Created(item.position(), item.key(), id, result.warnings());
        }
        boolean changes = !areEqual(model, stored);
        if (changes) {
            String id = stored.getId();
            within.changing(item.position(), id, () -> IdentityProviderMapperState.of(within, id));
            RejectionMapping.orPartialWrite(() -> {
                String oldName = stored.getName();
                providers.updateMapper(model);
                if (!model.getName().equals(oldName)) {
                    // Keycloak forgets the key of the new name only.
                    RealmCache.forget(
                            within.session(), List.of(key(stored.getIdentityProviderAlias(), oldName, within)));
                }
                tell(OperationType.UPDATE, model, within);
                return stored;
            });
        }
        return EntityOutcomes.of(item, false, changes, stored.getId(), result.warnings());
    }

    /** The key of the cache for a lookup by name. */
    private static String key(String alias, String name, ChunkSession within) {
        return within.realm().getId() + "." + alias + ".idp.alias." + name;
    }

    /** Gives the mapper what the record does not name, and the id that it has. */
    private static void complete(
            IdentityProviderMapperRepresentation wanted, IdentityProviderMapperModel stored, boolean replaces) {
        wanted.setId(stored.getId());
        wanted.setName(Objects.requireNonNullElse(wanted.getName(), stored.getName()));
        wanted.setIdentityProviderAlias(
                Objects.requireNonNullElse(wanted.getIdentityProviderAlias(), stored.getIdentityProviderAlias()));
        wanted.setIdentityProviderMapper(
                Objects.requireNonNullElse(wanted.getIdentityProviderMapper(), stored.getIdentityProviderMapper()));
        if (!replaces) {
            Map<String, String> config = new HashMap<>(stored.getConfig() == null ? Map.of() : stored.getConfig());
            config.putAll(wanted.getConfig() == null ? Map.of() : wanted.getConfig());
            wanted.setConfig(config);
        }
    }

    private static void check(
            IdentityProviderMapperRepresentation wanted,
            @Nullable IdentityProviderMapperModel stored,
            ChunkSession within,
            ValidationResult result) {
        String alias = wanted.getIdentityProviderAlias();
        if (alias == null || wanted.getName() == null || wanted.getIdentityProviderMapper() == null) {
            result.reject(Violation.of(
                    "invalid-identity-provider-mapper",
                    null,
                    "The fields name, identityProviderAlias and identityProviderMapper are required"));
            return;
        }
        if (within.session().identityProviders().getByAlias(alias) == null) {
            result.reject(Violation.of(
                    "unknown-identity-provider",
                    "identityProviderAlias",
                    "Identity provider \"" + alias + "\" does not exist in realm \""
                            + within.realm().getName() + "\""));
        }
        if (stored != null && !alias.equals(stored.getIdentityProviderAlias())) {
            result.reject(Violation.of(
                    "immutable-field",
                    "identityProviderAlias",
                    "The mapper belongs to identity provider \"" + stored.getIdentityProviderAlias() + "\""));
        }
        IdentityProviderMapperModel namesake =
                within.session().identityProviders().getMapperByName(alias, wanted.getName());
        if (namesake != null && stored != null && !namesake.getId().equals(stored.getId())) {
            result.reject(Violation.of(
                    "identity-provider-mapper-exists",
                    "name",
                    "Identity provider mapper \"" + wanted.getName() + "\" already exists"));
        }
        TextLengths lengths = new TextLengths(result);
        lengths.check("name", wanted.getName(), TextLengths.USUAL);
        lengths.check("identityProviderMapper", wanted.getIdentityProviderMapper(), TextLengths.USUAL);
        if (stored == null) {
            within.checkNewId("identity provider mapper", "id", "identity_provider_mapper", wanted.getId(), result);
        }
        if (within.session()
                        .getKeycloakSessionFactory()
                        .getProviderFactory(IdentityProviderMapper.class, wanted.getIdentityProviderMapper())
                == null) {
            result.warn(Violation.of(
                    "unsupported-identity-provider-mapper",
                    "identityProviderMapper",
                    "Mapper type \"" + wanted.getIdentityProviderMapper() + "\" does not exist on this server"));
        }
    }

    private static boolean areEqual(IdentityProviderMapperModel model, IdentityProviderMapperModel stored) {
        return Objects.equals(model.getName(), stored.getName())
                && Objects.equals(model.getIdentityProviderMapper(), stored.getIdentityProviderMapper())
                && Objects.equals(model.getConfig(), stored.getConfig() == null ? Map.of() : stored.getConfig());
    }

    private static @Nullable IdentityProviderMapperModel stored(
            IdentityProviderMapperRepresentation wanted, IdentityProviderStorageProvider providers) {
        String id = wanted.getId();
        IdentityProviderMapperModel byId = id == null ? null : RealmLookup.byId(() -> providers.getMapperById(id));
        return byId == null && wanted.getName() != null && wanted.getIdentityProviderAlias() != null
                ? providers.getMapperByName(wanted.getIdentityProviderAlias(), wanted.getName())
                : byId;
    }

    private static void tell(OperationType operation, IdentityProviderMapperModel mapper, ChunkSession within) {
        within.tell(
                operation,
                ResourceType.IDENTITY_PROVIDER_MAPPER,
                () -> ModelToRepresentation.toRepresentation(mapper),
                "identity-provider",
                "instances",
                mapper.getIdentityProviderAlias(),
                "mappers",
                mapper.getId());
    }
}
