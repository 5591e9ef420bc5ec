package org.millrace.bulk.password;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.vault.VaultStringSecret;
import org.millrace.bulk.password.model.HashKeys;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.server.setting.DeclaredSetting;
import org.millrace.server.setting.NumberSetting;
import org.millrace.server.setting.TextSetting;

/**
 * Limits and keys of password hashes, among the settings {@code spi-admin-realm-restapi-extension--bulk-import--<name>}. The key
 * {@code hash-key-<name>} holds a key itself, {@code hash-vault-key-<name>} the name of an entry in the realm's vault. With
 * {@code hash-realm-<name>}, only this realm may use the key.
 */
public final class PasswordSettings {
    private static final int MEBIBYTE = 1024 * 1024;
    private static final String[] SCOPE = {"admin-realm-restapi-extension", "bulk-import"};

    private static final NumberSetting COUNT_SECONDS = new NumberSetting(
            "password-count-seconds", 30, 1, 250, "How long the database may count imported passwords.");

    private static final TextSetting KEY =
            TextSetting.secret("hash-key-<name>", "A pepper or key that imported hashes refer to by name.");

    private static final TextSetting REALM =
            TextSetting.optional("hash-realm-<name>", "Name of the only realm that may use the key.");

    private static final TextSetting VAULT_KEY =
            TextSetting.optional("hash-vault-key-<name>", "Name of the entry in the realm's vault that holds the key.");

    /** Every setting of this class. */
    public static final List<DeclaredSetting> ALL = Stream.<DeclaredSetting>concat(
                    Stream.of(HashLimits.Limit.values()).map(PasswordSettings::declared),
                    Stream.of(COUNT_SECONDS, KEY, REALM, VAULT_KEY))
            .toList();

    private final Config.Scope config;
    private final HashLimits limits;
    private final Duration countTimeout;

    private PasswordSettings(Config.Scope config, HashLimits limits) {
        this.config = config;
        this.limits = limits;
        this.countTimeout = Duration.ofSeconds(COUNT_SECONDS.read(config));
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
            values.put(limit, declared(limit).read(config));
        }
        // Protects the heap from concurrent logins, independently of the configured value.
        long halfOfHeap = Runtime.getRuntime().maxMemory() / 2 / MEBIBYTE;
        values.computeIfPresent(HashLimits.Limit.MEMORY, (limit, mebibytes) -> Math.min(mebibytes, halfOfHeap));
        return new PasswordSettings(config, new HashLimits(values));
    }

    private static NumberSetting declared(HashLimits.Limit limit) {
        return new NumberSetting(limit.setting(), limit.standard(), limit.least(), limit.greatest(), limit.help());
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
            Optional<String> realm = REALM.of(name).read(config);
            if (realm.isPresent()
                    && !realm.get().equals(session.getContext().getRealm().getName())) {
                return Optional.empty();
            }
            return KEY.of(name).read(config).or(() -> vaultKey(session, name));
        };
    }

    private Optional<String> vaultKey(KeycloakSession session, String name) {
        Optional<String> entry = VAULT_KEY.of(name).read(config);
        if (entry.isEmpty()) {
            return Optional.empty();
        }
        try (VaultStringSecret secret = session.vault().getStringSecret("${vault." + entry.get() + "}")) {
            return secret.get();
        }
    }
}
