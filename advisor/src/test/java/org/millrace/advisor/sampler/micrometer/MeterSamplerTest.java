package org.millrace.advisor.sampler.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.signal.CacheSignals;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.sampler.Readings;

class MeterSamplerTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final MeterSampler sampler = new MeterSampler(registry, ServerMeters.chosen(9000, ""));

    @Test
    void timersOfUsersRequestsAreSummed() {
        registry.timer("http.server.requests", "uri", "/realms/{realm}").record(Duration.ofSeconds(2));
        registry.timer("http.server.requests", "uri", "/admin").record(Duration.ofSeconds(1));
        registry.timer("http.server.requests", "uri", "/metrics").record(Duration.ofSeconds(9));

        Readings readings = sample();

        assertThat(readings.values())
                .containsEntry(HttpSignals.REQUESTS, 2.0)
                .containsEntry(HttpSignals.REQUEST_TIME, 3.0);
    }

    @Test
    void requestsOfTheManagementPortAreLeftOut() {
        gauge("http.server.active.requests", "server.port", "8080", 5);
        gauge("http.server.active.requests", "server.port", "9000", 2);

        Readings readings = sample();

        assertThat(readings.values()).containsEntry(HttpSignals.ACTIVE_REQUESTS, 5.0);
    }

    @Test
    void cacheStatisticsAreSeparatedByCache() {
        gauge("vendor.statistics_hits", "cache", "users", 5);
        gauge("vendor.statistics_hits", "cache", "realms", 7);

        Readings readings = sample();

        assertThat(readings.values())
                .containsEntry(CacheSignals.hits("users"), 5.0)
                .containsEntry(CacheSignals.hits("realms"), 7.0);
    }

    @Test
    void withoutMetersSignalsAreAbsent() {
        assertThat(sample().values()).isEmpty();
    }

    @Test
    void meterThatComesLaterIsFoundInTime() {
        sample();
        registry.timer("http.server.requests", "uri", "/admin").record(Duration.ofSeconds(1));
        Readings readings = new Readings();

        for (int pass = 0; pass < 15; pass++) {
            readings = sample();
        }

        assertThat(readings.values()).containsKey(HttpSignals.REQUESTS);
    }

    private void gauge(String name, String tag, String value, int reading) {
        Gauge.builder(name, () -> reading).tag(tag, value).register(registry);
    }

    private Readings sample() {
        Readings readings = new Readings();
        sampler.sample(readings);
        return readings;
    }
}
