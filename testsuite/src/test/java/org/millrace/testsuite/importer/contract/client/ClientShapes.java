package org.millrace.testsuite.importer.contract.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.millrace.testsuite.importer.fixture.AuthorizationSample;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** Clients of all kinds, which between them have all that a client can have; without names. */
record ClientShapes(ImportRealm realm) {
    /** A client with some fields more, or others: names and values in turn. */
    static Map<String, Object> with(Map<String, ?> client, Object... more) {
        Map<String, Object> changed = new HashMap<>(client);
        for (int i = 0; i < more.length; i += 2) {
            changed.put((String) more[i], more[i + 1]);
        }
        return changed;
    }

    /** All of them, by what they go by in tests. */
    Map<String, Map<String, ?>> all() {
        Map<String, Map<String, ?>> shapes = new LinkedHashMap<>();
        shapes.put("bare", Map.of());
        shapes.put(
                "public",
                Map.of(
                        "publicClient",
                        true,
                        "redirectUris",
                        List.of("https://a.example/*"),
                        "protocol",
                        "openid-connect"));
        shapes.put("root", Map.of("rootUrl", "https://root.example", "protocol", "openid-connect"));
        shapes.put(
                "confidential",
                Map.of(
                        "name",
                        "A name",
                        "description",
                        "What it is for",
                        "secret",
                        "a secret of its own",
                        "publicClient",
                        false,
                        "serviceAccountsEnabled",
                        true,
                        "directAccessGrantsEnabled",
                        true,
                        "redirectUris",
                        List.of("https://b.example/cb", "https://c.example:8443/cb"),
                        "attributes",
                        Map.of("post.logout.redirect.uris", "+", "empty", "", "acr.loa.map", "{\"gold\":\"2\"}"),
                        "protocol",
                        "openid-connect"));
        shapes.put(
                "scopes",
                Map.of(
                        "defaultClientScopes",
                        List.of("email", "roles"),
                        "optionalClientScopes",
                        List.of("phone"),
                        "fullScopeAllowed",
                        false,
                        "consentRequired",
                        true,
                        "serviceAccountsEnabled",
                        true,
                        "webOrigins",
                        List.of("+")));
        shapes.put(
                "mappers",
                Map.of(
                        "protocol",
                        "openid-connect",
                        "protocolMappers",
                        List.of(Map.of(
                                "name", "audience",
                                "protocol", "openid-connect",
                                "protocolMapper", "oidc-audience-mapper",
                                "config", Map.of("included.client.audience", "account", "access.token.claim", "true"))),
                        "registeredNodes",
                        Map.of("node-1", 1_700_000_000),
                        "authenticationFlowBindingOverrides",
                        Map.of("browser", flow("browser"), "direct_grant", "")));
        shapes.put(
                "saml",
                Map.of(
                        "protocol",
                        "saml",
                        "attributes",
                        Map.of("saml.client.signature", "false"),
                        "redirectUris",
                        List.of("https://saml.example/acs")));
        shapes.put("bearer", Map.of("bearerOnly", true, "enabled", false, "notBefore", 17));
        shapes.put(
                "authorization",
                with(AuthorizationSample.client(), "authorizationSettings", AuthorizationSample.settings()));
        return shapes;
    }

    Map<String, ?> of(String name) {
        return Objects.requireNonNull(all().get(name), name);
    }

    private String flow(String alias) {
        for (JsonNode flow :
                realm.admin().get(realm.base() + "/authentication/flows").ok().json()) {
            if (flow.path("alias").asText().equals(alias)) {
                return flow.path("id").asText();
            }
        }
        throw new AssertionError("no flow " + alias);
    }
}
