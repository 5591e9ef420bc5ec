package org.millrace.testsuite.demo;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.data.GeneratedUsers;

/** Keycloak's own API for comparison: one {@code POST /users} per user, several in flight, for a few seconds. */
final class PostUsers {
    private static final int IN_FLIGHT = 8;
    private static final Duration WARM_UP = Duration.ofSeconds(2);
    private static final Duration MEASURED = Duration.ofSeconds(5);

    private PostUsers() {}

    /**
     * Creates users one by one until the time is over.
     *
     * @param from number of the first user; this number and all that follow must be free
     * @return users created per second, after a warm-up
     */
    static double perSecond(AdminClient admin, String realm, GeneratedUsers users, long from) {
        AtomicLong next = new AtomicLong(from);
        AtomicLong measured = new AtomicLong();
        long begin = System.nanoTime() + WARM_UP.toNanos();
        long end = begin + MEASURED.toNanos();
        Runnable client = () -> {
            while (System.nanoTime() < end) {
                String user = users.user(next.getAndIncrement()).toString();
                admin.stream(admin.streamed("/admin/realms/" + realm + "/users")
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(user))
                                .build())
                        .ok();
                long now = System.nanoTime();
                if (now >= begin && now < end) {
                    measured.incrementAndGet();
                }
            }
        };
        ExecutorService clients = Executors.newFixedThreadPool(IN_FLIGHT);
        try {
            List<CompletableFuture<Void>> running = Stream.generate(() -> CompletableFuture.runAsync(client, clients))
                    .limit(IN_FLIGHT)
                    .toList();
            running.forEach(CompletableFuture::join);
        } finally {
            clients.shutdown();
        }
        return measured.get() / (double) MEASURED.toSeconds();
    }
}
