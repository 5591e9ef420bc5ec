package org.millrace.bulk.entity.identityprovider;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.IdentityProviderModel;
import org.keycloak.models.IdentityProviderStorageProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.representations.idm.IdentityProviderRepresentation;
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
import org.millrace.server.RealmCache;

/** Writes identity providers as {@code POST} and {@code PUT /identity-provider/instances} leave them. */
final class IdentityProviderChunk {
    private static final String SECRET = "clientSecret";

    private IdentityProviderChunk() {}

    static Outcome write(IdentityProviderRecord item, ChunkSession within) {
        ValidationResult result = new ValidationResult(within.validation(), item.warnings());
        if (!within.permissions().realm().canManageIdentityProviders()) {
            result.reject(forbidden());
            return Outcomes.rejected(item, result.problems());
        }
        IdentityProviderModel stored = stored(item.provider(), within.session());
        if (stored != null && within.onConflict() == OnConflict.FAIL) {
            result.reject(exists(item.provider(), stored));
            return Outcomes.rejected(item, result.problems());
        }
        if (stored != null && within.onConflict() == OnConflict.SKIP) {
            return new Outcome.Unchanged(item.position(), item.key(), stored.getInternalId(), result.warnings());
        }
        return write(item, stored, within, result);
    }

    private static Outcome write(
            IdentityProviderRecord item,
            @Nullable IdentityProviderModel stored,
            ChunkSession within,
            ValidationResult result) {
        IdentityProviderRepresentation target =
                IdentityProviderTarget.of(item, stored, within.onConflict() == OnConflict.REPLACE, within.realm());
        Map<String, String> config = stored == null || stored.getConfig() == null ? Map.of() : stored.getConfig();
        target.setConfig(
                MaskedSecrets.unmasked(target.getConfig(), stored == null ? null : config::get, "config.", result));
        Optional<IdentityProviderModel> model =
                new IdentityProviderCheck(within, result).model(item.provider(), target, stored);
        if (result.isRejected() || model.isEmpty()) {
            return Outcomes.rejected(item, result.problems());
        }
        flow(model.get(), stored, IdentityProviderModel::getFirstBrokerLoginFlowId, within);
        flow(model.get(), stored, IdentityProviderModel::getPostBrokerLoginFlowId, within);
        if (stored == null) {
            String id = RejectionMapping.orPartialWrite(() -> create(model.get(), target, within));
            return new Outcome.Created(item.position(), item.key(), id, result.warnings());
        }
        // Keycloak shows the secret to no administrator: the outcome must not tell whether it is the stored one.
        boolean changes = namesSecret(item) || !IdentityProviderTarget.areEqual(model.get(), stored);
        if (changes) {
            String id = stored.getInternalId();
            within.changing(item.position(), id, () -> IdentityProviderState.of(within, id));
            RejectionMapping.orPartialWrite(() -> {
                within.session().identityProviders().update(model.get());
                tell(OperationType.UPDATE, target, within);
                return stored;
            });
        }
        return EntityOutcomes.of(item, false, changes, stored.getInternalId(), result.warnings());
    }

    /** Notes a new reference: what Keycloak left behind in a stored identity provider must not keep it from being changed. */
    private static void flow(
            IdentityProviderModel target,
            @Nullable IdentityProviderModel stored,
            Function<IdentityProviderModel, @Nullable String> id,
            ChunkSession within) {
        String flow = id.apply(target);
        if (flow != null && (stored == null || !flow.equals(id.apply(stored)))) {
            within.refersTo(Table.FLOW, flow);
        }
    }

    private static boolean namesSecret(IdentityProviderRecord item) {
        Map<String, String> config = item.provider().getConfig();
        return config != null && config.get(SECRET) != null && !MaskedSecrets.isMask(config.get(SECRET));
    }

    private static String create(
            IdentityProviderModel model, IdentityProviderRepresentation target, ChunkSession within) {
        IdentityProviderModel created = within.session().identityProviders().create(model);
        target.setInternalId(created.getInternalId());
        // Creation leaves the cache as it is: a lookup before the commit would store there what may be rolled back.
        RealmCache.forget(
                within.session(),
                List.of(created.getInternalId(), within.realm().getId() + "." + created.getAlias() + ".idp.alias"));
        tell(OperationType.CREATE, target, within);
        return created.getInternalId();
    }

    private static void tell(OperationType operation, IdentityProviderRepresentation target, ChunkSession within) {
        within.tell(
                operation,
                ResourceType.IDENTITY_PROVIDER,
                () -> target,
                "identity-provider",
                "instances",
                target.getAlias());
    }

    private static @Nullable IdentityProviderModel stored(
            IdentityProviderRepresentation named, KeycloakSession session) {
        String id = named.getInternalId();
        IdentityProviderModel byId = id == null
                ? null
                : RealmLookup.byId(() -> session.identityProviders().getById(id));
        IdentityProviderModel found = byId == null && named.getAlias() != null
                ? session.identityProviders().getByAlias(named.getAlias())
                : byId;
        return found == null ? null : asStored(found, session);
    }

    /** Without what the cache changes: it shows the identity providers of a disabled organization as disabled. */
    static IdentityProviderModel asStored(IdentityProviderModel found, KeycloakSession session) {
        IdentityProviderStorageProvider storage = session.getProvider(IdentityProviderStorageProvider.class, "jpa");
        IdentityProviderModel stored = storage == null ? null : storage.getById(found.getInternalId());
        return stored == null ? found : stored;
    }

    private static Violation exists(IdentityProviderRepresentation named, IdentityProviderModel stored) {
        return Objects.equals(named.getInternalId(), stored.getInternalId())
                ? Violation.of(
                        "id-exists",
                        "internalId",
                        "Identity provider with id \"" + named.getInternalId() + "\" already exists")
                : Violation.of(
                        "identity-provider-exists",
                        "alias",
                        "Identity provider \"" + named.getAlias() + "\" already exists");
    }

    static Violation forbidden() {
        return Violation.of(
                "forbidden-identity-provider",
                null,
                "Not allowed to manage identity providers; requires the role manage-identity-providers");
    }
}
