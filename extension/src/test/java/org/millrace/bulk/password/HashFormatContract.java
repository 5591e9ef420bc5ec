package org.millrace.bulk.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.password.Vectors.Vector;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.MissingKeyException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** What every hash format does. */
public abstract class HashFormatContract {
    private static final String EXAMPLE_PASSWORD = "correct horse";
    private static final int MUTATIONS = 40;
    private static final HashLimits CHEAP = new HashLimits(Map.of(
            HashLimits.Limit.BCRYPT_COST,
            4L,
            HashLimits.Limit.ITERATIONS,
            2_000L,
            HashLimits.Limit.MEMORY,
            1L,
            HashLimits.Limit.WORK,
            2L));

    private final HashFormat format;

    protected HashFormatContract(String id) {
        this.format = HashFormats.named(id).orElseThrow();
    }

    /** Hashes that begin like one of the format, or name it, and are none. */
    protected abstract List<HashRecord> malformed();

    /** Well-formed hashes that exceed a limit. */
    protected List<HashRecord> tooExpensive() {
        return List.of();
    }

    /** A hash that names the format. */
    protected HashRecord named(String value) {
        return named(value, null, Map.of());
    }

    /** A hash that names the format, with salt and parameters. */
    protected HashRecord named(String value, @Nullable String salt, Map<String, String> parameters) {
        return new HashRecord(format.id(), value, salt, parameters);
    }

    @Test
    void hashesOfOtherImplementationsMatch() {
        List<Vector> vectors = Vectors.of(format.id());

        for (Vector vector : vectors) {
            HashFormats.Parsed parsed = HashFormats.parse(vector.hash());

            assertThat(parsed.format().id()).as("format of %s", vector).isEqualTo(format.id());
            assertThat(parsed.hash().matches(vector.password(), Vectors.KEYS))
                    .as("%s", vector)
                    .isTrue();
        }
    }

    @Test
    void vectorsNameTheirSourceAndHaveShortNonAsciiAndLongPasswords() {
        List<Vector> vectors = Vectors.of(format.id());
        List<String> passwords =
                vectors.stream().map(Vector::password).distinct().toList();

        assertThat(vectors)
                .hasSizeGreaterThanOrEqualTo(3)
                .noneMatch(vector -> vector.source().isBlank());
        assertThat(passwords)
                .anyMatch(password -> !StandardCharsets.US_ASCII.newEncoder().canEncode(password));
        assertThat(passwords).anyMatch(password -> password.length() > 72);
    }

    @Test
    void anotherPasswordDoesNotMatch() {
        for (Vector vector : Vectors.of(format.id())) {
            PasswordHash hash = HashFormats.parse(vector.hash()).hash();

            assertThat(hash.matches("x" + vector.password(), Vectors.KEYS))
                    .as("%s", vector)
                    .isFalse();
        }
    }

    @Test
    void theStoredFormIsVerifiedByItsProvider() {
        for (Vector vector : Vectors.of(format.id())) {
            StoredPassword stored =
                    StoredPassword.of(HashFormats.parse(vector.hash()).hash());
            HashRecord read = stored.hash();
            HashFormat verifier = ForeignPasswordProviders.verified().stream()
                    .filter(each -> each.id().equals(read.format()))
                    .findFirst()
                    .orElseThrow();

            PasswordHash hash = verifier.parse(read);

            ForeignPasswordProvider provider =
                    new ForeignPasswordProvider(Sessions.NONE, verifier, HashLimits.standard(), Vectors.KEYS);
            assertThat(provider.verify(vector.password(), stored))
                    .as("%s", vector)
                    .isTrue();
            assertThat(StoredPassword.of(hash)).isEqualTo(stored);
            assertThat(stored.credentialData() + stored.secretData())
                    .doesNotContain(Vectors.PEPPER, Vectors.SIGNER_KEY);
        }
    }

    @Test
    void credentialDataHoldsNeitherDigestNorSalt() {
        for (Vector vector : Vectors.of(format.id())) {
            PasswordHash hash = HashFormats.parse(vector.hash()).hash();
            HashRecord stored = hash.stored();

            String data = StoredPassword.of(hash).credentialData();

            assertThat(data).doesNotContain(stored.value());
            if (stored.salt() != null && !stored.salt().isEmpty()) {
                assertThat(data).doesNotContain(stored.salt());
            }
        }
    }

    @Test
    void examplesAreOfTheDocumentedPassword() {
        assertThat(format.examples()).isNotEmpty();
        for (HashRecord example : format.examples()) {
            HashFormats.Parsed parsed = HashFormats.parse(example);

            assertThat(parsed.format().id()).isEqualTo(format.id());
            assertThat(parsed.hash().matches(EXAMPLE_PASSWORD, Vectors.KEYS))
                    .as("%s", example.value())
                    .isTrue();
        }
    }

    @Test
    void malformedHashesAreRefusedWithTheReason() {
        assertThat(malformed()).isNotEmpty();
        for (HashRecord hash : malformed()) {
            InvalidHashException refused = (InvalidHashException) catchThrowable(() -> HashFormats.parse(hash));

            assertThat(refused).as("%s", hash.value()).isNotNull();
            assertThat(refused.code()).isIn("malformed-hash", "unsupported-hash");
            assertThat(refused.getMessage()).isNotBlank();
            if (hash.value().length() > 20) {
                assertThat(refused.getMessage()).doesNotContain(hash.value());
            }
        }
    }

    @Test
    void expensiveHashesAreRefused() {
        for (HashRecord hash : tooExpensive()) {
            PasswordHash parsed = HashFormats.parse(hash).hash();

            assertThatExceptionOfType(InvalidHashException.class)
                    .as("%s", hash.value())
                    .isThrownBy(() -> parsed.checkCost(HashLimits.standard()))
                    .satisfies(refused -> assertThat(refused.code()).isEqualTo("hash-too-expensive"));
        }
    }

    @Test
    void noTextMakesParserOrVerifierFail() {
        Random random = new Random(format.id().hashCode());
        for (Vector vector : Vectors.of(format.id())) {
            for (int i = 0; i < MUTATIONS; i++) {
                HashRecord mutant = mutant(vector.hash(), random);
                try {
                    PasswordHash hash = HashFormats.parse(mutant).hash();
                    hash.checkCost(CHEAP);
                    if (i % 20 == 0) {
                        boolean unused = hash.matches("secret", Vectors.KEYS);
                    }
                } catch (InvalidHashException | MissingKeyException refused) {
                    assertThat(refused.getMessage()).isNotBlank();
                } catch (RuntimeException e) {
                    throw new AssertionError("Hash " + mutant.value() + " " + mutant.parameters(), e);
                }
            }
        }
    }

    private static HashRecord mutant(HashRecord hash, Random random) {
        Map<String, String> parameters = new HashMap<>();
        hash.parameters()
                .forEach((name, value) -> parameters.put(name, random.nextInt(4) == 0 ? mutant(value, random) : value));
        String salt = hash.salt() != null && random.nextInt(4) == 0 ? mutant(hash.salt(), random) : hash.salt();
        String value =
                hash.parameters().isEmpty() || random.nextBoolean() ? mutant(hash.value(), random) : hash.value();
        return new HashRecord(hash.format(), value, salt, parameters);
    }

    private static String mutant(String text, Random random) {
        String alphabet = "$,=:.{}()0123456789abzXYZ/+ \u0000\u00e9\ud83d";
        StringBuilder mutant = new StringBuilder(text);
        for (int i = 0; i <= random.nextInt(3); i++) {
            int at = random.nextInt(mutant.length() + 1);
            char character = alphabet.charAt(random.nextInt(alphabet.length()));
            switch (random.nextInt(4)) {
                case 0 -> mutant.insert(at, character);
                case 1 -> mutant.setLength(at);
                case 2 -> mutant.append(text);
                default -> {
                    if (at < mutant.length()) {
                        mutant.setCharAt(at, character);
                    }
                }
            }
        }
        return mutant.toString();
    }

    @Test
    void noSecretIsInTheText() {
        for (Vector vector : Vectors.of(format.id())) {
            PasswordHash hash = HashFormats.parse(vector.hash()).hash();
            List<String> secrets =
                    new ArrayList<>(List.of(vector.hash().value(), hash.stored().value()));
            secrets.removeIf(secret -> secret.length() < 8);

            assertThat(hash + " " + vector.hash() + " " + hash.stored() + " " + StoredPassword.of(hash))
                    .doesNotContain(secrets);
        }
    }
}
