package org.millrace.advisor.sampler.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.EventLoopSignals;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.LoadSignals;
import org.millrace.advisor.model.signal.PoolSignals;

class ServerMetersTest {

    private static final String TOKEN = "/realms/{realm}/protocol/{protocol}/token";

    private final MeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void requestsAreSeparatedByType() {
        request(TOKEN, "POST", "200", "SUCCESS", 100);
        request(TOKEN, "POST", "500", "SERVER_ERROR", 100);
        request(TOKEN, "POST", "RESET", "CLIENT_ERROR", 100);
        request("/realms/{realm}/protocol/{protocol}/userinfo", "GET", "503", "SERVER_ERROR", 100);
        request("/realms/{realm}/protocol/{protocol}/certs", "GET", "200", "SUCCESS", 100);
        request("/admin/realms/{realm}/users", "POST", "201", "SUCCESS", 100);
        request("/admin/realms/{realm}/users", "GET", "200", "SUCCESS", 100);
        request("/auth/health/ready", "GET", "200", "SUCCESS", 100);
        request("/auth/metrics", "GET", "200", "SUCCESS", 100);
        request("/auth/advisor", "GET", "200", "SUCCESS", 100);

        assertThat(values())
                .containsEntry(HttpSignals.REQUESTS, 7.0)
                .containsEntry(HttpSignals.SERVER_ERRORS, 2.0)
                .containsEntry(HttpSignals.REFUSED, 1.0)
                .containsEntry(HttpSignals.RESETS, 1.0)
                .containsEntry(HttpSignals.AUTHENTICATIONS, 5.0)
                .containsEntry(HttpSignals.TOKEN_LOOK_UPS, 1.0)
                .containsEntry(HttpSignals.DISCOVERIES, 1.0)
                .containsEntry(HttpSignals.ADMIN_WRITES, 1.0)
                .doesNotContainKey(HttpSignals.FAST_AUTHENTICATIONS);
    }

    @Test
    void fastRequestsAreCountedByTheHistogramsBoundAtOrBelow() {
        Timer timer = Timer.builder("http.server.requests")
                .tag("uri", TOKEN)
                .serviceLevelObjectives(Duration.ofMillis(100), Duration.ofMillis(250), Duration.ofMillis(500))
                .register(registry);
        timer.record(Duration.ofMillis(50));
        timer.record(Duration.ofMillis(240));
        timer.record(Duration.ofMillis(300));

        assertThat(values()).containsEntry(HttpSignals.FAST_AUTHENTICATIONS, 2.0);
    }

    @Test
    void tasksOfLoopsAreSummedAndTheLongestQueueIsKept() {
        pending("eventLoop", 3);
        pending("eventLoop", 7);
        pending("acceptor", 100);

        assertThat(values())
                .containsEntry(EventLoopSignals.PENDING, 10.0)
                .containsEntry(EventLoopSignals.MOST_PENDING, 7.0);
    }

    @Test
    void hashWithTheMostMemoryIsTheOneToReckonWith() {
        hashed("argon2", "Argon2id-1.3[m=7168,t=5,p=1]");
        hashed("argon2", "Argon2id-1.3[m=65536,t=1,p=1]");
        hashed("pbkdf2-sha512", "210000");

        assertThat(values())
                .containsEntry(LoadSignals.PASSWORD_VALIDATIONS, 3.0)
                .containsEntry(LoadSignals.HASH_MEMORY, 64.0 * 1024 * 1024);
    }

    @Test
    void chunksThatAreWrittenAreReadFromTheImport() {
        assertThat(values()).doesNotContainKey(PoolSignals.WRITING_CHUNKS);

        Gauge.builder("keycloak.bulk.import.writing.chunks", () -> 5).register(registry);

        assertThat(values()).containsEntry(PoolSignals.WRITING_CHUNKS, 5.0);
    }

    @Test
    void writesToLocalCachesAreNotTheClusters() {
        stored("users", 1);
        stored("userRevisions", 1);
        stored("authenticationSessions", 2);
        stored("sessions", 3);
        stored("work", 4);

        assertThat(values()).containsEntry(ClusterSignals.STORES, 3.0).containsEntry(ClusterSignals.STORE_TIME, 9.0);
    }

    private void stored(String cache, long seconds) {
        Timer.builder("vendor.statistics_store_times")
                .tag("cache", cache)
                .register(registry)
                .record(Duration.ofSeconds(seconds));
    }

    private void hashed(String algorithm, String strength) {
        registry.counter("keycloak.credentials.password.hashing", "algorithm", algorithm, "hashing_strength", strength)
                .increment();
    }

    @Test
    void everySignalHasOneMeter() {
        assertThat(ServerMeters.chosen(9000, "/auth"))
                .extracting(MeterSum::signal)
                .doesNotHaveDuplicates();
    }

    private void request(String uri, String method, String status, String outcome, long milliseconds) {
        Timer.builder("http.server.requests")
                .tags("uri", uri, "method", method, "status", status, "outcome", outcome)
                .register(registry)
                .record(Duration.ofMillis(milliseconds));
    }

    private void pending(String executor, double tasks) {
        Gauge.builder("netty.eventexecutor.tasks.pending", () -> tasks)
                .tags("executor", executor, "name", executor + tasks)
                .register(registry);
    }

    private Map<Signal, Double> values() {
        Map<Signal, Double> values = new HashMap<>();
        for (MeterSum meter : ServerMeters.chosen(9000, "/auth")) {
            meter.find(registry);
            meter.value().ifPresent(value -> values.put(meter.signal(), value));
        }
        return values;
    }
}
