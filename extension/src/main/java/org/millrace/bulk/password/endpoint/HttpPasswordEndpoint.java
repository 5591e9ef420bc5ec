package org.millrace.bulk.password.endpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/**
 * POSTs {@code {"username":...,"password":...}} and expects status 200 with {@code {"valid":true}} or {@code {"valid":false}}. Every other
 * response is no verdict: a login page or a redirect must never count as a right password.
 */
final class HttpPasswordEndpoint implements PasswordEndpoint {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;
    /** Longest response body, in bytes. */
    private static final int MAX_BODY = 8 * 1024;

    private final URI address;
    private final Duration timeout;
    private final HttpClient client;

    HttpPasswordEndpoint(URI address, Duration timeout) {
        this.address = address;
        this.timeout = timeout;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(timeout)
                .build();
    }

    @Override
    public boolean verify(String account, String password, Optional<String> token) throws IOException {
        ObjectNode body = JSON.createObjectNode().put("username", account).put("password", password);
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .POST(BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)));
        token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        try {
            HttpResponse<InputStream> response = client.send(request.build(), BodyHandlers.ofInputStream());
            try (InputStream content = response.body()) {
                return verdict(response.statusCode(), content);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NoVerdictException("was interrupted", e);
        }
    }

    private static boolean verdict(int status, InputStream content) throws IOException {
        if (status != OK) {
            throw new NoVerdictException("responded with status " + status + " instead of 200", null);
        }
        byte[] bytes = content.readNBytes(MAX_BODY + 1);
        JsonNode valid =
                bytes.length > MAX_BODY ? JSON.missingNode() : parsed(bytes).path("valid");
        if (!valid.isBoolean()) {
            throw new NoVerdictException("responded without a JSON object that has the boolean \"valid\"", null);
        }
        return valid.asBoolean();
    }

    private static JsonNode parsed(byte[] bytes) throws IOException {
        try {
            return JSON.readTree(bytes);
        } catch (JsonProcessingException e) {
            // Its message quotes the body.
            return JSON.missingNode();
        }
    }
}
