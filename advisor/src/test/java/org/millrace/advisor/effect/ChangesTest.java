package org.millrace.advisor.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.effect.Effects.Effect;
import org.millrace.advisor.effect.Effects.Sides;
import org.millrace.advisor.effect.ObservedChange.Kind;
import org.millrace.advisor.model.RequestKind;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.TimeSignals;

class ChangesTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final SettingName POOL = new SettingName("db-pool-max-size");

    private final Changes changes = new Changes(() -> "kc-1", Map.of("keycloak", "26.7.4"), 10, START);

    @Test
    void slowerRequestsAfterAMarkAreASignificantDifference() {
        serve(0, 12, 50, 0.020);
        changes.mark("smaller pool", START.plusSeconds(120));
        serve(120, 12, 50, 0.080);

        Effect effect = onlyEffect();

        assertThat(effect.change().name()).isEqualTo("smaller pool");
        assertThat(effect.change().kind()).isEqualTo(Kind.MARK);
        Sides token = token(effect);
        assertThat(token.before().latency().mean()).isBetween(0.019, 0.022);
        assertThat(token.after().latency().mean()).isBetween(0.078, 0.086);
        assertThat(token.after().latency().differsFrom(token.before().latency()))
                .isTrue();
        assertThat(token.after().throughput().differsFrom(token.before().throughput()))
                .isFalse();
        assertThat(effect.kinds()).containsOnlyKeys("all", "token");
    }

    @Test
    void costIsTimeOnAProcessor() {
        for (int slot = 0; slot < 3; slot++) {
            changes.observe(served(slot * 10, 50, 0.020)
                    .requests(TimeCategory.HASHING, RequestKind.TOKEN, "", 0.5, 0)
                    .requests(TimeCategory.DATABASE, RequestKind.TOKEN, "", 4, 0)
                    .build());
        }

        Fingerprint token = changes.fingerprints().stream()
                .filter(each -> each.kind().equals("token"))
                .findFirst()
                .orElseThrow();
        assertThat(token.cost().mean()).isBetween(0.0099, 0.0101);
    }

    @Test
    void fewMeasurementsProveNothing() {
        serve(0, 3, 50, 0.020);
        changes.mark("smaller pool", START.plusSeconds(30));
        serve(30, 3, 50, 0.080);

        Sides token = token(onlyEffect());

        assertThat(token.after().latency().differsFrom(token.before().latency()))
                .isFalse();
    }

    @Test
    void slotInWhichTheChangeHappenedBelongsToNeitherSide() {
        serve(0, 12, 50, 0.020);
        changes.mark("smaller pool", START.plusSeconds(115));
        serve(110, 1, 50, 0.500);
        serve(120, 12, 50, 0.020);

        Sides token = token(onlyEffect());

        assertThat(token.before().latency().mean()).isLessThan(0.03);
        assertThat(token.after().latency().mean()).isLessThan(0.03);
    }

    @Test
    void settingThatChangesWhileTheServerRunsIsAChangeOnce() {
        changes.observe(served(0, 50, 0.020).with(POOL, "100").build());
        changes.observe(served(10, 50, 0.020).changed(POOL, "100", "20", 4).build());
        changes.observe(served(20, 50, 0.020).changed(POOL, "100", "20", -6).build());

        assertThat(changes.all())
                .extracting(ObservedChange::kind, ObservedChange::name, ObservedChange::from, ObservedChange::to)
                .containsExactly(tuple(Kind.SETTING, "db-pool-max-size", "100", "20"));
    }

    @Test
    void marksDoNotPushOutDetectedChanges() {
        changes.observe(served(0, 50, 0.020).with(POOL, "100").build());
        changes.observe(served(10, 50, 0.020).changed(POOL, "100", "20", 4).build());

        for (int mark = 1; mark <= 11; mark++) {
            changes.mark("mark " + mark, START.plusSeconds(20 + mark));
        }

        assertThat(changes.all())
                .extracting(ObservedChange::name)
                .hasSize(11)
                .startsWith("db-pool-max-size", "mark 2")
                .endsWith("mark 11");
    }

    @Test
    void restartShowsWhatIsDifferent() {
        Changes earlier = new Changes(() -> "kc-1", Map.of("keycloak", "26.7.3"), 10, START);
        earlier.observe(served(0, 50, 0.020)
                .with(POOL, "100")
                .with(new SettingName("log-level"), "info")
                .build());
        assertThat(earlier.state()).contains(entry("db-pool-max-size", "100"), entry("keycloak", "26.7.3"));

        changes.follow(earlier.state());
        changes.observe(served(0, 50, 0.020)
                .with(POOL, "20")
                .with(new SettingName("log-level"), "info")
                .build());

        assertThat(changes.all())
                .extracting(ObservedChange::kind, ObservedChange::name, ObservedChange::from, ObservedChange::to)
                .containsExactlyInAnyOrder(
                        tuple(Kind.RESTART, "kc-1", null, null),
                        tuple(Kind.VERSION, "keycloak", "26.7.3", "26.7.4"),
                        tuple(Kind.SETTING, "db-pool-max-size", "100", "20"));
        assertThat(Effects.of(changes.all(), List.of()))
                .extracting(Effect::together)
                .containsOnly(3);
    }

    @Test
    void settingThatIsReadLateIsComparedToo() {
        changes.observe(served(0, 50, 0.020).build());
        changes.follow(Map.of("postgres.work_mem", "4MB"));

        assertThat(changes.state()).containsEntry("postgres.work_mem", "4MB");
        changes.observe(served(10, 50, 0.020)
                .with(new SettingName("postgres.work_mem"), "8MB")
                .build());

        assertThat(changes.all()).extracting(ObservedChange::to).contains("8MB");
    }

    @Test
    void runsBeforeARestartAreItsBefore() {
        Changes earlier = new Changes(() -> "kc-1", Map.of("keycloak", "26.7.3"), 10, START.minusSeconds(600));
        for (int slot = 0; slot < 8; slot++) {
            earlier.observe(served(slot * 10 - 600, 50, 0.020).build());
        }
        changes.follow(earlier.state());
        serve(0, 8, 50, 0.040);
        List<Fingerprint> fingerprints = new ArrayList<>(earlier.fingerprints());
        fingerprints.addAll(changes.fingerprints());

        List<Effect> effects = Effects.of(changes.all(), fingerprints);

        assertThat(effects)
                .extracting(each -> each.change().kind())
                .containsExactlyInAnyOrder(Kind.RESTART, Kind.VERSION);
        Sides token = token(effects.get(0));
        assertThat(token.after().latency().differsFrom(token.before().latency()))
                .isTrue();
    }

    @Test
    void changesAndFingerprintsAreBounded() {
        for (int i = 0; i < 30; i++) {
            changes.mark("mark " + i, START.plusSeconds(i * 20L));
            serve(i * 20, 2, 50, 0.020);
        }

        assertThat(changes.all()).hasSize(10);
        assertThat(changes.all().get(9).name()).isEqualTo("mark 29");
    }

    @Test
    void anHourIsOneFingerprint() {
        serve(3500, 20, 50, 0.020);

        assertThat(changes.fingerprints())
                .filteredOn(each -> each.kind().equals("token"))
                .hasSize(2);
    }

    @Test
    void severalNodesSeeTheSameChangeOnce() {
        ObservedChange one = new ObservedChange("1", START, "kc-1", Kind.SETTING, "postgres.fsync", "on", "off");
        ObservedChange other =
                new ObservedChange("2", START.plusSeconds(3), "kc-2", Kind.SETTING, "postgres.fsync", "on", "off");

        assertThat(Effects.of(List.of(one, other), List.of())).singleElement().satisfies(effect -> {
            assertThat(effect.nodes()).containsExactly("kc-1", "kc-2");
            assertThat(effect.together()).isEqualTo(1);
        });
    }

    private static Sides token(Effect effect) {
        return Objects.requireNonNull(effect.kinds().get("token"));
    }

    private Effect onlyEffect() {
        List<Effect> effects = Effects.of(changes.all(), changes.fingerprints());
        assertThat(effects).hasSize(1);
        return effects.get(0);
    }

    /** Slots of ten seconds whose requests take more or less time by a tenth. */
    private void serve(int begin, int slots, int perSecond, double seconds) {
        for (int slot = 0; slot < slots; slot++) {
            changes.observe(served(begin + slot * 10, perSecond, seconds * (slot % 2 == 0 ? 1 : 1.1))
                    .build());
        }
    }

    private static Windows served(int begin, int perSecond, double seconds) {
        return Windows.of(10)
                .later(Duration.ofSeconds(begin))
                .with(TimeSignals.answered(RequestKind.TOKEN), 1000, perSecond)
                .with(TimeSignals.time(RequestKind.TOKEN), 10, perSecond * seconds);
    }
}
