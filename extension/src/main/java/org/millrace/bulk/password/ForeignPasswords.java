package org.millrace.bulk.password;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.models.KeycloakSession;
import org.millrace.bulk.password.endpoint.EndpointSettings;
import org.millrace.bulk.password.hash.Argon2;
import org.millrace.bulk.password.hash.Bcrypt;
import org.millrace.bulk.password.hash.FirebaseScrypt;
import org.millrace.bulk.password.hash.Scrypt;
import org.millrace.bulk.password.hash.digest.Digest;
import org.millrace.bulk.password.hash.digest.Wrapped;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashKeys;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.KeycloakHash;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.record.user.HashRecord;

/** Checks password hashes of other systems and brings them into the form in which Keycloak stores them. For one session and its thread. */
public final class ForeignPasswords {
    private static final Set<String> OF_BOUNCY_CASTLE =
            Set.of(Bcrypt.ID, Argon2.ID, Scrypt.ID, FirebaseScrypt.ID, Wrapped.ID);
    /** A FIPS server leaves this library out. */
    private static final boolean HAS_BOUNCY_CASTLE = isPresent("org.bouncycastle.crypto.generators.SCrypt");

    private final KeycloakSession session;
    private final HashLimits limits;
    private final HashKeys keys;

    /** Uses the settings of the server. */
    public ForeignPasswords(KeycloakSession session) {
        PasswordSettings settings = PasswordSettings.configured();
        this.session = session;
        this.limits = settings.limits();
        this.keys = settings.keys(session);
    }

    /**
     * Parses a hash and checks that this server can verify it.
     *
     * @throws InvalidHashException if it cannot
     */
    public HashFormats.Parsed parse(HashRecord hash) {
        HashFormats.Parsed parsed = HashFormats.parse(hash);
        check(parsed.hash());
        return parsed;
    }

    void check(PasswordHash hash) {
        if (!HAS_BOUNCY_CASTLE && hash.needsBouncyCastle()) {
            String format = String.valueOf(hash.stored().format());
            throw InvalidHashException.unsupported(
                    (format.equals(Digest.ID) ? "MD4" : "Format " + format) + " is not available in FIPS mode");
        }
        hash.checkCost(limits);
        hash.checkKey(keys);
    }

    /** Whether a password is that of a parsed hash. Takes the time of one login. */
    public boolean matches(PasswordHash hash, String password) {
        return hash.matches(password, keys);
    }

    /**
     * The stored form of a hash: of Keycloak's own algorithm if it has one, of ours otherwise.
     *
     * @param wrapsWeak whether digests of MD4, MD5 and SHA-1 are stored inside Argon2
     * @throws InvalidHashException if the hash is malformed, unsupported or too expensive
     */
    public StoredPassword stored(HashRecord given, boolean wrapsWeak) {
        if (LegacyPassword.isNamedBy(given)) {
            return legacy(given).stored();
        }
        PasswordHash hash = parse(given).hash();
        Optional<KeycloakHash> own = hash.keycloakForm().filter(form -> isProvided(form.algorithm()));
        if (own.isPresent()) {
            return StoredPassword.of(own.get());
        }
        return StoredPassword.of(wrapsWeak ? Wrapped.around(hash).orElse(hash) : hash);
    }

    /**
     * The problem of a credential in stored form.
     *
     * @param algorithm as {@code credentialData} names it
     * @return empty if it is valid, or if the algorithm is not one of this package
     */
    public Optional<Violation> fault(
            @Nullable String algorithm, String credentialData, String secretData, String field) {
        if (algorithm == null || !StoredPassword.isForeign(algorithm)) {
            return Optional.empty();
        }
        try {
            HashRecord hash = new StoredPassword(credentialData, secretData).hash();
            if (LegacyPassword.isNamedBy(hash)) {
                legacy(hash);
            } else {
                check(verifier(hash).parse(hash));
            }
            return Optional.empty();
        } catch (InvalidHashException e) {
            return Optional.of(violation(e, field));
        }
    }

    private LegacyPassword legacy(HashRecord hash) {
        return LegacyPassword.of(
                hash,
                EndpointSettings.configured(),
                session.getContext().getRealm().getName());
    }

    /** The names of all algorithms of imported passwords that this server can verify. */
    static List<String> verifiableAlgorithms() {
        return Stream.concat(
                        ForeignPasswordProviders.verified().stream()
                                .map(HashFormat::id)
                                .filter(id -> HAS_BOUNCY_CASTLE || !OF_BOUNCY_CASTLE.contains(id)),
                        Stream.of(LegacyPassword.FORMAT))
                .map(id -> StoredPassword.ALGORITHM_PREFIX + id)
                .toList();
    }

    /** Whether weak hashes can be stored inside Argon2: not in FIPS mode. */
    public static boolean canWrapWeakHashes() {
        return HAS_BOUNCY_CASTLE;
    }

    /** Whether passwords of an algorithm are verified without a provider of Keycloak's SPI {@code password-hashing}. */
    public static boolean isVerifiedByEndpoint(String algorithm) {
        return LegacyPassword.ALGORITHM.equals(algorithm);
    }

    /** An invalid hash, as a problem of a record. */
    public static Violation violation(InvalidHashException e, String field) {
        return Violation.of(e.code(), field, String.valueOf(e.getMessage()));
    }

    private static HashFormat verifier(HashRecord hash) {
        return ForeignPasswordProviders.verified().stream()
                .filter(format -> format.id().equals(hash.format()))
                .findFirst()
                .orElseThrow(() ->
                        InvalidHashException.unsupported("This version of Millrace does not support the algorithm"));
    }

    private boolean isProvided(String algorithm) {
        return session.getKeycloakSessionFactory().getProviderFactory(PasswordHashProvider.class, algorithm) != null;
    }

    private static boolean isPresent(String className) {
        try {
            Class.forName(className, false, ForeignPasswords.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
