package org.millrace.bulk.job;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Optional;
import org.millrace.bulk.writer.AdminEventLevel;
import org.millrace.bulk.writer.MatchByEmail;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.UserDefaults;
import org.millrace.bulk.writer.Validation;

/**
 * The options of a job.
 *
 * @param maxErrors {@link Long#MAX_VALUE} for no limit
 * @param chunkSize records of a transaction; 0 for the server's default
 * @param newIds whether records get new ids, to which references among them are mapped
 * @param writers upper bound for concurrently written chunks on all nodes together; 0 for throttling only
 * @param wrapWeakHashes whether MD5- and SHA-1-class password hashes are stored inside Argon2
 * @param source the system of the exports
 */
public record JobOptions(
        OnConflict onConflict,
        Validation validation,
        boolean dryRun,
        long maxErrors,
        int chunkSize,
        AdminEventLevel events,
        boolean newIds,
        int writers,
        boolean wrapWeakHashes,
        MatchByEmail matchByEmail,
        UserDefaults defaults,
        String source) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * Reads options that were checked when the job was made.
     *
     * @param json an object with the names of the query parameters, of which any may be missing
     * @throws IllegalArgumentException if that was not so
     */
    public static JobOptions read(String json) {
        try {
            JsonNode options = JSON.readTree(json);
            return new JobOptions(
                    OnConflict.valueOf(choice(options, "onConflict", "fail")),
                    Validation.valueOf(choice(options, "validation", "strict")),
                    options.path("dryRun").asBoolean(false),
                    options.path("maxErrors").asLong(Long.MAX_VALUE),
                    options.path("chunkSize").asInt(0),
                    AdminEventLevel.valueOf(choice(options, "events", "summary")),
                    choice(options, "ids", "keep").equals("NEW"),
                    options.path("writers").asInt(0),
                    options.path("wrapWeakHashes").asBoolean(false),
                    MatchByEmail.valueOf(choice(options, "matchByEmail", "verified")),
                    UserDefaults.parse(options.path("defaults").asText("")),
                    options.path("source").asText("keycloak"));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the options of a job are not JSON", e);
        }
    }

    /**
     * The options of a job, with the same admin events as another job.
     *
     * @throws IllegalArgumentException if one of them is not a JSON object
     */
    public static String withEventsOf(String options, String others) {
        try {
            ObjectNode all = (ObjectNode) JSON.readTree(options);
            Optional.ofNullable(JSON.readTree(others).get("events")).ifPresent(events -> all.set("events", events));
            return all.toString();
        } catch (JsonProcessingException | ClassCastException e) {
            throw new IllegalArgumentException("the options of a job are not a JSON object", e);
        }
    }

    private static String choice(JsonNode options, String name, String fallback) {
        return options.path(name).asText(fallback).toUpperCase(Locale.ROOT);
    }
}
