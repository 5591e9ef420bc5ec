package org.millrace.advisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.millrace.advisor.TestSampler.LEVEL;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.AdvisorSignals;
import org.millrace.advisor.rule.Thresholds;
import org.millrace.advisor.sampler.Sampler;
import org.millrace.advisor.sampler.SettingSource;

class AdvisorTest {

    private static final SettingName OPTION = new SettingName("option");

    private final TestClock clock = new TestClock();

    @Test
    void snapshotHasWhatTheSamplersRead() throws InterruptedException {
        TestSampler sampler = new TestSampler(Duration.ofSeconds(1));
        try (Advisor advisor = advisor(sampler)) {
            sampler.value = 7;

            advisor.sample();

            assertThat(advisor.latest().orElseThrow().value(LEVEL)).hasValue(7);
            assertThat(advisor.latest().orElseThrow().has(AdvisorSignals.CPU_TIME))
                    .isTrue();
        }
    }

    @Test
    void slowSamplersReadingStandsUntilItsNextOne() throws InterruptedException {
        TestSampler sampler = new TestSampler(Duration.ofSeconds(10));
        try (Advisor advisor = advisor(sampler)) {
            advisor.sample();
            clock.advance(Duration.ofSeconds(9));
            advisor.sample();

            assertThat(sampler.passes).isEqualTo(1);
            assertThat(advisor.latest().orElseThrow().has(LEVEL)).isTrue();

            clock.advance(Duration.ofSeconds(1));
            advisor.sample();

            assertThat(sampler.passes).isEqualTo(2);
        }
    }

    @Test
    void signalsOfAFailingSamplerAreAbsentUntilItRecovers() throws InterruptedException {
        TestSampler sampler = new TestSampler(Duration.ofSeconds(1));
        try (Advisor advisor = advisor(sampler)) {
            advisor.sample();
            sampler.broken = true;
            clock.advance(Duration.ofSeconds(1));
            advisor.sample();
            assertThat(advisor.latest().orElseThrow().has(LEVEL)).isFalse();

            sampler.broken = false;
            clock.advance(Duration.ofSeconds(1));
            advisor.sample();

            assertThat(advisor.latest().orElseThrow().has(LEVEL)).isTrue();
        }
    }

    @Test
    void readingOfABlockedSamplerExpires() throws InterruptedException {
        TestSampler sampler = new TestSampler(Duration.ofSeconds(1));
        sampler.blocking = true;
        SamplerRun run = new SamplerRun(sampler, clock.steady);
        run.runIfDue();
        assertThat(run.current()).containsKey(LEVEL);

        clock.advance(Duration.ofSeconds(4));

        assertThat(run.current()).isEmpty();
    }

    @Test
    void nothingIsPublishedBeforeTheFirstPass() throws InterruptedException {
        try (Advisor advisor = advisor(new TestSampler(Duration.ofSeconds(1)))) {
            assertThat(advisor.published()).isEmpty();

            advisor.sample();

            assertThat(advisor.published()).isPresent();
            assertThat(advisor.settings().find(OPTION)).isPresent();
        }
    }

    @Test
    void samplesByItselfOnceStarted() throws InterruptedException {
        TestSampler sampler = new TestSampler(Duration.ofSeconds(1));
        try (Advisor advisor = advisor(sampler)) {
            advisor.start();

            assertThat(sampler.sampled.await(1, TimeUnit.MINUTES)).isTrue();
        }
        assertThat(sampler.closed).isTrue();
    }

    @Test
    void blockingSamplerRunsOnAThreadOfItsOwn() throws InterruptedException {
        TestSampler sampler = new TestSampler(Duration.ofSeconds(1));
        sampler.blocking = true;
        try (Advisor advisor = advisor(sampler)) {
            advisor.start();

            assertThat(sampler.sampled.await(1, TimeUnit.MINUTES)).isTrue();
            assertThat(sampler.thread).isEqualTo("advisor-test");
        }
    }

    @Test
    void reportIsMadeOverTheWindowAskedFor() throws InterruptedException {
        try (Advisor advisor = advisor(new TestSampler(Duration.ofSeconds(1)))) {
            advisor.sample();

            assertThat(advisor.report(Duration.ofMinutes(1)).diagnosis().window())
                    .isEqualTo(Duration.ofMinutes(1));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> advisor.report(Duration.ofHours(1)))
                    .withMessageContaining("PT1H");
        }
    }

    @Test
    void passThatEndsWithALinkageErrorIsNotTheLast() throws InterruptedException {
        TestSampler sampler = new TestSampler(Duration.ofSeconds(1));
        CountDownLatch asked = new CountDownLatch(2);
        SettingSource broken = () -> {
            asked.countDown();
            clock.advance(Duration.ofSeconds(5));
            throw new NoClassDefFoundError("of another version");
        };
        try (Advisor advisor = new Advisor(
                () -> "node",
                AdvisorConfig.DEFAULT,
                List.of(sampler),
                List.of(broken),
                Rules.all(),
                Thresholds.STANDARD,
                clock.steady)) {
            advisor.start();

            assertThat(asked.await(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    @Test
    void settingsAreRefreshedWithinATimeLimit() throws InterruptedException {
        CompletableFuture<Void> renewal = new CompletableFuture<>();
        SettingSource slow = new SettingSource() {
            @Override
            public Collection<Setting> settings() {
                return List.of(new Setting(OPTION, renewal.isDone() ? "new" : "old", "test"));
            }

            @Override
            public CompletableFuture<Void> renew() {
                return renewal;
            }
        };
        try (Advisor advisor = new Advisor(
                () -> "node",
                AdvisorConfig.DEFAULT,
                List.of(),
                List.of(slow),
                Rules.all(),
                Thresholds.STANDARD,
                clock.steady)) {
            assertThat(advisor.renewSettings(Duration.ofMillis(10))).isFalse();
            assertThat(advisor.settings().find(OPTION).orElseThrow().value()).isEqualTo("old");

            renewal.complete(null);

            assertThat(advisor.renewSettings(Duration.ofMinutes(1))).isTrue();
            assertThat(advisor.settings().find(OPTION).orElseThrow().value()).isEqualTo("new");
        }
    }

    @Test
    void samplingThatHasCeasedShows() throws InterruptedException {
        try (Advisor advisor = advisor(new TestSampler(Duration.ofSeconds(1)))) {
            Instant last = clock.instant();
            advisor.sample();
            clock.advance(Advisor.STALE_AFTER);
            assertThat(advisor.stalledSince()).isEmpty();

            clock.advance(Duration.ofMillis(1));

            assertThat(advisor.stalledSince()).contains(last);
            assertThat(advisor.report(Duration.ofMinutes(1)).stalledSince()).isEqualTo(last);

            advisor.sample();

            assertThat(advisor.stalledSince()).isEmpty();
            assertThat(advisor.report(Duration.ofMinutes(1)).stalledSince()).isNull();
        }
    }

    @Test
    void ringKeepsTheLongestWindowAndNoMore() {
        assertThat(AdvisorConfig.DEFAULT.ringSize()).isEqualTo(901);
    }

    private Advisor advisor(Sampler sampler) {
        return new Advisor(
                () -> "node",
                AdvisorConfig.DEFAULT,
                List.of(sampler),
                List.of(() -> List.of(new Setting(OPTION, "on", "test"))),
                Rules.all(),
                Thresholds.STANDARD,
                clock.steady);
    }

    @Test
    void clockThatIsSetBackDelaysNothing() throws InterruptedException {
        TestSampler sampler = new TestSampler(Duration.ofSeconds(1));
        try (Advisor advisor = advisor(sampler)) {
            advisor.sample();
            clock.setBack(Duration.ofMinutes(10));
            clock.advance(Duration.ofSeconds(5));
            sampler.value = 2;
            advisor.sample();

            assertThat(sampler.passes).isEqualTo(2);
            assertThat(advisor.latest().orElseThrow().value(LEVEL)).hasValue(2);
            assertThat(advisor.published().orElseThrow().at()).isEqualTo(clock.instant());

            Instant last = clock.instant();
            clock.advance(Advisor.STALE_AFTER.plusMillis(1));

            assertThat(advisor.stalledSince()).contains(last);
        }
    }

    @Test
    void samplesKeepTheirAgeWhenTheClockIsSetBack() throws InterruptedException {
        try (Advisor advisor = advisor(new TestSampler(Duration.ofSeconds(1)))) {
            advisor.sample();
            clock.advance(Duration.ofSeconds(20));
            clock.setBack(Duration.ofMinutes(10));
            advisor.sample();

            Window window = advisor.window(Duration.ofMinutes(1));

            assertThat(window.span(LEVEL)).isEqualTo(Duration.ofSeconds(20));
            assertThat(window.end()).contains(clock.instant());
            assertThat(advisor.window(Duration.ofSeconds(10)).count(LEVEL)).isEqualTo(1);
        }
    }

    @Test
    void readingThatExpiresDoesSoThoughTheClockIsSetBack() {
        SamplerRun run = new SamplerRun(new TestSampler(Duration.ofSeconds(1)), clock.steady);
        run.runIfDue();
        clock.setBack(Duration.ofMinutes(10));

        clock.advance(Duration.ofSeconds(4));

        assertThat(run.current()).isEmpty();
    }
}
