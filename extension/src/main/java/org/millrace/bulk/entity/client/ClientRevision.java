package org.millrace.bulk.entity.client;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.common.constants.ServiceAccountConstants;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.ClientSecretConstants;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.ModelException;
import org.keycloak.models.utils.RepresentationToModel;
import org.keycloak.protocol.oidc.OIDCClientSecretConfigWrapper;
import org.keycloak.representations.idm.ClientRepresentation;
import org.keycloak.services.clientpolicy.ClientPolicyException;
import org.keycloak.services.clientpolicy.context.AdminClientUpdateContext;
import org.keycloak.services.clientpolicy.context.AdminClientUpdatedContext;
import org.keycloak.services.managers.ClientManager;
import org.keycloak.services.managers.RealmManager;
import org.keycloak.services.resources.admin.fgap.ClientPermissionEvaluator;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.entity.client.authorization.ClientAuthorization;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.PartialWriteException;
import org.millrace.bulk.writer.ReferencedRows.Table;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.MaskedSecrets;
import org.millrace.bulk.writer.model.RejectionMapping;
import org.millrace.server.KeycloakBridge;

/** Changes one existing client, as {@code PUT /clients/{id}} does, and its client scopes. */
final class ClientRevision {
    private final ChunkSession within;
    private final KeycloakSession session;
    private final ValidationResult result;
    private final ClientTarget targets;
    private final ClientAuthorization authorization;

    ClientRevision(ChunkSession within, ValidationResult result) {
        this.within = within;
        this.session = within.session();
        this.result = result;
        this.targets = new ClientTarget(session);
        this.authorization = new ClientAuthorization(within);
    }

    /** @param client the record's client */
    Outcome write(ClientRecord item, ClientRepresentation client, ClientModel stored) {
        ClientModel before = session.getContext().getClient();
        session.getContext().setClient(stored);
        session.setAttribute(ClientSecretConstants.CLIENT_SECRET_ROTATION_ENABLED, false);
        try {
            return change(item, client, stored);
        } finally {
            session.removeAttribute(ClientSecretConstants.CLIENT_SECRET_ROTATION_ENABLED);
            session.getContext().setClient(before);
        }
    }

    private Outcome change(ClientRecord item, ClientRepresentation client, ClientModel stored) {
        client.setId(stored.getId());
        if (client.getClientId() == null) {
            client.setClientId(stored.getClientId());
        }
        MaskedSecrets.unmask(client, stored, result);
        if (stored.equals(within.realm().getAdminPermissionsClient())) {
            return unchanged(item, client, stored, ClientChunk.ofPermissions(client));
        }
        if (!within.permissions().clients().canConfigure(stored)) {
            return unchanged(item, client, stored, ClientChunk.forbidden());
        }
        ClientAuthorization.completeServiceAccount(
                client, within.onConflict() != OnConflict.REPLACE && stored.isServiceAccountsEnabled(), result);
        ClientCheck check = new ClientCheck(within, result);
        check.names(client, stored);
        check.values(client, stored);
        new DefaultRoleUpdate(within).check(stored, ClientCreation.defaultRoles(client), result);
        if (result.isRejected()) {
            return Outcomes.rejected(item, result.problems());
        }
        try {
            return change(item, client, stored, check);
        } catch (ClientPolicyException e) {
            result.reject(RejectionMapping.of(e));
            return Outcomes.rejected(item, result.problems());
        }
    }

    /** For a client that is not changed: a caller who may view it may learn that it equals the record. */
    private Outcome unchanged(ClientRecord item, ClientRepresentation client, ClientModel stored, Violation otherwise) {
        boolean replaces = within.onConflict() == OnConflict.REPLACE;
        if (within.permissions().clients().canView(stored) && targets.isAsNamed(client, stored, replaces)) {
            return new Outcome.Unchanged(item.position(), item.key(), stored.getId(), result.warnings());
        }
        return Outcomes.rejected(item, List.of(otherwise));
    }

    private Outcome change(ClientRecord item, ClientRepresentation client, ClientModel stored, ClientCheck check)
            throws ClientPolicyException {
        boolean replaces = within.onConflict() == OnConflict.REPLACE;
        ClientModel target;
        ClientRepresentation whole;
        try {
            target = replaces ? targets.replaced(client, stored) : targets.merged(client, stored);
            whole = targets.whole(target);
            // A policy may complete the client.
            session.clientPolicy()
                    .triggerOnEvent(new AdminClientUpdateContext(
                            whole, stored, within.permissions().adminAuth()));
            targets.apply(whole, target);
        } catch (ModelException e) {
            result.reject(RejectionMapping.of(e));
            return Outcomes.rejected(item, result.problems());
        }
        check.rules(target, false);
        ClientAuthorization.Change settings = authorization.change(client, target, stored, replaces, result);
        List<String> differences = targets.differences(target, stored);
        // As with PUT, a caller who may not view the client does not learn that it equals the record.
        boolean same = differences.isEmpty() && within.permissions().clients().canView(stored);
        if (!same && !mayChange(target, stored)) {
            result.reject(Violation.of("forbidden-client", null, "You may not change scopes of this client"));
        }
        if (result.isRejected()) {
            return Outcomes.rejected(item, result.problems());
        }
        // The account of a client, which goes with it, is not part of the client's state.
        boolean losesAccount = stored.isServiceAccountsEnabled() && !target.isServiceAccountsEnabled();
        if (!same
                && !losesAccount
                && settings.isEmpty()
                && ClientCreation.defaultRoles(client).isEmpty()) {
            within.changing(
                    item.position(), stored.getId(), () -> ClientImage.of(session, within.realm(), stored.getId()));
        }
        boolean grants = new DefaultRoleUpdate(within).add(stored, ClientCreation.defaultRoles(client));
        if (same && settings.isEmpty() && grants) {
            return new Outcome.Updated(item.position(), item.key(), stored.getId(), result.warnings());
        }
        if (same && settings.isEmpty()) {
            return new Outcome.Unchanged(item.position(), item.key(), stored.getId(), result.warnings());
        }
        RejectionMapping.orPartialWrite(() -> {
            change(stored, target, targets.whole(target), settings);
            return stored;
        });
        if (!differences.isEmpty()) {
            within.audit("changed " + differences + " of client " + stored.getId());
        }
        within.tell(OperationType.UPDATE, ResourceType.CLIENT, () -> client, "clients", stored.getId());
        return new Outcome.Updated(item.position(), item.key(), stored.getId(), result.warnings());
    }

    /** Scopes need more than the permission to configure; a client scope needs its own, too. */
    private boolean mayChange(ClientModel target, ClientModel stored) {
        boolean sameFullScope = target.isFullScopeAllowed() == stored.isFullScopeAllowed();
        Set<ClientScopeModel> changed = new HashSet<>(changedScopes(target, stored, true));
        changed.addAll(changedScopes(target, stored, false));
        ClientPermissionEvaluator clients = within.permissions().clients();
        return (sameFullScope && changed.isEmpty() || clients.canManage(stored))
                && changed.stream().allMatch(clients::canManage);
    }

    /** Client scopes that one of both clients has and the other has not. */
    private static List<ClientScopeModel> changedScopes(ClientModel one, ClientModel other, boolean areDefault) {
        Map<String, ClientScopeModel> before = one.getClientScopes(areDefault);
        Map<String, ClientScopeModel> after = other.getClientScopes(areDefault);
        Map<String, ClientScopeModel> all = new HashMap<>(before);
        all.putAll(after);
        all.keySet().removeIf(name -> before.containsKey(name) && after.containsKey(name));
        if (one.isServiceAccountsEnabled() != other.isServiceAccountsEnabled()) {
            // Keycloak assigns and removes this one itself.
            all.remove(ServiceAccountConstants.SERVICE_ACCOUNT_SCOPE);
        }
        return List.copyOf(all.values());
    }

    private void change(
            ClientModel stored, ClientModel target, ClientRepresentation whole, ClientAuthorization.Change settings) {
        Map<String, String> flowsBefore = Map.copyOf(stored.getAuthenticationFlowBindingOverrides());
        KeycloakBridge.updateServiceAccount(session, stored, whole.isServiceAccountsEnabled());
        if (!Objects.equals(whole.getClientId(), stored.getClientId())) {
            new ClientManager(new RealmManager(session)).clientIdChanged(stored, whole);
        }
        RepresentationToModel.updateClient(whole, stored, session);
        RepresentationToModel.updateClientProtocolMappers(whole, stored);
        RepresentationToModel.updateClientScopes(whole, stored);
        takeAway(stored, target, whole);
        target.getAuthenticationFlowBindingOverrides().forEach((binding, flow) -> {
            if (!flow.equals(flowsBefore.get(binding))) {
                within.refersTo(Table.FLOW, flow);
            }
        });
        authorization.apply(settings, stored);
        ClientRules.hold(within, stored, false);
        try {
            session.clientPolicy()
                    .triggerOnEvent(new AdminClientUpdatedContext(
                            whole, stored, within.permissions().adminAuth()));
        } catch (ClientPolicyException e) {
            throw new PartialWriteException(
                    RejectionMapping.of(e), new IllegalStateException("a client policy refuses the client", e));
        }
        if (!Boolean.TRUE.equals(session.getAttribute(ClientSecretConstants.CLIENT_SECRET_ROTATION_ENABLED))) {
            OIDCClientSecretConfigWrapper.fromClientModel(stored).removeClientSecretRotationInfo();
        }
    }

    /** Removes values that the service keeps because the representation omits them. */
    private static void takeAway(ClientModel stored, ClientModel target, ClientRepresentation whole) {
        stored.setName(target.getName());
        stored.setDescription(target.getDescription());
        stored.setManagementUrl(target.getManagementUrl());
        stored.setRootUrl(target.getRootUrl());
        stored.setBaseUrl(target.getBaseUrl());
        stored.setSecret(target.getSecret());
        without(stored.getAttributes().keySet(), whole.getAttributes().keySet()).forEach(stored::removeAttribute);
        without(
                        stored.getAuthenticationFlowBindingOverrides().keySet(),
                        target.getAuthenticationFlowBindingOverrides().keySet())
                .forEach(stored::removeAuthenticationFlowBindingOverride);
        without(
                        stored.getRegisteredNodes().keySet(),
                        target.getRegisteredNodes().keySet())
                .forEach(stored::unregisterNode);
    }

    private static Set<String> without(Set<String> names, Set<String> kept) {
        return names.stream().filter(name -> !kept.contains(name)).collect(Collectors.toSet());
    }
}
