package org.millrace.bulk.password.endpoint;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.Config;

/**
 * The password endpoints of this server, among the settings {@code spi-admin-realm-restapi-extension--bulk-import--<name>}.
 *
 * @param timeout how long a login waits for a verdict
 * @param sharePercent the share of database connections and of request threads that may wait for verdicts at the same time
 * @param endpoints by name
 */
public record EndpointSettings(Duration timeout, int sharePercent, Map<String, Endpoint> endpoints) {
    private static final String HTTPS = "https";
    private static final String LDAPS = "ldaps";

    public EndpointSettings {
        endpoints = Map.copyOf(endpoints);
    }

    /**
     * One endpoint.
     *
     * @param template the DN to bind as, of LDAP only
     * @param realm the name of the only realm that may use it
     * @param token the secret that is sent as bearer token
     * @param vaultToken the name of the vault entry that holds it
     */
    public record Endpoint(
            String name,
            URI address,
            Optional<String> template,
            Optional<String> realm,
            Optional<String> token,
            Optional<String> vaultToken) {
        /** Whether users of a realm may be verified by this endpoint. */
        public boolean allows(String realmName) {
            return realm.isEmpty() || realm.get().equals(realmName);
        }

        PasswordEndpoint connector(Duration timeout) {
            return template.<PasswordEndpoint>map(dn -> new LdapPasswordEndpoint(address, dn, timeout))
                    .orElseGet(() -> new HttpPasswordEndpoint(address, timeout));
        }

        /** Names the endpoint only. */
        @Override
        public String toString() {
            return "Endpoint[" + name + "]";
        }
    }

    /**
     * The settings of this server.
     *
     * @throws IllegalArgumentException if a value is not allowed
     */
    public static EndpointSettings configured() {
        return of(Config.scope("admin-realm-restapi-extension", "bulk-import"));
    }

    /** @throws IllegalArgumentException if a value is not allowed */
    public static EndpointSettings of(Config.Scope config) {
        Map<String, Endpoint> endpoints = new LinkedHashMap<>();
        for (String name : names(config)) {
            endpoints.put(name, endpoint(config, name));
        }
        return new EndpointSettings(
                Duration.ofMillis(inRange(config, "password-endpoint-timeout-millis", 2000, 100, 10_000)),
                inRange(config, "password-endpoint-share-percent", 10, 1, 50),
                endpoints);
    }

    /** The names of the endpoints that a realm may use, in alphabetical order. */
    public List<String> namesFor(String realmName) {
        return endpoints.values().stream()
                .filter(endpoint -> endpoint.allows(realmName))
                .map(Endpoint::name)
                .sorted()
                .toList();
    }

    private static List<String> names(Config.Scope config) {
        String names = config.get("password-endpoints");
        return names == null
                ? List.of()
                : Arrays.stream(names.split(","))
                        .map(String::trim)
                        .filter(name -> !name.isEmpty())
                        .toList();
    }

    private static Endpoint endpoint(Config.Scope config, String name) {
        if (!name.matches("[a-z0-9][a-z0-9-]{0,63}")) {
            throw invalid("password-endpoints", "names have a-z, 0-9 and -, at most 64 characters");
        }
        String prefix = "password-endpoint-" + name + "-";
        URI address = address(config.get(prefix + "url"), prefix + "url");
        Optional<String> template = Optional.ofNullable(config.get(prefix + "dn"));
        if (address.getScheme().equals(LDAPS) != template.isPresent()
                || template.filter(dn -> !dn.contains(LdapPasswordEndpoint.ACCOUNT))
                        .isPresent()) {
            throw invalid(
                    prefix + "dn",
                    "an ldaps:// endpoint needs the DN to bind as, with " + LdapPasswordEndpoint.ACCOUNT
                            + " in the place of the user's name; other endpoints have none");
        }
        return new Endpoint(
                name,
                address,
                template,
                Optional.ofNullable(config.get(prefix + "realm")),
                Optional.ofNullable(config.get(prefix + "token")),
                Optional.ofNullable(config.get(prefix + "vault-token")));
    }

    /** The message repeats nothing of the address, which may hold a password. */
    private static URI address(@Nullable String text, String setting) {
        try {
            URI address = new URI(text == null ? "" : text);
            boolean isAllowed = HTTPS.equals(address.getScheme()) || LDAPS.equals(address.getScheme());
            if (isAllowed && address.getHost() != null && address.getUserInfo() == null) {
                return address;
            }
        } catch (URISyntaxException e) {
            throw invalid(setting, "it is not an address");
        }
        throw invalid(setting, "it must begin with https:// or ldaps://, and have a host and no user");
    }

    private static int inRange(Config.Scope config, String name, int fallback, int least, int greatest) {
        Integer value = config.getInt(name, fallback);
        if (value == null || value < least || value > greatest) {
            throw invalid(name, value + " is not in the range " + least + " to " + greatest);
        }
        return value;
    }

    private static IllegalArgumentException invalid(String setting, String detail) {
        return new IllegalArgumentException("bulk-import setting " + setting + ": " + detail);
    }
}
