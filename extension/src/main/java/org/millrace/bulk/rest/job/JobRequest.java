package org.millrace.bulk.rest.job;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.millrace.bulk.password.PasswordCheck;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.registry.EntityTypes;
import org.millrace.bulk.rest.setting.ImportOptions;
import org.millrace.server.problem.Problem;

/**
 * A client's request for a new job.
 *
 * @param queue name of the work queue of the records; empty if they are uploaded
 * @param samples hashes with passwords that have to match before the first record is written
 * @param options the given options, validated like the query parameters of a direct import
 */
record JobRequest(String entity, ObjectNode options, Optional<String> queue, Optional<PasswordCheck> samples) {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** The option that says how many chunks are written at once. */
    static final String WRITERS = "writers";

    /** A thousand samples of the longest hashes. */
    static final int MAX_BYTES = 1 << 20;

    private static final int MAX_WRITERS = 1000;

    /** The length of the column OPTIONS. */
    private static final int MAX_OPTIONS_LENGTH = 1000;

    private static final List<String> NUMBERS = List.of("chunkSize", "maxErrors", WRITERS);

    private static final Set<String> OF_USERS = Set.of("users", "records");

    private static final Set<String> FIELDS = Set.of("entity", "options", "source", "samples");

    /**
     * Reads the body of {@code POST …/jobs}.
     *
     * @throws jakarta.ws.rs.WebApplicationException with a problem of status 400, or of 404 for an unknown entity
     */
    static JobRequest of(InputStream body) {
        JsonNode request = parsed(body);
        if (!request.isObject()) {
            throw invalid("The body must be a JSON object with entity, options and source");
        }
        for (Map.Entry<String, JsonNode> field : request.properties()) {
            if (!FIELDS.contains(field.getKey())) {
                throw invalid("Unknown field \"" + Violation.shortened(field.getKey(), 100)
                        + "\"; supported: entity, options, source, samples");
            }
        }
        String entity = request.path("entity").asText();
        if (!request.path("entity").isTextual()) {
            throw invalid("Missing field \"entity\"; supported: " + EntityTypes.names());
        }
        if (EntityTypes.named(entity).isEmpty()) {
            throw EntityTypes.unknown(entity).exception();
        }
        Optional<String> queue = queue(request.path("source"));
        ObjectNode options = options(request.path("options"));
        if (queue.isPresent() && options.path("dryRun").asBoolean(false)) {
            throw invalid("A dry run requires uploads: rows of a work queue are removed from the queue");
        }
        return new JobRequest(entity, options, queue, samples(entity, request.path("samples")));
    }

    /** The job equivalent of a direct import with these query parameters. */
    static JobRequest of(String entity, MultivaluedMap<String, String> query) {
        ImportOptions.of(query);
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        query.forEach((name, values) -> options.put(name, values.get(0)));
        check(options);
        return new JobRequest(entity, options, Optional.empty(), Optional.empty());
    }

    /**
     * Reads a body; to be called after the permissions of the caller were checked.
     *
     * @throws jakarta.ws.rs.WebApplicationException with a problem of status 400 if the body is no JSON or does not arrive whole, and of
     * status 413 if it is longer than {@value #MAX_BYTES} bytes
     */
    static JsonNode parsed(InputStream body) {
        try {
            byte[] bytes = body.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new Problem(
                                413,
                                "body-too-large",
                                "The body is too large",
                                "The body of this call must have at most " + MAX_BYTES + " bytes")
                        .exception();
            }
            return JSON.readTree(bytes);
        } catch (JsonProcessingException e) {
            throw invalid("The body is not JSON");
        } catch (IOException e) {
            throw invalid("Truncated body: the connection was closed");
        }
    }

    private static Optional<PasswordCheck> samples(String entity, JsonNode samples) {
        if (samples.isMissingNode()) {
            return Optional.empty();
        }
        if (!OF_USERS.contains(entity)) {
            throw invalid("samples requires the entity users or records");
        }
        try {
            return Optional.of(PasswordCheck.of(samples));
        } catch (IllegalArgumentException e) {
            throw invalid("Invalid samples: " + e.getMessage());
        }
    }

    private static Optional<String> queue(JsonNode source) {
        String type = source.path("type").asText();
        if (source.isMissingNode() || source.size() == 1 && type.equals("upload")) {
            return Optional.empty();
        }
        if (source.size() == 2
                && type.equals("work-queue")
                && source.path("name").isTextual()) {
            return Optional.of(source.path("name").asText());
        }
        throw invalid("source must be {\"type\":\"upload\"} or {\"type\":\"work-queue\",\"name\":…}");
    }

    private static ObjectNode options(JsonNode options) {
        if (options.isMissingNode()) {
            return JsonNodeFactory.instance.objectNode();
        }
        if (!options.isObject()) {
            throw invalid("options must be a JSON object");
        }
        check((ObjectNode) options);
        return (ObjectNode) options;
    }

    /**
     * Checks a job's options as the query parameters of a direct import are checked. Numbers in texts become numbers.
     *
     * @throws jakarta.ws.rs.WebApplicationException with a problem of status 400
     */
    static void check(ObjectNode options) {
        MultivaluedMap<String, String> query = new MultivaluedHashMap<>();
        for (Map.Entry<String, JsonNode> option : options.properties()) {
            if (!option.getValue().isValueNode() || option.getValue().isNull()) {
                throw invalid("Option \"" + Violation.shortened(option.getKey(), 100)
                        + "\" must be a string, a number or a boolean");
            }
            query.putSingle(option.getKey(), option.getValue().asText());
        }
        // Only jobs have this one.
        ImportOptions.number(query, WRITERS, 0, MAX_WRITERS);
        query.remove(WRITERS);
        ImportOptions.of(query);
        for (String name : NUMBERS) {
            if (options.path(name).isTextual()) {
                options.put(name, Long.parseLong(options.path(name).asText()));
            }
        }
        if (options.toString().length() > MAX_OPTIONS_LENGTH) {
            throw invalid("options must have at most " + MAX_OPTIONS_LENGTH + " characters");
        }
    }

    /** A hash of the whole request, to compare a repeated request with the first one. */
    String hash() {
        return hash(entity + "\n" + options + queue.map(name -> "\n" + name).orElse("")
                // Not their contents: a hash of a password must not lie next to the job.
                + samples.map(check -> "\nsamples " + check.size()).orElse(""));
    }

    static String hash(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    static RuntimeException invalid(String detail) {
        return new Problem(400, "invalid-job", "The body does not describe a job", detail).exception();
    }
}
