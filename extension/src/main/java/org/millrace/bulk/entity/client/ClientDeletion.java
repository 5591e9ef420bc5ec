package org.millrace.bulk.entity.client;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.ClientModel;
import org.keycloak.models.Constants;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.keycloak.representations.idm.ClientRepresentation;
import org.keycloak.services.clientpolicy.ClientPolicyException;
import org.keycloak.services.clientpolicy.context.AdminClientUnregisterContext;
import org.keycloak.services.managers.ClientManager;
import org.keycloak.services.managers.RealmManager;
import org.millrace.bulk.delete.AdministratorProtection;
import org.millrace.bulk.delete.EntityDeletion;
import org.millrace.bulk.delete.UserRemoval;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.JpaSession;

/** Deletes clients with their roles and service accounts, as {@code DELETE /clients/{id}} does. */
final class ClientDeletion extends EntityDeletion<ClientRecord, ClientModel> {
    /** Follows the name of a realm in the name of the client that administers it. */
    private static final String OF_REALM = "-realm";

    private final UserRemoval users;
    private final AdministratorProtection protection;

    ClientDeletion(ChunkSession in, UserRemoval users, AdministratorProtection protection) {
        super(in);
        this.users = users;
        this.protection = protection;
    }

    @Override
    protected String word() {
        return "Client";
    }

    @Override
    @Nullable
    protected String id(ClientRecord item) {
        return item.client().getId();
    }

    @Override
    @Nullable
    protected String name(ClientRecord item) {
        return item.client().getClientId();
    }

    @Override
    @Nullable
    protected ClientModel byId(ClientRecord item, String id) {
        return in().realm().getClientById(id);
    }

    @Override
    @Nullable
    protected ClientModel byName(ClientRecord item, String name) {
        return in().realm().getClientByClientId(name);
    }

    @Override
    protected String idOf(ClientModel client) {
        return client.getId();
    }

    @Override
    protected boolean mayDelete(ClientModel client) {
        return in().permissions().clients().canManage(client);
    }

    @Override
    protected boolean maySeeAll(ClientRecord item) {
        return in().permissions().clients().canView();
    }

    @Override
    protected Optional<Violation> refusal(ClientModel client) {
        if (client.equals(in().permissions().adminAuth().getClient())) {
            return Optional.of(Violation.of(
                    "own-client",
                    "clientId",
                    "Not allowed to delete client \"" + client.getClientId()
                            + "\": your access token was issued to it"));
        }
        if (isInternal(client)) {
            return Optional.of(Violation.of(
                    "internal-client",
                    "clientId",
                    "Client \"" + client.getClientId() + "\" is an internal client of Keycloak and cannot be deleted"));
        }
        UserModel account = serviceAccount(client);
        Optional<Violation> refused = (account == null ? Optional.<Violation>empty() : protection.refusal(account))
                .or(() -> protection.refusal(client));
        return refused.isPresent() ? refused : refusedByPolicy(client);
    }

    /** As {@code ClientManager.removeClient} decides it: such a client is not deleted. */
    private boolean isInternal(ClientModel client) {
        String clientId = client.getClientId();
        return Constants.defaultClients.contains(clientId)
                || client.equals(in().realm().getAdminPermissionsClient())
                || RealmManager.isAdministrationRealm(in().realm())
                        && clientId.endsWith(OF_REALM)
                        && in().session()
                                        .realms()
                                        .getRealmByName(clientId.substring(0, clientId.length() - OF_REALM.length()))
                                != null;
    }

    private @Nullable UserModel serviceAccount(ClientModel client) {
        return in().unfiltered(() -> Optional.ofNullable(in().session().users().getServiceAccount(client)))
                .orElse(null);
    }

    private Optional<Violation> refusedByPolicy(ClientModel client) {
        try {
            in().session()
                    .clientPolicy()
                    .triggerOnEvent(new AdminClientUnregisterContext(
                            client, in().permissions().adminAuth()));
            return Optional.empty();
        } catch (ClientPolicyException e) {
            String detail = Objects.requireNonNullElse(e.getErrorDetail(), String.valueOf(e.getError()));
            return Optional.of(Violation.of("client-policy", null, detail));
        }
    }

    @Override
    protected boolean remove(ClientModel client) {
        ClientRepresentation shown = new ClientRepresentation();
        shown.setId(client.getId());
        shown.setClientId(client.getClientId());
        UserModel account = serviceAccount(client);
        String accountId = account == null ? null : account.getId();
        boolean removed = users.isDryRun()
                ? removeRows(client)
                : new ClientManager(new RealmManager(in().session())).removeClient(in().realm(), client);
        if (removed) {
            in().tell(OperationType.DELETE, ResourceType.CLIENT, () -> shown, "clients", shown.getId());
            if (accountId != null) {
                in().audit("deleted user " + accountId + " with client " + shown.getId());
            }
        }
        return removed;
    }

    private boolean removeRows(ClientModel client) {
        UserModel account = serviceAccount(client);
        if (account != null) {
            users.remove(account);
        }
        for (RoleModel role : client.getRolesStream().toList()) {
            JpaSession.detachComposites(in().session(), role.getId());
        }
        return in().realm().removeClient(client.getId());
    }
}
