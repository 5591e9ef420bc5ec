package org.millrace.testsuite.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hamcrest.Matchers.equalTo;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.restassured.http.Method;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What arrives at a server, and what a test sees of its response. */
class RestRequestsTest {
    private record Received(String method, String uri, Headers headers, byte[] body, int port) {}

    private final Queue<Received> received = new ConcurrentLinkedQueue<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer server;
    private int status = 200;
    private String contentType = "application/json";
    private byte[] body = "{\"name\":\"Jürgen\"}".getBytes(UTF_8);

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::respond);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void respond(HttpExchange exchange) throws IOException {
        received.add(new Received(
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                exchange.getRequestHeaders(),
                exchange.getRequestBody().readAllBytes(),
                exchange.getRemoteAddress().getPort()));
        exchange.getResponseHeaders().add("Content-Type", contentType);
        exchange.getResponseHeaders().add("Location", "/elsewhere/1");
        exchange.getResponseHeaders().add("Set-Cookie", "first=1");
        exchange.getResponseHeaders().add("Set-Cookie", "second=2");
        exchange.sendResponseHeaders(status, status == 204 ? -1 : body.length == 0 ? -1 : body.length);
        if (status != 204) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    private URI baseUri() {
        return URI.create("http://localhost:" + server.getAddress().getPort());
    }

    private RequestSpecification given() {
        return RestRequests.to(baseUri());
    }

    private Answer get(String path) {
        return Answer.of(given(), Method.GET, path);
    }

    private Received only() {
        assertThat(received).hasSize(1);
        return received.remove();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/a/b/",
                "/a%00b/outcomes",
                "/..%2f..",
                "/%ff%fe/%F0%9F%98%80",
                "/'%20OR%20''='/parts/1",
                "/a?name=",
                "/a?name",
                "/a?max=%00&first=-1&search=a%2Bb+c*",
                "/a?onConflict=fail&onConflict=skip",
                "/a?defaults=enabled:true&window=1m",
                "/a?uri=http://localhost/b?c=d",
            })
    void pathIsSentAsItIs(String path) {
        for (Method method : new Method[] {Method.GET, Method.DELETE}) {
            Answer.of(given(), method, path);

            assertThat(only().uri()).isEqualTo(path);
        }
        for (Method method : new Method[] {Method.POST, Method.PUT}) {
            Answer.of(given().contentType("text/csv").body(new byte[] {1}), method, path);

            assertThat(only().uri()).isEqualTo(path);
        }
    }

    @Test
    void pathIsBelowThatOfTheServer() {
        Answer.of(RestRequests.to(URI.create(baseUri() + "/auth")), Method.GET, "/realms/a%2fb?max=1");

        assertThat(only().uri()).isEqualTo("/auth/realms/a%2fb?max=1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "Application/X-NDJSON",
                "application/json;charset=x-none",
                "application/x-ndjson; charset=UTF-8",
                "application/x-ndjson;q=1",
                "application/*",
                "*/*",
                "text",
                "/",
                "a/b/c",
                ";charset=utf-8",
                "text/csv;charset=",
                "text/csv;charset=no such",
                "text/csv;header=absent",
                "application/x-www-form-urlencoded",
                "application/xml",
                "multipart/form-data; boundary=b0undary",
                "multipart/form-data"
            })
    void bodyAndMediaTypeAreSentAsTheyAre(String type) {
        byte[] bytes = {0, (byte) 0xff, '\n', (byte) 0xc3};
        for (Method method : new Method[] {Method.POST, Method.PUT, Method.DELETE}) {
            Answer.of(given().contentType(type).body(bytes), method, "/");

            Received request = only();
            assertThat(request.headers().get("Content-Type")).containsExactly(type);
            assertThat(request.headers().get("Content-Length")).containsExactly("4");
            assertThat(request.body()).isEqualTo(bytes);
        }
    }

    @Test
    void emptyBodyHasAMediaTypeAndNoBodyHasNone() {
        Answer.of(given().contentType("text/csv").body(new byte[0]), Method.POST, "/");
        Received empty = only();
        Answer.of(given().noContentType(), Method.POST, "/");
        Received none = only();

        assertThat(empty.headers().get("Content-Type")).containsExactly("text/csv");
        assertThat(empty.headers().get("Content-Length")).containsExactly("0");
        assertThat(none.headers().get("Content-Type")).isNull();
        assertThat(none.headers().get("Content-Length")).containsExactly("0");
    }

    @Test
    void textIsSentInUtf8() {
        given().contentType("application/x-ndjson").body("{\"a\":\"ü\"}\n").post("/");

        assertThat(new String(only().body(), UTF_8)).isEqualTo("{\"a\":\"ü\"}\n");
    }

    @Test
    void formIsEncoded() {
        given().urlEncodingEnabled(true).formParam("password", "a&b=ü +%").post("/");

        Received request = only();
        assertThat(request.headers().get("Content-Type")).containsExactly("application/x-www-form-urlencoded");
        assertThat(new String(request.body(), UTF_8)).isEqualTo("password=a%26b%3D%C3%BC%20%2B%25");
    }

    @Test
    void noCompressedResponseIsAskedFor() {
        get("/");

        assertThat(only().headers()).doesNotContainKey("Accept-encoding");
    }

    @Test
    void responseIsReadWithoutLosses() {
        Answer answer = get("/");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("content-type")).hasValue("application/json");
        assertThat(answer.header("Set-Cookie")).hasValue("first=1");
        assertThat(answer.header("Link")).isEmpty();
        assertThat(answer.json().path("name").asText()).isEqualTo("Jürgen");
        answer.then().statusCode(200).body("name", equalTo("Jürgen"));
        assertThatThrownBy(() -> answer.then().body("name", equalTo("Jurgen")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("GET / answered 200: {\"name\":\"Jürgen\"}");
    }

    @Test
    void textWithoutACharsetIsUtf8() {
        contentType = "application/x-ndjson";

        assertThat(get("/").body()).isEqualTo("{\"name\":\"Jürgen\"}");
    }

    @Test
    void redirectAndChallengeAreAnswers() {
        status = 302;
        assertThat(get("/").status()).isEqualTo(302);
        status = 401;
        assertThat(get("/").status()).isEqualTo(401);

        assertThat(received).hasSize(2);
    }

    @Test
    void answerOfTheJdksClientHasTheSameAssertions() throws Exception {
        Answer answer = Answer.of(HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(baseUri()).build(), BodyHandlers.ofString()));

        assertThat(answer.header("Set-Cookie")).hasValue("first=1");
        assertThat(answer.body()).isEqualTo("{\"name\":\"Jürgen\"}");
        answer.then().statusCode(200).contentType("application/json").body("name", equalTo("Jürgen"));
        assertThatThrownBy(() -> answer.then().statusCode(201)).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> answer.then().body("name", equalTo("Jurgen"))).isInstanceOf(AssertionError.class);
    }

    /** Also behind responses without a body, and where a test reads the status only. */
    @Test
    void connectionIsReused() {
        for (int code : new int[] {200, 201, 204, 400}) {
            status = code;
            given().get("/").statusCode();
            body = new byte[0];
            given().contentType("text/csv").body(new byte[10]).post("/").statusCode();
        }

        assertThat(received).hasSize(8);
        assertThat(received.stream().map(Received::port).distinct()).hasSize(1);
    }

    @Test
    void threadsDoNotShareARequest() throws Exception {
        List<Callable<Answer>> requests = IntStream.range(0, 200)
                .<Callable<Answer>>mapToObj(i -> () -> Answer.of(
                        given().header("X-Number", i).contentType("text/plain").body(Integer.toString(i)),
                        Method.POST,
                        "/" + i + "?number=" + i))
                .toList();

        for (Future<Answer> answer : threads.invokeAll(requests)) {
            assertThat(answer.get().json().path("name").asText()).isEqualTo("Jürgen");
        }

        assertThat(received).hasSize(200).allSatisfy(request -> {
            String number = new String(request.body(), UTF_8);
            assertThat(request.uri()).isEqualTo("/" + number + "?number=" + number);
            assertThat(request.headers().getFirst("X-Number")).isEqualTo(number);
        });
    }

    @Test
    void serverThatDoesNotAnswerIsAnUncheckedIoException() throws IOException {
        int port;
        try (ServerSocket closed = new ServerSocket(0)) {
            port = closed.getLocalPort();
        }

        assertThatThrownBy(() ->
                        RestRequests.to(URI.create("http://localhost:" + port)).get("/a"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("GET http://localhost:" + port + "/a got no answer");
    }
}
