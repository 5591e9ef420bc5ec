package org.millrace.bulk.entity.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.keycloak.common.constants.ServiceAccountConstants;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.models.utils.RepresentationToModel;
import org.keycloak.protocol.LoginProtocol;
import org.keycloak.protocol.LoginProtocolFactory;
import org.keycloak.representations.idm.ClientRepresentation;
import org.millrace.bulk.writer.model.Representations;

/** The client that a record leads to, in memory, made by the services that will write it. */
final class ClientTarget {
    static final String CREATION_TIME = "client.secret.creation.time";

    /** Credentials of a client: they change only if the record contains them. */
    private static final Set<String> SECRETS = Set.of(
            CREATION_TIME,
            "client.secret.expiration.time",
            "client.secret.rotated",
            "client.secret.rotated.creation.time",
            "client.secret.rotated.expiration.time",
            "saml.signing.certificate",
            "saml.signing.private.key",
            "saml.encryption.certificate",
            "saml.encryption.private.key",
            "jwt.credential.certificate",
            "jwt.credential.private.key");

    private static final String ATTRIBUTES = "attributes";

    private final KeycloakSession session;

    ClientTarget(KeycloakSession session) {
        this.session = session;
    }

    /** The client that was not there before. */
    ClientModel created(ClientRepresentation record) {
        ClientModel blank = blank(record, record.getId());
        apply(record, blank);
        // It would make a key pair for SAML, which takes long, and validators do not ask for it.
        if (!"saml".equals(record.getProtocol())) {
            addDefaults(record, blank);
        }
        moveServiceAccountScope(blank, false);
        return blank;
    }

    /** The stored client, changed by the fields of the record. */
    ClientModel merged(ClientRepresentation record, ClientModel stored) {
        ClientRepresentation named = Representations.copy(record, ClientRepresentation.class);
        named.setId(stored.getId());
        if (named.getClientId() == null) {
            named.setClientId(stored.getClientId());
        }
        List<String> defaults = record.getDefaultClientScopes();
        List<String> optionals = record.getOptionalClientScopes();
        // The service treats a missing list as empty if the other one is present.
        if (defaults == null && optionals != null) {
            named.setDefaultClientScopes(others(stored, true, optionals));
        }
        if (optionals == null && defaults != null) {
            named.setOptionalClientScopes(others(stored, false, defaults));
        }
        ClientModel target = PendingClient.like(stored);
        apply(named, target);
        if (record.isServiceAccountsEnabled() != null) {
            moveServiceAccountScope(target, stored.isServiceAccountsEnabled());
        }
        if (record.getWebOrigins() == null) {
            target.setWebOrigins(stored.getWebOrigins());
        }
        if (stored.getSecret() == null
                && record.getSecret() == null
                && target.getSecret() != null
                && target.isPublicClient() == stored.isPublicClient()) {
            // The service generates a secret for any client that has none.
            target.setSecret(null);
            target.setAttribute(CREATION_TIME, stored.getAttribute(CREATION_TIME));
        }
        return target;
    }

    /** A scope is one of both: where the record moves it to the other list, it leaves this one. */
    private static List<String> others(ClientModel stored, boolean isDefault, List<String> moved) {
        List<String> scopes = new ArrayList<>(stored.getClientScopes(isDefault).keySet());
        scopes.removeAll(moved);
        return scopes;
    }

    /** A new client according to the record, with the id, the secrets and {@code notBefore} of the stored one. */
    ClientModel replaced(ClientRepresentation record, ClientModel stored) {
        ClientRepresentation named = Representations.copy(record, ClientRepresentation.class);
        named.setId(stored.getId());
        if (named.getClientId() == null) {
            named.setClientId(stored.getClientId());
        }
        ClientModel target = blank(named, stored.getId());
        target.setSecret(stored.getSecret());
        target.setNotBefore(stored.getNotBefore());
        stored.getAttributes().forEach((name, value) -> {
            if (SECRETS.contains(name)) {
                target.setAttribute(name, value);
            }
        });
        apply(named, target);
        moveServiceAccountScope(target, false);
        addDefaults(named, target);
        boolean namesTime =
                record.getAttributes() != null && record.getAttributes().containsKey(CREATION_TIME);
        if (!namesTime && Objects.equals(target.getSecret(), stored.getSecret())) {
            // The conversion to a public client generated a secret that is not stored.
            target.setAttribute(CREATION_TIME, stored.getAttribute(CREATION_TIME));
        }
        return target;
    }

    private ClientModel blank(ClientRepresentation record, String id) {
        ClientModel blank = PendingClient.blank(session.getContext().getRealm(), id, record.getClientId());
        blank.setFullScopeAllowed(!Boolean.TRUE.equals(record.isConsentRequired()));
        if (record.getType() != null) {
            blank.setType(record.getType());
        }
        return blank;
    }

    /** Sets the fields of the representation on a client in memory. */
    void apply(ClientRepresentation record, ClientModel target) {
        // First, because the service fires an event if the clientId changes.
        target.setClientId(record.getClientId());
        RepresentationToModel.updateClient(record, target, session);
        RepresentationToModel.updateClientProtocolMappers(record, target);
        RepresentationToModel.updateClientScopes(record, target);
    }

    /** As the service does that makes service accounts and takes them away. */
    private static void moveServiceAccountScope(ClientModel target, boolean hadServiceAccount) {
        if (!target.isServiceAccountsEnabled() && !hadServiceAccount) {
            return;
        }
        ClientScopeModel scope = KeycloakModelUtils.getClientScopeByName(
                target.getRealm(), ServiceAccountConstants.SERVICE_ACCOUNT_SCOPE);
        if (scope != null) {
            target.removeClientScope(scope);
            if (target.isServiceAccountsEnabled()) {
                target.addClientScope(scope, true);
            }
        }
    }

    private void addDefaults(ClientRepresentation record, ClientModel target) {
        if (record.getProtocol() != null
                && session.getKeycloakSessionFactory().getProviderFactory(LoginProtocol.class, record.getProtocol())
                        instanceof LoginProtocolFactory protocol) {
            protocol.setupClientDefaults(record, target);
        }
    }

    /** All of a client as {@code PUT /clients/{id}} takes it, secrets included. */
    ClientRepresentation whole(ClientModel client) {
        ClientRepresentation whole = ModelToRepresentation.toRepresentation(client, session);
        whole.setAttributes(client.getAttributes());
        if (whole.getProtocolMappers() == null) {
            whole.setProtocolMappers(new ArrayList<>());
        }
        whole.setOrigin(null);
        return whole;
    }

    /**
     * Names of the fields in which two clients differ, such as {@code attributes}; empty if they are the same. Ids, and whether the client has
     * authorization services, do not count.
     */
    List<String> differences(ClientModel one, ClientModel other) {
        ObjectNode first = portrait(Representations.json(whole(one)));
        ObjectNode second = portrait(Representations.json(whole(other)));
        Set<String> names = new TreeSet<>();
        first.fieldNames().forEachRemaining(names::add);
        second.fieldNames().forEachRemaining(names::add);
        names.removeIf(name -> first.path(name).equals(second.path(name)));
        return List.copyOf(names);
    }

    /**
     * Whether a client equals the record, apart from additions by Keycloak's services.
     *
     * @param exactly whether the record contains all of the client's properties
     */
    boolean isAsNamed(ClientRepresentation record, ClientModel stored, boolean exactly) {
        ClientRepresentation whole = whole(stored);
        // Keycloak shows some attributes that it works out.
        Map<String, String> shown = new HashMap<>(
                ModelToRepresentation.toRepresentation(stored, session).getAttributes());
        shown.putAll(stored.getAttributes());
        whole.setAttributes(shown);
        ObjectNode current = portrait(Representations.json(whole));
        ObjectNode named = portrait(Representations.json(record));
        named.remove(List.of("access", "origin"));
        current.remove(List.of("access", "origin"));
        // An export contains only some credentials of a client, and missing ones are kept.
        if (current.path(ATTRIBUTES) instanceof ObjectNode attributes) {
            Set<String> kept = named.path(ATTRIBUTES)
                    .propertyStream()
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
            attributes
                    .properties()
                    .removeIf(attribute ->
                            !kept.contains(attribute.getKey()) && (!exactly || SECRETS.contains(attribute.getKey())));
            Representations.strip(current);
        }
        for (String kept : List.of("secret", "notBefore")) {
            if (!named.has(kept)) {
                current.remove(kept);
            }
        }
        boolean hasServices = Boolean.TRUE.equals(whole.getAuthorizationServicesEnabled());
        boolean isNamed = (record.getAuthorizationServicesEnabled() == null
                        || record.getAuthorizationServicesEnabled() == hasServices)
                && named.properties().stream()
                        .allMatch(field -> field.getValue().equals(current.get(field.getKey())));
        return isNamed && (!exactly || named.size() == current.size());
    }

    private static ObjectNode portrait(ObjectNode portrait) {
        portrait.remove("authorizationServicesEnabled");
        portrait.path("protocolMappers").forEach(mapper -> ((ObjectNode) mapper).remove("id"));
        Representations.sort(portrait);
        Representations.strip(portrait);
        return portrait;
    }
}
