package org.millrace.testsuite.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.restassured.builder.ResponseBuilder;
import io.restassured.http.Header;
import io.restassured.http.Headers;
import io.restassured.http.Method;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * An HTTP response, read to its end.
 *
 * @param request method and path, for messages
 */
public record Answer(String request, Response response) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Sends a request. */
    public static Answer of(RequestSpecification given, Method method, String path) {
        return new Answer(method + " " + path, given.request(method, path));
    }

    /** The response of the JDK's client, whose body is text in UTF-8. */
    static Answer of(HttpResponse<String> response) {
        List<Header> headers = response.headers().map().entrySet().stream()
                .flatMap(header -> header.getValue().stream().map(value -> new Header(header.getKey(), value)))
                .toList();
        ResponseBuilder copy = new ResponseBuilder()
                .setStatusCode(response.statusCode())
                .setHeaders(new Headers(headers))
                .setBody(response.body().getBytes(StandardCharsets.UTF_8));
        response.headers().firstValue("Content-Type").ifPresent(copy::setContentType);
        return new Answer(response.request().method() + " " + response.request().uri(), copy.build());
    }

    public int status() {
        return response.statusCode();
    }

    public Optional<String> header(String name) {
        return response.headers().getValues(name).stream().findFirst();
    }

    public String body() {
        return response.asString();
    }

    /** Assertions of REST Assured; the message of one that fails contains the body. */
    public ValidatableResponse then() {
        return response.then().onFailMessage(request + " answered " + status() + ": " + body());
    }

    /** @throws IllegalStateException if the body is not JSON */
    public JsonNode json() {
        try {
            return JSON.readTree(body());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(request + " did not answer JSON: " + body(), e);
        }
    }

    /**
     * This answer, if it is a success.
     *
     * @throws IllegalStateException otherwise, with status and body
     */
    public Answer ok() {
        if (status() < 200 || status() > 299) {
            throw new IllegalStateException(request + " answered " + status() + ": " + body());
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
