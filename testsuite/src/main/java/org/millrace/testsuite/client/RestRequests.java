package org.millrace.testsuite.client;

import static io.restassured.config.DecoderConfig.decoderConfig;
import static io.restassured.config.EncoderConfig.encoderConfig;
import static io.restassured.config.HttpClientConfig.httpClientConfig;
import static io.restassured.config.RedirectConfig.redirectConfig;

import io.restassured.RestAssured;
import io.restassured.config.RestAssuredConfig;
import io.restassured.filter.FilterContext;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import io.restassured.specification.FilterableRequestSpecification;
import io.restassured.specification.FilterableResponseSpecification;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.apache.http.HttpEntity;
import org.apache.http.HttpResponse;
import org.apache.http.client.HttpClient;
import org.apache.http.client.params.ClientPNames;
import org.apache.http.entity.BufferedHttpEntity;
import org.apache.http.impl.client.DefaultHttpClient;
import org.apache.http.impl.conn.PoolingClientConnectionManager;
import org.apache.http.params.CoreConnectionPNames;

/**
 * Requests of REST Assured as the clients of the test suite send them: the path as it is given (REST Assured merges consecutive
 * slashes, though), no redirects, UTF-8, connections reused. Responses are read to their end. The static configuration of REST
 * Assured is not changed, so that requests of several threads are independent.
 */
@SuppressWarnings(
        "deprecation") // REST Assured 5 takes no other HttpClient than Apache's deprecated AbstractHttpClient.
public final class RestRequests {
    private static final int MAX_CONNECTIONS = 1000;

    /** A request that is never answered fails its test instead of hanging the build. */
    private static final int TIMEOUT_MILLIS = 600_000;

    private static final PoolingClientConnectionManager CONNECTIONS = connections();
    private static final RestAssuredConfig CONFIG = RestAssuredConfig.newConfig()
            .httpClient(httpClientConfig()
                    .httpClientFactory(RestRequests::client)
                    // A 401 is an answer like others, not a challenge.
                    .setParam(ClientPNames.HANDLE_AUTHENTICATION, false)
                    .setParam(CoreConnectionPNames.CONNECTION_TIMEOUT, TIMEOUT_MILLIS)
                    .setParam(CoreConnectionPNames.SO_TIMEOUT, TIMEOUT_MILLIS))
            .redirect(redirectConfig().followRedirects(false))
            .encoderConfig(encoderConfig()
                    .appendDefaultContentCharsetToContentTypeIfUndefined(false)
                    .defaultContentCharset(StandardCharsets.UTF_8)
                    .encodeContentTypeAs("application/x-ndjson", ContentType.TEXT)
                    .encodeContentTypeAs("application/x-www-form-urlencoded", ContentType.TEXT))
            .decoderConfig(decoderConfig().noContentDecoders().defaultContentCharset(StandardCharsets.UTF_8));

    private RestRequests() {}

    /**
     * A request to this server, without a token. To be sent once, by one thread; sending throws {@link UncheckedIOException} if the
     * server does not answer.
     */
    public static RequestSpecification to(URI baseUri) {
        return RestAssured.given()
                .config(CONFIG)
                .baseUri(baseUri.toString())
                .urlEncodingEnabled(false)
                .filter(RestRequests::send);
    }

    private static Response send(
            FilterableRequestSpecification request, FilterableResponseSpecification response, FilterContext context) {
        try {
            return context.next(request, response);
        } catch (Exception e) {
            // REST Assured is written in Groovy, which throws checked exceptions undeclared.
            if (e instanceof IOException cause) {
                throw new UncheckedIOException(
                        request.getMethod() + " " + request.getURI() + " got no answer: " + cause, cause);
            }
            throw e;
        }
    }

    private static PoolingClientConnectionManager connections() {
        PoolingClientConnectionManager connections = new PoolingClientConnectionManager();
        connections.setMaxTotal(MAX_CONNECTIONS);
        connections.setDefaultMaxPerRoute(MAX_CONNECTIONS);
        return connections;
    }

    /** One for each request, as REST Assured changes it. */
    private static HttpClient client() {
        DefaultHttpClient client = new DefaultHttpClient(CONNECTIONS);
        client.addResponseInterceptor((response, context) -> buffer(response));
        return client;
    }

    /** Frees the connection for the next request, which REST Assured does only when a test reads the body. */
    private static void buffer(HttpResponse response) throws IOException {
        HttpEntity body = response.getEntity();
        if (body != null) {
            response.setEntity(new BufferedHttpEntity(body));
        }
    }
}
