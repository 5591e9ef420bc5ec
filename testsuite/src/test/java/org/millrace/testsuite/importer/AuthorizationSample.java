package org.millrace.testsuite.importer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A client with authorization services, and settings with something of every kind. */
final class AuthorizationSample {
    private AuthorizationSample() {}

    static Map<String, Object> client() {
        return Map.of(
                "publicClient", false,
                "serviceAccountsEnabled", true,
                "authorizationServicesEnabled", true,
                "protocol", "openid-connect");
    }

    static Map<String, Object> client(String clientId) {
        Map<String, Object> client = new HashMap<>(client());
        client.put("clientId", clientId);
        return client;
    }

    static Map<String, Object> settings() {
        return Map.of(
                "allowRemoteResourceManagement",
                false,
                "policyEnforcementMode",
                "PERMISSIVE",
                "decisionStrategy",
                "AFFIRMATIVE",
                "scopes",
                List.of(Map.of("name", "read", "displayName", "To read"), Map.of("name", "write")),
                "resources",
                List.of(
                        Map.of(
                                "name",
                                "documents",
                                "type",
                                "urn:documents",
                                "uris",
                                List.of("/documents/*", "/d/*"),
                                "ownerManagedAccess",
                                true,
                                "attributes",
                                Map.of("shelf", List.of("a", "b")),
                                "scopes",
                                List.of(Map.of("name", "read"), Map.of("name", "print"))),
                        Map.of("name", "plain")),
                "policies",
                List.of(
                        Map.of(
                                "name", "everybody",
                                "type", "role",
                                "logic", "POSITIVE",
                                "decisionStrategy", "UNANIMOUS",
                                "config", Map.of("roles", "[{\"id\":\"offline_access\",\"required\":false}]")),
                        Map.of(
                                "name", "documents can be read",
                                "type", "scope",
                                "logic", "POSITIVE",
                                "decisionStrategy", "AFFIRMATIVE",
                                "config",
                                        Map.of(
                                                "resources", "[\"documents\"]",
                                                "scopes", "[\"read\"]",
                                                "applyPolicies", "[\"everybody\"]")),
                        Map.of(
                                "name", "all of it",
                                "type", "resource",
                                "logic", "POSITIVE",
                                "decisionStrategy", "UNANIMOUS",
                                "config", Map.of("resources", "[\"plain\"]", "applyPolicies", "[\"everybody\"]"))));
    }
}
