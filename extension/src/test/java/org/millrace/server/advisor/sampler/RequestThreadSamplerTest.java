package org.millrace.server.advisor.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jboss.threads.EnhancedQueueExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.RequestSamples;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.micrometer.ServerMeters;
import org.millrace.advisor.sampler.postgres.StatementActivity;

class RequestThreadSamplerTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final EnhancedQueueExecutor executor = new EnhancedQueueExecutor.Builder()
            .setRegisterMBean(false)
            .setCorePoolSize(2)
            .setMaximumPoolSize(2)
            .build();
    private final CountDownLatch running = new CountDownLatch(2);
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void stop() {
        release.countDown();
        executor.shutdown();
    }

    @Test
    void threadsAtWorkAreBusyAndTheRestOfTheRequestsWait() throws InterruptedException {
        Gauge.builder("http.server.active.requests", () -> 5)
                .tag("server.port", "8080")
                .register(registry);
        executor.execute(this::work);
        executor.execute(this::work);
        running.await();

        Map<Signal, Double> readings = sample(Optional.of(executor));

        assertThat(readings)
                .containsEntry(ThreadSignals.MAX, 2.0)
                .containsEntry(ThreadSignals.BUSY, 2.0)
                .containsEntry(ThreadSignals.UTILISATION, 1.0)
                .containsEntry(ThreadSignals.ELSEWHERE, 2.0)
                .containsEntry(ThreadSignals.QUEUE, 3.0);
    }

    @Test
    void noRequestWaitsWhileAThreadIsIdle() throws InterruptedException {
        Gauge.builder("http.server.active.requests", () -> 5)
                .tag("server.port", "8080")
                .register(registry);
        CountDownLatch one = new CountDownLatch(1);
        executor.execute(() -> {
            one.countDown();
            work();
        });
        one.await();

        assertThat(sample(Optional.of(executor)))
                .containsEntry(ThreadSignals.BUSY, 1.0)
                .containsEntry(ThreadSignals.QUEUE, 0.0);
    }

    @Test
    void withoutMetricsTheQueueIsNotKnown() {
        assertThat(sample(Optional.of(executor)))
                .containsEntry(ThreadSignals.BUSY, 0.0)
                .doesNotContainKey(ThreadSignals.QUEUE);
    }

    @Test
    void withoutAnExecutorEverythingIsAbsent() {
        assertThat(sample(Optional.empty())).doesNotContainKeys(ThreadSignals.MAX, ThreadSignals.BUSY);
    }

    @Test
    void threadsLackProcessorsUnlessTheInstallationUsesThem() {
        assertThat(RequestThreadSampler.starved(0.5, 1.5, 2, 0)).isEqualTo(0.75);
        assertThat(RequestThreadSampler.starved(0.5, 1.5, 2, 0.7)).isEqualTo(0.75);
        assertThat(RequestThreadSampler.starved(0.5, 1.5, 2, 0.75)).isZero();
        assertThat(RequestThreadSampler.starved(1.6, 1.5, 2, 0)).isZero();
        assertThat(RequestThreadSampler.starved(Double.NaN, 1.5, 2, 0)).isZero();
    }

    private Map<Signal, Double> sample(Optional<EnhancedQueueExecutor> source) {
        Readings readings = new Readings();
        new RequestThreadSampler(
                        registry,
                        ServerMeters.activeRequests(9000),
                        () -> source,
                        new StatementActivity(InstantSource.system()),
                        new RequestSamples(),
                        InstantSource.system(),
                        () -> 0)
                .sample(readings);
        return readings.values();
    }

    private void work() {
        running.countDown();
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
