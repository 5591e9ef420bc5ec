package org.millrace.testsuite.advisor.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.millrace.testsuite.server.Node;

/** Clients that each do one thing after the other without a pause, from construction until it is closed. */
public final class Load implements Traffic {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** What one client does over and over; an error is one request that failed. */
    public interface Visit {
        void make(Load load, int client) throws IOException, InterruptedException;
    }

    /** Four refreshes and two grants for each login, and requests that read users. */
    public static final Visit MIXED = (load, client) -> {
        JsonNode login = load.login(client);
        String refresh = login.path("refresh_token").asText();
        for (int i = 0; i < 4 && !refresh.isEmpty(); i++) {
            refresh = load.token("grant_type=refresh_token&refresh_token=" + refresh)
                    .path("refresh_token")
                    .asText();
        }
        load.grant();
        load.read("?max=10", load.grant());
    };

    /** The same, with requests that create users: Keycloak's commits for logins, grants and refreshes are asynchronous. */
    public static final Visit CHANGING = (load, client) -> {
        MIXED.make(load, client);
        String token = load.grant();
        for (int i = 0; i < 3; i++) {
            load.makeUser(token);
        }
    };

    public static final Visit LOGINS = Load::login;

    /** The same visits with a pause after each. */
    public static Visit paced(Duration pause, Visit visit) {
        return (load, client) -> {
            visit.make(load, client);
            LockSupport.parkNanos(pause.toNanos());
        };
    }

    /** Logins of users in random order. */
    public static Visit loginsOf(int users) {
        return (load, client) ->
                load.login(LoadedRealm.name(ThreadLocalRandom.current().nextInt(users)));
    }

    /** Logins with unknown email addresses, so that each is looked up in the database. */
    public static final Visit UNKNOWN_ADDRESSES = (load, client) -> load.token(
            "grant_type=password&password=x&username=missing-" + load.logins.incrementAndGet() + "%40example.org");

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String base;
    private final LongAdder answered = new LongAdder();
    private final AtomicInteger logins = new AtomicInteger();
    private final AtomicInteger made = new AtomicInteger();
    private final List<Thread> clients = new ArrayList<>();
    private volatile boolean ended;

    /** Starts the clients. */
    public Load(Node node, int clients, Visit visit) {
        base = node.baseUri().toString();
        for (int i = 0; i < clients; i++) {
            int number = i;
            Thread thread = new Thread(() -> repeat(visit, number), "load-" + i);
            thread.setDaemon(true);
            this.clients.add(thread);
            thread.start();
        }
    }

    @Override
    public long answered() {
        return answered.sum();
    }

    JsonNode login(int client) throws IOException, InterruptedException {
        return login(LoadedRealm.name((client + logins.incrementAndGet()) % LoadedRealm.USERS));
    }

    private JsonNode login(String user) throws IOException, InterruptedException {
        return token("grant_type=password&username=" + user + "&password=" + LoadedRealm.PASSWORD);
    }

    /** The client's own token. */
    public String grant() throws IOException, InterruptedException {
        return token("grant_type=client_credentials").path("access_token").asText();
    }

    /** @param query of users, with the question mark */
    public void read(String query, String token) throws IOException, InterruptedException {
        send(users(query, token).build());
    }

    /** @param path in the realm */
    public void get(String path, String token) throws IOException, InterruptedException {
        send(admin(path, token).build());
    }

    /** @param path in the realm */
    public void put(String path, String json, String token) throws IOException, InterruptedException {
        send(admin(path, token)
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(json))
                .build());
    }

    private void makeUser(String token) throws IOException, InterruptedException {
        String user = "{\"username\":\"made-" + made.incrementAndGet() + "\",\"enabled\":true}";
        send(users("", token)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(user))
                .build());
    }

    private HttpRequest.Builder users(String query, String token) {
        return admin("/users" + query, token);
    }

    private HttpRequest.Builder admin(String path, String token) {
        return HttpRequest.newBuilder(URI.create(base + "/admin/realms/" + LoadedRealm.NAME + path))
                .header("Authorization", "Bearer " + token);
    }

    private JsonNode token(String form) throws IOException, InterruptedException {
        String body = form + "&client_id=" + LoadedRealm.CLIENT + "&client_secret=" + LoadedRealm.SECRET;
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(base + "/realms/" + LoadedRealm.NAME + "/protocol/openid-connect/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body))
                .build();
        return JSON.readTree(send(request));
    }

    private String send(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
        if (response.statusCode() < 500) {
            answered.increment();
        }
        return response.body();
    }

    private void repeat(Visit visit, int client) {
        while (!ended) {
            try {
                visit.make(this, client);
            } catch (IOException refused) {
                LockSupport.parkNanos(
                        Duration.ofMillis(100).toNanos()); // It did not count; that is all there is to it.
            } catch (InterruptedException end) {
                return;
            }
        }
    }

    @Override
    public void close() {
        ended = true;
        clients.forEach(Thread::interrupt);
    }
}
