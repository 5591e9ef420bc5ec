package org.millrace.testsuite.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.Optional;

/** An HTTP response, read to its end. */
public record Answer(String request, int status, HttpHeaders headers, String body) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static Answer of(HttpResponse<String> response) {
        String request = response.request().method() + " " + response.request().uri();
        return new Answer(request, response.statusCode(), response.headers(), response.body());
    }

    public Optional<String> header(String name) {
        return headers.firstValue(name);
    }

    /** @throws IllegalStateException if the body is not JSON */
    public JsonNode json() {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(request + " did not answer JSON: " + body, e);
        }
    }

    /**
     * This answer, if it is a success.
     *
     * @throws IllegalStateException otherwise, with status and body
     */
    public Answer ok() {
        if (status < 200 || status > 299) {
            throw new IllegalStateException(request + " answered " + status + ": " + body);
        }
        return this;
    }

    /** The last segment of {@code Location}: the id of what was created. */
    public String createdId() {
        String location =
                ok().header("Location").orElseThrow(() -> new IllegalStateException(request + " sent no Location"));
        return location.substring(location.lastIndexOf('/') + 1);
    }
}
