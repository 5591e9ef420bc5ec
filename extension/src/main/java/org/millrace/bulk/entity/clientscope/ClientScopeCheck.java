package org.millrace.bulk.entity.clientscope;

import jakarta.ws.rs.WebApplicationException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.ProtocolMapperModel;
import org.keycloak.protocol.LoginProtocol;
import org.keycloak.protocol.LoginProtocolFactory;
import org.keycloak.protocol.ProtocolMapper;
import org.keycloak.protocol.ProtocolMapperConfigException;
import org.keycloak.representations.idm.ClientScopeRepresentation;
import org.keycloak.services.resources.admin.ClientScopeResource;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.Validation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.ClientScopeNames;
import org.millrace.bulk.writer.model.ProtocolMapperCheck;
import org.millrace.bulk.writer.model.TextLengths;
import org.millrace.server.KeycloakBridge;

/** Problems of a client scope, found before it is written. For one record. */
final class ClientScopeCheck {
    /** Of the column with the values of attributes. */
    private static final int MAX_VALUE_LENGTH = 2048;

    private final ChunkSession within;
    private final ValidationResult result;

    ClientScopeCheck(ChunkSession within, ValidationResult result) {
        this.within = within;
        this.result = result;
    }

    /**
     * Checks the resulting client scope.
     *
     * @param stored null if it is to be created
     */
    void values(ClientScopeRepresentation target, @Nullable ClientScopeModel stored) {
        if (target.getName() == null || target.getName().isEmpty()) {
            result.reject(Violation.of("missing-name", "name", "Missing field \"name\""));
            return;
        }
        lengths(target);
        new ProtocolMapperCheck(within, result).check(target.getProtocolMappers(), stored);
        ClientScopeModel namesake = ClientScopeNames.find(target.getName(), within.realm());
        if (namesake != null && (stored == null || !namesake.getId().equals(stored.getId()))) {
            result.reject(Violation.of(
                    "client-scope-exists", "name", "Client scope \"" + target.getName() + "\" already exists"));
        }
        if (result.validation() != Validation.OFF) {
            rules(target);
            parameter(target, stored);
        }
    }

    private void lengths(ClientScopeRepresentation target) {
        TextLengths lengths = new TextLengths(result);
        lengths.check("name", target.getName(), TextLengths.USUAL);
        lengths.check("description", target.getDescription(), TextLengths.USUAL);
        lengths.check("protocol", target.getProtocol(), TextLengths.USUAL);
        Map<String, String> attributes = target.getAttributes() == null ? Map.of() : target.getAttributes();
        attributes.forEach((name, value) -> {
            lengths.check("attributes", name, TextLengths.USUAL);
            lengths.check("attributes." + name, value, MAX_VALUE_LENGTH);
        });
    }

    private void rules(ClientScopeRepresentation target) {
        object(
                "invalid-name",
                "name",
                "Name \"" + target.getName()
                        + "\" is invalid; allowed are printable ASCII characters except blank, quotation mark and backslash",
                () -> ClientScopeResource.validateClientScopeName(target.getName()));
        object(
                "invalid-protocol",
                "protocol",
                "Protocol \"" + target.getProtocol()
                        + "\" is not supported; supported are, for example, openid-connect and saml",
                () -> ClientScopeResource.validateClientScopeProtocol(within.session(), target.getProtocol()));
        object(
                "invalid-client-scope",
                "attributes",
                "Keycloak rejected the attributes of the client scope, or its protocol in this realm",
                () -> KeycloakBridge.validateClientScope(within.session(), target));
    }

    private void object(String code, String field, String detail, Runnable validation) {
        try {
            validation.run();
        } catch (WebApplicationException e) {
            result.object(Violation.of(code, field, detail));
        }
    }

    /** A client scope that is assigned by default cannot take a parameter. */
    private void parameter(ClientScopeRepresentation target, @Nullable ClientScopeModel stored) {
        Map<String, String> attributes = target.getAttributes();
        if (stored == null
                || attributes == null
                || !"true".equalsIgnoreCase(attributes.get(KeycloakBridge.parameterAttribute()))
                || KeycloakBridge.isParameterized(stored)) {
            return;
        }
        boolean isDefault = within.realm()
                        .getDefaultClientScopesStream(true)
                        .anyMatch(scope -> scope.getId().equals(stored.getId()))
                || within.realm()
                        .getClientsStream()
                        .anyMatch(client -> client.getClientScopes(true).values().stream()
                                .anyMatch(scope -> scope.getId().equals(stored.getId())));
        if (isDefault) {
            result.object(Violation.of(
                    "invalid-client-scope",
                    "attributes",
                    "A default client scope of the realm or of a client cannot take a parameter"));
        }
    }

    /** Checks a protocol mapper that is added or changed, as the calls for protocol mappers do. */
    void mapper(ProtocolMapperModel mapper, ClientScopeModel stored) {
        if (result.validation() == Validation.OFF) {
            return;
        }
        String field = "protocolMappers." + mapper.getName();
        ProtocolMapper provider = (ProtocolMapper) within.session()
                .getKeycloakSessionFactory()
                .getProviderFactory(ProtocolMapper.class, mapper.getProtocolMapper());
        if (provider == null) {
            result.object(Violation.of(
                    "invalid-protocol-mapper",
                    field,
                    "Protocol mapper provider \"" + mapper.getProtocolMapper() + "\" does not exist on this server"));
            return;
        }
        try {
            provider.validateConfig(within.session(), within.realm(), stored, mapper);
        } catch (ProtocolMapperConfigException e) {
            result.object(Violation.of(
                    "invalid-protocol-mapper",
                    field,
                    "Protocol mapper provider \"" + mapper.getProtocolMapper() + "\" rejected the configuration"));
        }
    }

    /** Adds the attributes that the protocol gives to each client scope. */
    void addDefaults(ClientScopeRepresentation target) {
        LoginProtocolFactory protocol = (LoginProtocolFactory) within.session()
                .getKeycloakSessionFactory()
                .getProviderFactory(LoginProtocol.class, target.getProtocol());
        if (protocol != null) {
            protocol.addClientScopeDefaults(target);
        }
    }
}
