package org.millrace.bulk.entity.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.representations.idm.ClientRepresentation;
import org.keycloak.storage.StorageId;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.bulk.writer.model.ModelScope;
import org.millrace.bulk.writer.model.Representations;

/** Writes clients as {@code POST /clients} and {@code PUT /clients/{id}} leave them. */
public final class ClientChunk implements ModelChunk {
    private final ModelScope scope;
    private final Optional<Supplier<ClientNames>> names;

    /**
     * Writes clients of one import.
     *
     * @param names batch lookup of existing clients for one chunk; if empty, the model looks up each client
     */
    public ClientChunk(ModelScope scope, Optional<Supplier<ClientNames>> names) {
        this.scope = scope;
        this.names = names;
    }

    @Override
    public List<Outcome> write(Chunk chunk, KeycloakSession session, RealmModel realm) {
        ChunkSession within = new ChunkSession(scope, session, realm);
        PresentClients present = names.map(tables -> PresentClients.of(chunk, session, realm, tables.get()))
                .orElseGet(() -> PresentClients.inModel(realm));
        List<Outcome> outcomes =
                new ArrayList<>(Outcomes.ofEach(chunk, item -> write((ClientRecord) item, within, present)));
        if (chunk.maxProblems() == Long.MAX_VALUE) {
            retry(chunk, outcomes, within, present);
        }
        within.fireEvents();
        return outcomes;
    }

    /** Policies of a client may name clients that stand behind it. A rejected record has left nothing behind. */
    private static void retry(Chunk chunk, List<Outcome> outcomes, ChunkSession within, PresentClients present) {
        boolean progress = true;
        while (progress) {
            progress = false;
            for (int i = 0; i < outcomes.size(); i++) {
                if (outcomes.get(i) instanceof Outcome.Rejected rejected
                        && rejected.problems().stream().allMatch(Violation::isMissing)
                        && chunk.entries().get(i) instanceof Entry.Readable readable
                        && hasSettings(readable)
                        && !isRepeated(chunk, i)) {
                    outcomes.set(i, write((ClientRecord) readable.item(), within, present));
                    progress |= !outcomes.get(i).isProblem();
                }
            }
        }
    }

    /** Whether a later record of the chunk is about the same client: that one was written already. */
    private static boolean isRepeated(Chunk chunk, int index) {
        List<String> keys = ((Entry.Readable) chunk.entries().get(index)).item().keys();
        return chunk.entries().subList(index + 1, chunk.size()).stream()
                .anyMatch(later -> later instanceof Entry.Readable readable
                        && readable.item().keys().stream().anyMatch(keys::contains));
    }

    private static boolean hasSettings(Entry.Readable entry) {
        return ((ClientRecord) entry.item()).client().getAuthorizationSettings() != null;
    }

    private static Outcome write(ClientRecord item, ChunkSession within, PresentClients present) {
        ValidationResult result = new ValidationResult(within.validation(), item.warnings());
        ClientRepresentation client = Representations.copy(item.client(), ClientRepresentation.class);
        ClientModel stored = present.find(client);
        Outcome outcome = stored == null
                ? new ClientCreation(within, result).write(item, named(client), present)
                : known(item, client, stored, within, result);
        present.add(client);
        return outcome;
    }

    private static Outcome known(
            ClientRecord item,
            ClientRepresentation client,
            ClientModel stored,
            ChunkSession within,
            ValidationResult result) {
        boolean isKept = within.onConflict() == OnConflict.SKIP;
        if (isKept && within.permissions().clients().canView(stored)) {
            return new Outcome.Unchanged(item.position(), item.key(), stored.getId(), result.warnings());
        }
        boolean isChanging = within.onConflict().isChanging();
        // With replace, what is removed would show what the client has. Of a client that the caller may view but not
        // change,
        // the revision says whether it equals the record.
        boolean mayRevise = within.onConflict() != OnConflict.REPLACE
                && within.permissions().clients().canConfigure(stored);
        boolean isAllowed =
                isChanging ? mayRevise || within.permissions().clients().canView(stored) : within.mayCreateClients();
        if (!isAllowed) {
            return Outcomes.rejected(item, List.of(forbidden()));
        }
        if (!isChanging) {
            boolean byId = stored.getId().equals(client.getId());
            return Outcomes.rejected(
                    item,
                    List.of(
                            byId
                                    ? Violation.of(
                                            "id-exists",
                                            "id",
                                            "Client with id \"" + client.getId() + "\" already exists")
                                    : Violation.of(
                                            "client-exists",
                                            "clientId",
                                            "Client \"" + client.getClientId() + "\" already exists")));
        }
        if (!new StorageId(stored.getId()).isLocal()) {
            return Outcomes.rejected(
                    item,
                    List.of(Violation.of(
                            "read-only-client",
                            null,
                            "Client \"" + stored.getClientId() + "\" is in a read-only client store")));
        }
        return new ClientRevision(within, result).write(item, client, stored);
    }

    /**
     * The problem of the client that holds the fine-grained permissions of a realm. Keycloak refuses to change it, and deletes it if it has
     * another name, with all permissions.
     */
    static Violation ofPermissions(ClientRepresentation client) {
        return Violation.of(
                "internal-client",
                null,
                "Client \"" + client.getClientId()
                        + "\" holds the admin permissions of the realm, and Keycloak does not change it; leave the record out");
    }

    /** The same of a client that exists and of one that does not: the caller may not know. */
    static Violation forbidden() {
        return Violation.of("forbidden-client", null, "You may not create or change this client");
    }

    static @Nullable ClientModel stored(ClientRepresentation client, RealmModel realm) {
        ClientModel byId = client.getId() == null ? null : realm.getClientById(client.getId());
        return byId == null && client.getClientId() != null ? realm.getClientByClientId(client.getClientId()) : byId;
    }

    /** A client without a name goes by its id. */
    private static ClientRepresentation named(ClientRepresentation client) {
        if (client.getId() == null) {
            client.setId(KeycloakModelUtils.generateId());
        }
        if (client.getClientId() == null) {
            client.setClientId(client.getId());
        }
        return client;
    }
}
