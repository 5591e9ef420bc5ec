package org.millrace.bulk.entity.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ProtocolMapperModel;

/** Names changed parts of a client for the audit log: its secret, URIs, flows, mappers and service account. */
final class ClientAudit {
    private ClientAudit() {}

    /** The changed parts, without their values. */
    static List<String> parts(ClientModel stored, ClientModel target) {
        List<String> parts = new ArrayList<>(2);
        add("enabled", stored.isEnabled(), target.isEnabled(), parts);
        add("secret", stored.getSecret(), target.getSecret(), parts);
        add("clientAuthenticatorType", stored.getClientAuthenticatorType(), target.getClientAuthenticatorType(), parts);
        add("publicClient", stored.isPublicClient(), target.isPublicClient(), parts);
        add("redirectUris", new TreeSet<>(stored.getRedirectUris()), new TreeSet<>(target.getRedirectUris()), parts);
        add("webOrigins", new TreeSet<>(stored.getWebOrigins()), new TreeSet<>(target.getWebOrigins()), parts);
        add("fullScopeAllowed", stored.isFullScopeAllowed(), target.isFullScopeAllowed(), parts);
        add("serviceAccountsEnabled", stored.isServiceAccountsEnabled(), target.isServiceAccountsEnabled(), parts);
        add(
                "directAccessGrantsEnabled",
                stored.isDirectAccessGrantsEnabled(),
                target.isDirectAccessGrantsEnabled(),
                parts);
        add("protocolMappers", mappers(stored), mappers(target), parts);
        add(
                "authenticationFlowBindingOverrides",
                stored.getAuthenticationFlowBindingOverrides(),
                target.getAuthenticationFlowBindingOverrides(),
                parts);
        return parts;
    }

    private static void add(String part, Object before, Object after, List<String> parts) {
        if (!Objects.equals(before, after)) {
            parts.add(part);
        }
    }

    /** Their types and settings by name; the ids of equal mappers may differ. */
    private static Map<String, List<Object>> mappers(ClientModel client) {
        return client.getProtocolMappersStream()
                .collect(Collectors.toMap(
                        ProtocolMapperModel::getName,
                        mapper -> List.of(
                                String.valueOf(mapper.getProtocolMapper()),
                                Objects.requireNonNullElse(mapper.getConfig(), Map.of())),
                        (one, other) -> one));
    }
}
