package org.millrace.bulk.password;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.vault.VaultStringSecret;
import org.millrace.bulk.password.model.HashKeys;
import org.millrace.bulk.password.model.HashLimits;

/**
 * Limits and keys of password hashes, among the settings {@code spi-admin-realm-restapi-extension--bulk-import--<name>}. The key
 * {@code hash-key-<name>} holds a key itself, {@code hash-vault-key-<name>} the name of an entry in the realm's vault. With
 * {@code hash-realm-<name>}, only this realm may use the key.
 */
public final class PasswordSettings {
    private static final int MEBIBYTE = 1024 * 1024;
    private static final String[] SCOPE = {"admin-realm-restapi-extension", "bulk-import"};

    private final Config.Scope config;
    private final HashLimits limits;
    private final Duration countTimeout;

    private PasswordSettings(Config.Scope config, HashLimits limits) {
        this.config = config;
        this.limits = limits;
        this.countTimeout = Duration.ofSeconds(inRange(config, "password-count-seconds", 30, 1, 250));
    }

    /**
     * The settings of this server.
     *
     * @throws IllegalArgumentException if a limit is out of its range
     */
    public static PasswordSettings configured() {
        return of(Config.scope(SCOPE));
    }

    /** @throws IllegalArgumentException if a limit is out of its range */
    public static PasswordSettings of(Config.Scope config) {
        Map<HashLimits.Limit, Long> values = new EnumMap<>(HashLimits.Limit.class);
        for (HashLimits.Limit limit : HashLimits.Limit.values()) {
            values.put(limit, inRange(config, limit.setting(), limit.standard(), limit.least(), limit.greatest()));
        }
        // Protects the heap from concurrent logins, independently of the configured value.
        long halfOfHeap = Runtime.getRuntime().maxMemory() / 2 / MEBIBYTE;
        values.computeIfPresent(HashLimits.Limit.MEMORY, (limit, mebibytes) -> Math.min(mebibytes, halfOfHeap));
        return new PasswordSettings(config, new HashLimits(values));
    }

    private static long inRange(Config.Scope config, String name, long fallback, long least, long greatest) {
        Long value = config.getLong(name, fallback);
        if (value == null || value < least || value > greatest) {
            throw new IllegalArgumentException(
                    "bulk-import setting " + name + " is " + value + "; it must be " + least + " to " + greatest);
        }
        return value;
    }

    /** How long the database may count imported passwords, 1 to 250 seconds. */
    public Duration countTimeout() {
        return countTimeout;
    }

    /** The limits. */
    public HashLimits limits() {
        return limits;
    }

    /** The keys, as far as the realm in the session's context may use them. */
    public HashKeys keys(KeycloakSession session) {
        return name -> {
            String realm = config.get("hash-realm-" + name);
            if (realm != null && !realm.equals(session.getContext().getRealm().getName())) {
                return Optional.empty();
            }
            String key = config.get("hash-key-" + name);
            return key == null ? vaultKey(session, name) : Optional.of(key);
        };
    }

    private Optional<String> vaultKey(KeycloakSession session, String name) {
        String entry = config.get("hash-vault-key-" + name);
        if (entry == null) {
            return Optional.empty();
        }
        try (VaultStringSecret secret = session.vault().getStringSecret("${vault." + entry + "}")) {
            return secret.get();
        }
    }
}
