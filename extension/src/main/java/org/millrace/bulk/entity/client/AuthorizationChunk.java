package org.millrace.bulk.entity.client;

import java.util.List;
import java.util.Optional;
import org.keycloak.models.ClientModel;
import org.keycloak.representations.idm.ClientRepresentation;
import org.keycloak.storage.StorageId;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.entity.client.authorization.ClientAuthorization;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.RejectionMapping;
import org.millrace.bulk.writer.model.Representations;

/**
 * Writes authorization settings of existing clients, with the result of Keycloak's import of settings. A client counts as having
 * none while it has only the defaults of enabling its authorization services.
 */
final class AuthorizationChunk {
    private AuthorizationChunk() {}

    static Outcome write(AuthorizationRecord item, ChunkSession within) {
        ClientRepresentation client = Representations.copy(item.client(), ClientRepresentation.class);
        ClientModel stored = ClientChunk.stored(client, within.realm());
        if (stored == null && !within.permissions().clients().canView()) {
            return Outcomes.rejected(item, List.of(forbidden()));
        }
        if (stored == null) {
            String detail = "Client \"" + item.key().orElse("") + "\" does not exist in realm \""
                    + within.realm().getName() + "\"";
            return Outcomes.rejected(item, List.of(Violation.of("unknown-client", "clientId", detail)));
        }
        boolean mayView = within.permissions().clients().canView(stored);
        // With another mode than merge, the outcome shows whether the client has settings, or removes some.
        boolean mayChange = within.permissions().clients().canConfigure(stored)
                && (mayView || within.onConflict() == OnConflict.MERGE);
        if (!mayView && !mayChange) {
            return Outcomes.rejected(item, List.of(forbidden()));
        }
        ClientAuthorization authorization = new ClientAuthorization(within);
        boolean hasNone = authorization.hasNone(stored);
        if (!hasNone && mayView && within.onConflict() == OnConflict.SKIP) {
            return new Outcome.Unchanged(item.position(), item.key(), stored.getId(), item.warnings());
        }
        ValidationResult validationResult = new ValidationResult(within.validation(), item.warnings());
        obstacle(stored, mayChange, hasNone, within).ifPresent(validationResult::reject);
        if (validationResult.isRejected()) {
            return Outcomes.rejected(item, validationResult.problems());
        }
        boolean replaces = within.onConflict() == OnConflict.REPLACE;
        ClientAuthorization.Change change = authorization.change(client, stored, stored, replaces, validationResult);
        if (validationResult.isRejected()) {
            return Outcomes.rejected(item, validationResult.problems());
        }
        if (change.isEmpty() && mayView) {
            return new Outcome.Unchanged(item.position(), item.key(), stored.getId(), validationResult.warnings());
        }
        if (!change.enables() && !change.disables()) {
            within.changing(item.position(), stored.getId(), () -> AuthorizationState.of(within, stored.getId()));
        }
        RejectionMapping.orPartialWrite(() -> {
            authorization.apply(change, stored);
            return stored;
        });
        return new Outcome.Updated(item.position(), item.key(), stored.getId(), validationResult.warnings());
    }

    private static Optional<Violation> obstacle(
            ClientModel stored, boolean mayChange, boolean hasNone, ChunkSession within) {
        if (!mayChange) {
            return Optional.of(forbidden());
        }
        if (!hasNone && !within.onConflict().isChanging()) {
            return Optional.of(Violation.of(
                    "settings-exist",
                    "authorizationSettings",
                    "Client \"" + stored.getClientId() + "\" already has authorization settings"));
        }
        if (!new StorageId(stored.getId()).isLocal()) {
            return Optional.of(Violation.of(
                    "read-only-client",
                    null,
                    "Client \"" + stored.getClientId() + "\" is in a read-only client store"));
        }
        return Optional.empty();
    }

    private static Violation forbidden() {
        return Violation.of("forbidden-client", null, "You may not change this client, or it does not exist");
    }
}
