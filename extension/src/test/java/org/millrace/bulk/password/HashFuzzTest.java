package org.millrace.bulk.password;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.MissingKeyException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** Hashes that no system has written: each is parsed, or refused with a reason. */
class HashFuzzTest {
    private static final int TEXTS = 40_000;
    private static final int CHECKS = 5_000;
    private static final String ALPHABET =
            "$$$,,==::..{}()[]0123456789abcdefxyzABCXYZ/+-_@|* \t\n\u0000\u007f\u00e9\u0131\u212a\ud83d\ude00\uffff";
    private static final HashLimits CHEAP = new HashLimits(Map.of(
            HashLimits.Limit.BCRYPT_COST,
            4L,
            HashLimits.Limit.ITERATIONS,
            1_000L,
            HashLimits.Limit.MEMORY,
            1L,
            HashLimits.Limit.WORK,
            1L));

    private final Random random = new Random(25);
    private final List<Vectors.Vector> vectors = Vectors.all();
    private final List<String> names = HashFormats.all().stream()
            .flatMap(format -> Stream.concat(format.parameters().keySet().stream(), Stream.of("cost", "x")))
            .distinct()
            .sorted()
            .toList();

    private String noise(int most) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(most + 1); length > 0; length--) {
            text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return text.toString();
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    /** The beginning of a hash and noise, noise alone, the ends of two hashes, or numbers that are too large. */
    private String text() {
        String value = any(vectors).hash().value();
        String begin = value.substring(0, random.nextInt(value.length() + 1));
        return switch (random.nextInt(5)) {
            case 0 -> noise(80);
            case 1 -> begin + noise(40);
            case 2 -> begin + any(vectors).hash().value();
            case 3 -> value.replaceFirst("[0-9]+", any(List.of("0", "-1", "99999999999999999999", "2147483647", "00")));
            default -> value.substring(begin.length()) + noise(3);
        };
    }

    private HashRecord hash() {
        if (random.nextInt(3) == 0) {
            return HashRecord.of(text());
        }
        HashFormat format = any(HashFormats.all());
        Map<String, String> parameters = new HashMap<>();
        if (random.nextBoolean()) {
            parameters.putAll(any(vectors).hash().parameters());
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            parameters.put(
                    any(names), any(List.of(text(), "1", "sha256", "base64", "{salt}{password}", "devise", noise(9))));
        }
        return new HashRecord(format.id(), text(), random.nextBoolean() ? null : text(), parameters);
    }

    @Test
    void everyHashIsParsedOrRefusedWithAReason() {
        int parsed = 0;
        for (int i = 0; i < TEXTS; i++) {
            HashRecord given = hash();
            try {
                PasswordHash hash = HashFormats.parse(given).hash();
                StoredPassword stored = StoredPassword.of(hash);
                hash.checkCost(CHEAP);
                parsed++;
                assertThat(StoredPassword.of(verifier(stored).parse(stored.hash())))
                        .isEqualTo(stored);
                if (i % 10 == 0) {
                    boolean unused = hash.matches(noise(100), Vectors.KEYS);
                }
            } catch (InvalidHashException | MissingKeyException refused) {
                assertThat(refused.getMessage()).isNotBlank();
            } catch (RuntimeException e) {
                throw new AssertionError("Hash " + i + " of format " + given.format() + ": " + given.value(), e);
            }
        }
        assertThat(parsed).as("the fuzz reaches the verifiers").isGreaterThan(100);
    }

    private static HashFormat verifier(StoredPassword stored) {
        return ForeignPasswordProviders.verified().stream()
                .filter(each -> each.id().equals(stored.hash().format()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void storedFormsThatAreDamagedAreRefused() {
        for (Vectors.Vector vector : vectors) {
            StoredPassword good =
                    StoredPassword.of(HashFormats.parse(vector.hash()).hash());
            StoredPassword bad = new StoredPassword(damaged(good.credentialData()), damaged(good.secretData()));
            try {
                HashFormat format = verifier(good);
                PasswordHash hash = format.parse(bad.hash());
                hash.checkCost(CHEAP);
            } catch (InvalidHashException refused) {
                assertThat(refused.getMessage()).isNotBlank();
            } catch (RuntimeException e) {
                throw new AssertionError("Stored form of " + vector, e);
            }
        }
    }

    private String damaged(String json) {
        int at = random.nextInt(json.length());
        return switch (random.nextInt(3)) {
            case 0 -> json.substring(0, at);
            case 1 -> json.substring(0, at) + noise(5) + json.substring(at);
            default -> json.substring(0, at) + json.substring(Math.min(json.length(), at + 3));
        };
    }

    private JsonNode json(int depth) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (random.nextInt(depth > 4 ? 4 : 6)) {
            case 0 -> nodes.textNode(text());
            case 1 -> nodes.numberNode(random.nextLong());
            case 2 -> nodes.nullNode();
            case 3 -> nodes.booleanNode(random.nextBoolean());
            case 4 -> {
                ArrayNode array = nodes.arrayNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    array.add(json(depth + 1));
                }
                yield array;
            }
            default -> {
                ObjectNode object = nodes.objectNode();
                List<String> fields = new ArrayList<>(List.of("format", "value", "salt", "hash", "password", noise(5)));
                for (int i = random.nextInt(5); i > 0; i--) {
                    object.set(any(fields), json(depth + 1));
                }
                yield object;
            }
        };
    }

    @Test
    void everyBodyOfACheckIsReadOrRefused() {
        for (int i = 0; i < CHECKS; i++) {
            ObjectNode pair = JsonNodeFactory.instance.objectNode();
            pair.set("hash", json(0));
            pair.put("password", "x");
            JsonNode body = random.nextBoolean()
                    ? json(0)
                    : JsonNodeFactory.instance.arrayNode().add(pair);
            try {
                PasswordCheck check = PasswordCheck.of(body);
                assertThat(check.size()).isLessThanOrEqualTo(PasswordCheck.MAX_PAIRS);
            } catch (IllegalArgumentException refused) {
                assertThat(refused.getMessage()).isNotBlank();
            } catch (RuntimeException e) {
                throw new AssertionError(body.toString(), e);
            }
        }
    }
}
