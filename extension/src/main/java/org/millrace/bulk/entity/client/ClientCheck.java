package org.millrace.bulk.entity.client;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.AuthenticationFlowModel;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.representations.idm.ClientRepresentation;
import org.keycloak.validation.ValidationError;
import org.keycloak.validation.ValidationUtil;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.Validation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.id.EntityId;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.ProtocolMapperCheck;
import org.millrace.bulk.writer.model.ScriptUrls;
import org.millrace.bulk.writer.model.TextLengths;

/** Validates a client before any write. */
final class ClientCheck {
    private static final Pattern URL_ATTRIBUTE = Pattern.compile("ur[il]", Pattern.CASE_INSENSITIVE);

    /** Attribute of the realm with the id that {@code RealmModel.getAdminPermissionsClient} looks up; it stays if the client is deleted. */
    private static final String CLIENT_OF_PERMISSIONS = "adminPermissionsClientId";

    private final ChunkSession within;
    private final ValidationResult validationResult;
    private final TextLengths lengths;

    ClientCheck(ChunkSession within, ValidationResult validationResult) {
        this.within = within;
        this.validationResult = validationResult;
        this.lengths = new TextLengths(validationResult);
    }

    /** The id of a new client, and whether it may exist already. */
    void id(ClientRepresentation client, boolean mayBeTaken) {
        String id = client.getId();
        Optional<Violation> problem = EntityId.problem("id", id);
        if (problem.isPresent()) {
            validationResult.reject(problem.get());
        } else if (id.equals(within.realm().getAttribute(CLIENT_OF_PERMISSIONS))) {
            validationResult.reject(ClientChunk.ofPermissions(client));
        } else if (mayBeTaken && within.takenIds().contain("client", id)) {
            validationResult.reject(within.idInUse("client", "id", "client", id));
        }
    }

    /** Checks the names of a new client. */
    void names(ClientRepresentation client) {
        clientId(client);
        serviceAccount(client, null);
    }

    /** Checks the resulting names of an existing client. */
    void names(ClientRepresentation client, ClientModel stored) {
        clientId(client);
        if (!client.getClientId().equals(stored.getClientId())
                && within.realm().getClientByClientId(client.getClientId()) != null) {
            validationResult.reject(Violation.of(
                    "client-exists", "clientId", "Client \"" + client.getClientId() + "\" already exists"));
        }
        serviceAccount(client, stored);
    }

    private void clientId(ClientRepresentation client) {
        if (client.getClientId().isBlank()) {
            validationResult.reject(Violation.of("missing-client-id", "clientId", "Missing field \"clientId\""));
        }
    }

    /** Checks that the username of a new service account is free. */
    private void serviceAccount(ClientRepresentation client, @Nullable ClientModel stored) {
        if (!Boolean.TRUE.equals(client.isServiceAccountsEnabled())
                || stored != null
                        && stored.getClientId().equals(client.getClientId())
                        && stored.isServiceAccountsEnabled()) {
            return;
        }
        String username = "service-account-" + client.getClientId();
        UserModel user = within.session().users().getUserByUsername(within.realm(), username.toLowerCase(Locale.ROOT));
        if (user != null && !client.getId().equals(user.getServiceAccountClientLink())) {
            validationResult.reject(Violation.of(
                    "username-exists",
                    "serviceAccountsEnabled",
                    "User \"" + username + "\" already exists, and is not the service account of this client"));
        }
    }

    /** Validates references of the client and the lengths of its values. */
    void values(ClientRepresentation client, @Nullable ClientModel stored) {
        lengths(client);
        flows(client, stored);
        scopes("defaultClientScopes", client.getDefaultClientScopes(), stored);
        scopes("optionalClientScopes", client.getOptionalClientScopes(), stored);
        new ProtocolMapperCheck(within, validationResult).check(client.getProtocolMappers(), stored);
    }

    private void lengths(ClientRepresentation client) {
        length("clientId", client.getClientId());
        length("name", client.getName());
        length("description", client.getDescription());
        length("rootUrl", client.getRootUrl());
        length("baseUrl", client.getBaseUrl());
        length("adminUrl", client.getAdminUrl());
        length("secret", client.getSecret());
        length("protocol", client.getProtocol());
        length("clientAuthenticatorType", client.getClientAuthenticatorType());
        present(client.getRedirectUris()).forEach(uri -> length("redirectUris", uri));
        present(client.getWebOrigins()).forEach(origin -> length("webOrigins", origin));
        if (client.getAttributes() != null) {
            client.getAttributes().keySet().forEach(name -> length("attributes", name));
        }
    }

    private void length(String field, @Nullable String value) {
        lengths.check(field, value, TextLengths.USUAL);
    }

    /** Replaces aliases of flows with ids, which Keycloak's own calls require. */
    private void flows(ClientRepresentation client, @Nullable ClientModel stored) {
        if (client.getAuthenticationFlowBindingOverrides() == null) {
            return;
        }
        Map<String, String> flows = new HashMap<>();
        client.getAuthenticationFlowBindingOverrides().forEach((binding, named) -> {
            if (named == null || named.isBlank()) {
                flows.put(binding, named);
                return;
            }
            AuthenticationFlowModel flow = within.realm().getAuthenticationFlowById(named);
            if (flow == null) {
                flow = within.realm().getFlowByAlias(named);
            }
            if (isHidden(flow, stored)) {
                validationResult.reject(Violation.of(
                        "forbidden-authentication-flow",
                        "authenticationFlowBindingOverrides." + binding,
                        "You may not view authentication flow \"" + named + "\", or it does not exist"));
            } else if (flow == null) {
                validationResult.object(Violation.of(
                        "unknown-authentication-flow",
                        "authenticationFlowBindingOverrides." + binding,
                        "Authentication flow \"" + named + "\" does not exist in realm \""
                                + within.realm().getName() + "\". Use the alias or the id of a flow of this realm"));
            } else {
                flows.put(binding, flow.getId());
            }
        });
        client.setAuthenticationFlowBindingOverrides(flows);
    }

    /**
     * Whether the caller may not know if the flow exists: by the check of the call that lists flows, and not for callers who may assign any
     * flow to any client.
     */
    private boolean isHidden(@Nullable AuthenticationFlowModel flow, @Nullable ClientModel stored) {
        boolean isKept = flow != null
                && stored != null
                && within.permissions().clients().canView(stored)
                && stored.getAuthenticationFlowBindingOverrides().containsValue(flow.getId());
        return !isKept
                && !within.permissions().realm().canViewRealm()
                && !within.permissions().hasOneAdminRole(AdminRoles.QUERY_CLIENTS, AdminRoles.MANAGE_CLIENTS);
    }

    /** Whether the caller may not know if the client scope exists. */
    private boolean isHidden(String name, @Nullable ClientScopeModel scope, @Nullable ClientModel stored) {
        // Evaluated once for each chunk, and enough for all client scopes.
        if (within.mayCreateClients()) {
            return false;
        }
        boolean isKept = stored != null
                && within.permissions().clients().canView(stored)
                && (stored.getClientScopes(true).containsKey(name)
                        || stored.getClientScopes(false).containsKey(name));
        return !isKept
                && !within.permissions().clients().canView()
                && (scope == null || !within.permissions().clients().canView(scope));
    }

    /** Names that Keycloak's own call passes over in silence. */
    private void scopes(String field, @Nullable List<String> names, @Nullable ClientModel stored) {
        for (String name : present(names)) {
            ClientScopeModel scope = KeycloakModelUtils.getClientScopeByName(within.realm(), name);
            if (isHidden(name, scope, stored)) {
                validationResult.reject(Violation.of(
                        "forbidden-client-scope",
                        field,
                        "You may not assign client scope \"" + name + "\", or it does not exist"));
            } else if (scope == null) {
                validationResult.object(Violation.of(
                        "unknown-client-scope",
                        field,
                        "Client scope \"" + name + "\" does not exist in realm \""
                                + within.realm().getName() + "\""));
            }
        }
    }

    /** What Keycloak's own validators say of it. */
    void rules(ClientModel pending, boolean isNew) {
        scripts(pending);
        if (validationResult.validation() == Validation.OFF) {
            return;
        }
        ValidationUtil.validateClient(
                within.session(),
                pending,
                isNew,
                result -> result.getErrors().forEach(error -> validationResult.object(violation(error))));
    }

    private void scripts(ClientModel pending) {
        script("rootUrl", pending.getRootUrl());
        script("baseUrl", pending.getBaseUrl());
        script("adminUrl", pending.getManagementUrl());
        pending.getRedirectUris().forEach(uri -> script("redirectUris", uri));
        pending.getAttributes().forEach((name, value) -> {
            if (URL_ATTRIBUTE.matcher(name).find()) {
                script("attributes." + name, value);
            }
        });
    }

    private void script(String field, @Nullable String url) {
        ScriptUrls.check(code(field), field, url, validationResult);
    }

    static Violation violation(ValidationError error) {
        return Violation.of(
                code(Optional.ofNullable(error.getFieldId()).orElse("client")), error.getFieldId(), error.getMessage());
    }

    /** Such as invalid-redirect-uri for redirectUris. */
    private static String code(String field) {
        String words = field.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-");
        return "invalid-" + (words.endsWith("uris") ? words.substring(0, words.length() - 1) : words);
    }

    private static <T> List<T> present(@Nullable List<T> named) {
        return named == null ? List.of() : named;
    }
}
