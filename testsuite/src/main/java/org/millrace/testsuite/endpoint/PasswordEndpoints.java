package org.millrace.testsuite.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Endpoints of each kind, once for all tests of a JVM. The right password of each account is its name in reverse. The names of the
 * endpoints:
 *
 * <ul>
 *   <li>{@code shop} gives the right verdict; {@code other-realm} too, for a realm that does not exist
 *   <li>{@code slow} responds after the time limit; {@code absent} accepts no connection; {@code failing} responds with 500
 *   <li>{@code moved} redirects to {@code shop}; {@code garbage} responds with a page and status 200; {@code untrusted} has a certificate that
 *       the server does not trust
 *   <li>{@code directory} is an LDAP server with the account of {@link #DIRECTORY_ACCOUNT}
 * </ul>
 */
public final class PasswordEndpoints {
    /** The secret that the server sends to {@code shop}. */
    public static final String TOKEN = "endpoint-token-mArKeR";

    /** An account of the directory with characters that a DN escapes. */
    public static final String DIRECTORY_ACCOUNT = "Smith, John+ou=\"admins\"";

    private static final String DIRECTORY_DN = "uid=Smith\\, John\\+ou\\=\\\"admins\\\",ou=people,dc=example,dc=org";
    private static final String SETTING = "spi-admin-realm-restapi-extension--bulk-import--password-endpoint";
    private static final int OK = 200;
    private static final int FOUND = 302;
    private static final int TEMPORARY_REDIRECT = 307;
    private static final int UNAUTHORIZED = 401;
    private static final int FAILED = 500;
    /** Far beyond any time limit; a test that waits for it has failed. */
    private static final int SLOW_SECONDS = 20;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ServerCertificate trusted = new ServerCertificate();
    private final HttpsServer server = server(trusted);
    private final HttpsServer untrusted = server(new ServerCertificate());
    private final TestDirectory directory =
            new TestDirectory(trusted.context(), Map.of(DIRECTORY_DN, password(DIRECTORY_ACCOUNT)));
    private final int closedPort = closedPort();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger slowNow = new AtomicInteger();
    private final AtomicInteger slowAtMost = new AtomicInteger();

    private PasswordEndpoints() {
        server.createContext("/shop", this::verify);
        server.createContext("/moved", exchange -> redirect(exchange, FOUND));
        server.createContext("/moved-post", exchange -> redirect(exchange, TEMPORARY_REDIRECT));
        server.createContext("/garbage", exchange -> respond(exchange, OK, "<html>{\"valid\":true}</html>"));
        server.createContext("/failing", exchange -> respond(exchange, FAILED, "{\"valid\":true}"));
        server.createContext("/slow", this::waits);
        untrusted.createContext("/", this::verify);
        server.start();
        untrusted.start();
    }

    private static final class Holder {
        static final PasswordEndpoints INSTANCE = new PasswordEndpoints();
    }

    /** Started when first asked for; they stay until the JVM ends. */
    public static PasswordEndpoints instance() {
        return Holder.INSTANCE;
    }

    /** The password of an account. */
    public static String password(String account) {
        return new StringBuilder(account).reverse().toString();
    }

    /** The options of a server that uses them. */
    public Map<String, String> options() {
        Map<String, String> options = new TreeMap<>();
        String base = "https://localhost:" + server.getAddress().getPort();
        options.put("truststore-paths", trusted.pem().toString());
        options.put(SETTING + "s", "shop,other-realm,slow,absent,failing,moved,moved-post,garbage,untrusted,directory");
        for (String name : new String[] {"shop", "slow", "failing", "moved", "moved-post", "garbage"}) {
            options.put(SETTING + "-" + name + "-url", base + "/" + name);
            options.put(SETTING + "-" + name + "-token", TOKEN);
        }
        options.put(SETTING + "-other-realm-url", base + "/shop");
        options.put(SETTING + "-other-realm-realm", "no-such-realm");
        options.put(SETTING + "-absent-url", "https://localhost:" + closedPort + "/");
        options.put(
                SETTING + "-untrusted-url",
                "https://localhost:" + untrusted.getAddress().getPort() + "/");
        options.put(SETTING + "-directory-url", "ldaps://localhost:" + directory.port());
        options.put(SETTING + "-directory-dn", "uid={username},ou=people,dc=example,dc=org");
        return options;
    }

    /** Verdicts of {@code shop} so far. */
    public int calls() {
        return calls.get();
    }

    /** The calls of {@code slow} at the moment, with those whose caller has gone. */
    public int slowNow() {
        return slowNow.get();
    }

    /** Counts the most calls of {@code slow} at the same time from now on. */
    public void resetSlowAtMost() {
        slowAtMost.set(slowNow.get());
    }

    /** The most calls of {@code slow} at the same time, with those whose caller has gone. */
    public int slowAtMost() {
        return slowAtMost.get();
    }

    /** The DNs of all binds. */
    public Queue<String> binds() {
        return directory.names();
    }

    private void verify(HttpExchange exchange) throws IOException {
        calls.incrementAndGet();
        if (!("Bearer " + TOKEN).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            respond(exchange, UNAUTHORIZED, "{}");
            return;
        }
        JsonNode body = JSON.readTree(exchange.getRequestBody().readAllBytes());
        boolean valid = password(body.path("username").asText())
                .equals(body.path("password").asText());
        respond(exchange, OK, "{\"valid\":" + valid + "}");
    }

    private void redirect(HttpExchange exchange, int status) throws IOException {
        exchange.getResponseHeaders().add("Location", "/shop");
        respond(exchange, status, "{\"valid\":true}");
    }

    private void waits(HttpExchange exchange) throws IOException {
        slowAtMost.accumulateAndGet(slowNow.incrementAndGet(), Math::max);
        try {
            new CountDownLatch(1).await(SLOW_SECONDS, TimeUnit.SECONDS);
            respond(exchange, OK, "{\"valid\":true}");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            slowNow.decrementAndGet();
        }
    }

    private static void respond(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        try (exchange) {
            exchange.getResponseBody().write(bytes);
        }
    }

    private static HttpsServer server(ServerCertificate certificate) {
        try {
            HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setHttpsConfigurator(new HttpsConfigurator(certificate.context()));
            server.setExecutor(Executors.newCachedThreadPool(task -> {
                Thread thread = new Thread(task, "test-endpoint");
                thread.setDaemon(true);
                return thread;
            }));
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Nothing listens there. */
    private static int closedPort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
