package org.millrace.server.advisor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A small JSON object that a caller has sent, parsed strictly: unknown members are rejected, not ignored.
 *
 * <p>Each reader records the name it reads; {@link #requireNothingElse} rejects all other members.
 */
final class JsonRequest {

    /** A thousand runs of a load test; the calculator needs a hundredth. */
    static final int MOST_BYTES = 256 * 1024;

    private static final ObjectMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final String path;
    private final JsonNode object;
    private final Set<String> known = new LinkedHashSet<>();

    private JsonRequest(String path, JsonNode object) {
        this.path = path;
        this.object = object;
    }

    /**
     * What a caller has sent; empty if it is longer than {@link #MOST_BYTES}.
     *
     * @throws IllegalArgumentException if it does not arrive
     */
    static Optional<byte[]> receive(InputStream body) {
        try {
            byte[] bytes = body.readNBytes(MOST_BYTES + 1);
            return bytes.length > MOST_BYTES ? Optional.empty() : Optional.of(bytes);
        } catch (IOException e) {
            throw new IllegalArgumentException("the body cannot be read", e);
        }
    }

    /**
     * Who sends nothing says nothing, as with an object without members.
     *
     * @throws IllegalArgumentException with a reason for the caller if it is no JSON object
     */
    static JsonRequest parse(byte[] body) {
        if (body.length == 0) {
            return new JsonRequest("", STRICT.createObjectNode());
        }
        try {
            return of("", STRICT.readTree(body));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the body is not JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("the body cannot be read", e);
        }
    }

    private static JsonRequest of(String path, JsonNode node) {
        if (!node.isObject()) {
            throw new IllegalArgumentException((path.isEmpty() ? "the body" : path) + " is not a JSON object");
        }
        return new JsonRequest(path, node);
    }

    boolean has(String name) {
        known.add(name);
        return object.hasNonNull(name);
    }

    OptionalDouble number(String name) {
        if (!has(name)) {
            return OptionalDouble.empty();
        }
        JsonNode value = object.get(name);
        if (!value.isNumber() || !Double.isFinite(value.doubleValue())) {
            throw new IllegalArgumentException(path + name + " is not a number");
        }
        return OptionalDouble.of(value.doubleValue());
    }

    int whole(String name, int fallback) {
        OptionalDouble value = number(name);
        if (value.isPresent()
                && (value.getAsDouble() != Math.rint(value.getAsDouble())
                        || Math.abs(value.getAsDouble()) > Integer.MAX_VALUE)) {
            throw new IllegalArgumentException(path + name + " is not a whole number");
        }
        return value.isPresent() ? (int) value.getAsDouble() : fallback;
    }

    boolean flag(String name, boolean fallback) {
        if (!has(name)) {
            return fallback;
        }
        if (!object.get(name).isBoolean()) {
            throw new IllegalArgumentException(path + name + " is not true or false");
        }
        return object.get(name).booleanValue();
    }

    Optional<String> text(String name) {
        if (!has(name)) {
            return Optional.empty();
        }
        if (!object.get(name).isTextual()) {
            throw new IllegalArgumentException(path + name + " is not a string");
        }
        return Optional.of(object.get(name).textValue());
    }

    Optional<JsonRequest> object(String name) {
        return has(name) ? Optional.of(of(path + name + ".", object.get(name))) : Optional.empty();
    }

    /** Empty if there is no such member. */
    List<JsonRequest> objects(String name, int most) {
        if (!has(name)) {
            return List.of();
        }
        JsonNode value = object.get(name);
        if (!value.isArray() || value.size() > most) {
            throw new IllegalArgumentException(path + name + " is not a list of at most " + most + " objects");
        }
        List<JsonRequest> objects = new ArrayList<>();
        for (int i = 0; i < value.size(); i++) {
            objects.add(of(path + name + "[" + i + "].", value.get(i)));
        }
        return objects;
    }

    /** @throws IllegalArgumentException naming the members that were not read */
    void requireNothingElse() {
        List<String> unknown = new ArrayList<>();
        object.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                unknown.add(path + name);
            }
        });
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    String.join(", ", unknown) + " is unknown; supported: " + String.join(", ", known));
        }
    }
}
