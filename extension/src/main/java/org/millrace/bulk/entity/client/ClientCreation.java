package org.millrace.bulk.entity.client;

import java.util.List;
import java.util.Optional;
import org.keycloak.connections.jpa.support.EntityManagers;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ModelException;
import org.keycloak.representations.idm.ClientRepresentation;
import org.keycloak.services.clientpolicy.ClientPolicyException;
import org.keycloak.services.clientpolicy.context.AdminClientRegisterContext;
import org.keycloak.services.clientpolicy.context.AdminClientRegisteredContext;
import org.keycloak.services.managers.ClientManager;
import org.keycloak.services.managers.RealmManager;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.entity.client.authorization.ClientAuthorization;
import org.millrace.bulk.writer.PartialWriteException;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.MaskedSecrets;
import org.millrace.bulk.writer.model.RejectionMapping;
import org.millrace.bulk.writer.model.Representations;
import org.millrace.server.JpaSession;

/** Makes one new client, as {@code POST /clients} does. */
final class ClientCreation {
    private final ChunkSession within;
    private final ValidationResult result;
    private final ClientAuthorization authorization;

    ClientCreation(ChunkSession within, ValidationResult result) {
        this.within = within;
        this.result = result;
        this.authorization = new ClientAuthorization(within);
    }

    /** @param client the record's client, with both names; is changed */
    Outcome write(ClientRecord item, ClientRepresentation client, PresentClients present) {
        Optional<ClientModel> target = Optional.empty();
        if (within.mayCreateClients()) {
            target = checked(client, item.client().getId() != null, present);
        } else {
            result.reject(ClientChunk.forbidden());
        }
        if (result.isRejected()) {
            return Outcomes.rejected(item, result.problems());
        }
        ClientModel expected = target.orElseThrow();
        String id = RejectionMapping.orPartialWrite(() -> create(client, expected));
        return new Outcome.Created(item.position(), item.key(), id, result.warnings());
    }

    /** The client as it would be; empty if it is rejected at once. */
    private Optional<ClientModel> checked(ClientRepresentation client, boolean namesId, PresentClients present) {
        MaskedSecrets.unmask(client, null, result);
        ClientAuthorization.completeServiceAccount(client, false, result);
        ClientCheck check = new ClientCheck(within, result);
        if (namesId) {
            check.id(client, present.mayHaveId(client.getId()));
        }
        check.names(client);
        check.values(client, null);
        new DefaultRoleUpdate(within).check(null, defaultRoles(client), result);
        if (result.isRejected()) {
            return Optional.empty();
        }
        try {
            // A policy may complete the client.
            within.session()
                    .clientPolicy()
                    .triggerOnEvent(new AdminClientRegisterContext(
                            client, within.permissions().adminAuth()));
            ClientModel target = new ClientTarget(within.session()).created(client);
            check.rules(target, true);
            authorization.check(client, target, result);
            return Optional.of(target);
        } catch (ClientPolicyException e) {
            result.reject(RejectionMapping.of(e));
        } catch (ModelException e) {
            result.reject(RejectionMapping.of(e));
        }
        return Optional.empty();
    }

    /**
     * Uses a persistence context for the client alone, as Keycloak's own realm import does: flushes and queries then do not check
     * other entities of the chunk. Service accounts and authorization settings take several steps that query the results of
     * earlier ones, so such clients use the common context.
     */
    private String create(ClientRepresentation client, ClientModel expected) {
        if (takesSteps(client)) {
            createClient(client, expected);
        } else {
            // Keycloak decides on the synchronous commit by the entities in the committing persistence context, which
            // does not
            // contain the client.
            JpaSession.waitForDisk(within.session());
            EntityManagers.runInBatch(within.session(), () -> createClient(client, expected), true);
        }
        return client.getId();
    }

    /** Roles of the client that every user gets, as old exports name them. */
    @SuppressWarnings("deprecation") // Old exports have them.
    static List<String> defaultRoles(ClientRepresentation client) {
        return client.getDefaultRoles() == null ? List.of() : List.of(client.getDefaultRoles());
    }

    private static boolean takesSteps(ClientRepresentation client) {
        return !defaultRoles(client).isEmpty()
                || Boolean.TRUE.equals(client.isServiceAccountsEnabled())
                || Boolean.TRUE.equals(client.getAuthorizationServicesEnabled())
                || client.getAuthorizationSettings() != null;
    }

    private void createClient(ClientRepresentation client, ClientModel expected) {
        ClientRepresentation shown = Representations.copy(client, ClientRepresentation.class);
        ClientModel created = ClientManager.createClient(within.session(), within.realm(), client);
        if (Boolean.TRUE.equals(client.isServiceAccountsEnabled())) {
            new ClientManager(new RealmManager(within.session())).enableServiceAccount(created);
        }
        within.tell(OperationType.CREATE, ResourceType.CLIENT, () -> shown, "clients", created.getId());
        new DefaultRoleUpdate(within).add(created, defaultRoles(client));
        authorization.create(created, client);
        ClientRules.holdOfNew(within, created, expected);
        ClientModel before = within.session().getContext().getClient();
        try {
            within.session().getContext().setClient(created);
            within.session()
                    .clientPolicy()
                    .triggerOnEvent(new AdminClientRegisteredContext(
                            created, within.permissions().adminAuth()));
        } catch (ClientPolicyException e) {
            throw new PartialWriteException(
                    RejectionMapping.of(e), new IllegalStateException("a client policy refuses the client", e));
        } finally {
            within.session().getContext().setClient(before);
        }
    }
}
