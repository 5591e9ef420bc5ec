package org.millrace.bulk.password.endpoint;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.keycloak.Config;
import org.millrace.server.setting.DeclaredSetting;
import org.millrace.server.setting.InvalidSettingException;
import org.millrace.server.setting.NumberSetting;
import org.millrace.server.setting.TextSetting;

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

    private static final TextSetting NAMES = TextSetting.optional(
            "password-endpoints", "Names of the password endpoints, separated by commas: a-z, 0-9 and -.");

    private static final TextSetting URL =
            TextSetting.optional("password-endpoint-<name>-url", "Address of the endpoint: https:// or ldaps://.");

    private static final TextSetting DN = TextSetting.optional(
            "password-endpoint-<name>-dn",
            "DN to bind as, with {username} in the place of the user's name. Only of an ldaps:// endpoint.");

    private static final TextSetting TOKEN = TextSetting.secret(
            "password-endpoint-<name>-token", "Secret that is sent to an https:// endpoint as bearer token.");

    private static final TextSetting VAULT_TOKEN = TextSetting.optional(
            "password-endpoint-<name>-vault-token", "Name of the entry in the realm's vault that holds the token.");

    private static final TextSetting REALM =
            TextSetting.optional("password-endpoint-<name>-realm", "Name of the only realm that may use the endpoint.");

    private static final NumberSetting TIMEOUT_MILLIS = new NumberSetting(
            "password-endpoint-timeout-millis", 2000, 100, 10_000, "How long a login waits for an endpoint.");

    private static final NumberSetting SHARE_PERCENT = new NumberSetting(
            "password-endpoint-share-percent",
            10,
            1,
            50,
            "Share of the request threads, or of the database connections if fewer, that may wait for endpoints.");

    /** Every setting of this class. */
    public static final List<DeclaredSetting> ALL =
            List.of(NAMES, URL, DN, TOKEN, VAULT_TOKEN, REALM, TIMEOUT_MILLIS, SHARE_PERCENT);

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
                Duration.ofMillis(TIMEOUT_MILLIS.read(config)), SHARE_PERCENT.readInt(config), endpoints);
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
        return NAMES.read(config).stream()
                .flatMap(names -> Arrays.stream(names.split(",")))
                .map(String::trim)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private static Endpoint endpoint(Config.Scope config, String name) {
        if (!name.matches("[a-z0-9][a-z0-9-]{0,63}")) {
            throw invalid(NAMES.name(), "names have a-z, 0-9 and -, at most 64 characters");
        }
        TextSetting url = URL.of(name);
        URI address = address(url.read(config).orElse(""), url.name());
        TextSetting dn = DN.of(name);
        Optional<String> template = dn.read(config);
        if (address.getScheme().equals(LDAPS) != template.isPresent()
                || template.filter(text -> !text.contains(LdapPasswordEndpoint.ACCOUNT))
                        .isPresent()) {
            throw invalid(
                    dn.name(),
                    "an ldaps:// endpoint needs the DN or user principal name to bind as, with "
                            + LdapPasswordEndpoint.ACCOUNT
                            + " in the place of the user's name; other endpoints have none");
        }
        return new Endpoint(
                name,
                address,
                template,
                REALM.of(name).read(config),
                TOKEN.of(name).read(config),
                VAULT_TOKEN.of(name).read(config));
    }

    /** The message repeats nothing of the address, which may hold a password. */
    private static URI address(String text, String setting) {
        try {
            URI address = new URI(text);
            boolean isAllowed = HTTPS.equals(address.getScheme()) || LDAPS.equals(address.getScheme());
            if (isAllowed && address.getHost() != null && address.getUserInfo() == null) {
                return address;
            }
        } catch (URISyntaxException e) {
            throw invalid(setting, "it is not an address");
        }
        throw invalid(setting, "it must begin with https:// or ldaps://, and have a host and no user");
    }

    private static InvalidSettingException invalid(String setting, String detail) {
        return new InvalidSettingException("bulk-import setting " + setting + ": " + detail);
    }
}
