package org.millrace.advisor.effect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.effect.Effects.Effect;
import org.millrace.advisor.effect.Gain.Verdict;
import org.millrace.advisor.model.RequestKind;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.TimeSignals;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;

class GainTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final SettingName POOL = new SettingName("db-pool-max-size");
    private static final Step STEP = new Step(Step.Kind.OPTION, "db-pool-max-size", null, "20");

    private final Changes changes = new Changes(() -> "kc-1", Map.of(), 10, START);

    @Test
    void appliedAdviceShowsItsGain() {
        apply("20", 12, 0.080, 0.020);

        Effect effect = change();

        assertThat(advice(effect).rule()).isEqualTo("KC-POOL-001");
        assertThat(Gain.of(effect)).isEqualTo(new Gain(Verdict.IMPROVED, List.of("token latency"), List.of()));
    }

    @Test
    void adviceWithoutGainOffersTheExactRevert() {
        apply("20", 20, 0.020, 0.020);

        Effect effect = change();

        assertThat(Gain.of(effect).verdict()).isEqualTo(Verdict.NONE);
        assertThat(Gain.of(effect).verdict().offersRevert()).isTrue();
        assertThat(advice(effect).revert()).isEqualTo(new Step(Step.Kind.OPTION, "db-pool-max-size", "20", null));
    }

    @Test
    void fewSlowRequestsAfterARestartProveNothing() {
        apply("20", 12, 0.020, 0.080);

        assertThat(Gain.of(change()).verdict()).isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void slowerRequestsAreWorse() {
        apply("20", 20, 0.020, 0.080);

        assertThat(Gain.of(change()).verdict()).isEqualTo(Verdict.WORSE);
    }

    @Test
    void changeInTheProposedDirectionFollowsTheAdvice() {
        apply("30", 12, 0.080, 0.020);

        assertThat(change().change().advice()).isNotNull();
    }

    @Test
    void changeInTheOtherDirectionDoesNot() {
        apply("200", 12, 0.080, 0.020);

        assertThat(change().change().advice()).isNull();
        assertThat(Effects.applied(changes.all(), changes.fingerprints(), 5)).isEmpty();
    }

    @Test
    void adviceIsAppliedOnce() {
        apply("20", 12, 0.080, 0.020);
        changes.observe(Windows.of(10)
                .later(Duration.ofMinutes(10))
                .changed(POOL, "20", "10", 4)
                .build());

        assertThat(changes.all()).hasSize(2);
        assertThat(changes.all().get(1).advice()).isNull();
    }

    @Test
    void adviceIsLinkedAfterARestart() {
        changes.propose(proposal());
        Changes later = new Changes(() -> "kc-1", Map.of(), 10, START.plusSeconds(60));
        later.restore(changes.proposals());
        later.follow(Map.of("db-pool-max-size", "100"));
        later.observe(served(60, 0.020, "20").build());

        assertThat(later.all()).anySatisfy(change -> {
            assertThat(change.name()).isEqualTo("db-pool-max-size");
            assertThat(change.advice()).isNotNull();
        });
        assertThat(later.proposals()).isEmpty();
    }

    @Test
    void amountsOfPostgresAreCompared() {
        Advice wal = new Advice("KC-PG-004", "", new Step(Step.Kind.POSTGRES, "max_wal_size", "1GB", "4GB"), START);

        assertThat(wal.isFollowedBy("64 16MB", "256 16MB")).isFalse();
        assertThat(wal.isFollowedBy("1024 MB", "4096 MB")).isTrue();
        assertThat(wal.isFollowedBy("1024 MB", "2048 MB")).isTrue();
        assertThat(wal.isFollowedBy("1024 MB", "512 MB")).isFalse();
        assertThat(Advice.setting(wal.step())).contains("postgres.max_wal_size");
    }

    private void apply(String to, int slots, double before, double after) {
        changes.propose(proposal());
        serve(0, slots, before, "100");
        int at = slots * 10;
        changes.observe(served(at, after, to).changed(POOL, "100", to, 0).build());
        serve(at + 10, slots, after, to);
    }

    private static Diagnosis proposal() {
        RuleCard card =
                new RuleCard("KC-POOL-001", "Requests wait", Lane.SATURATION, "", List.of(), List.of(), List.of());
        Change change = new Change(List.of(STEP), true, Change.Risk.LOW);
        Finding finding = new Finding(Severity.CRITICAL, List.of(), "They wait.", Confidence.HIGH, change);
        return new Diagnosis(
                START,
                Duration.ofMinutes(5),
                List.of(new RankedFinding(card, finding, true, List.of())),
                null,
                List.of(),
                List.of(),
                List.of());
    }

    private Effect change() {
        List<Effect> effects = Effects.of(changes.all(), changes.fingerprints());
        assertThat(effects).hasSize(1);
        return effects.get(0);
    }

    private static Advice advice(Effect effect) {
        @Nullable Advice advice = effect.change().advice();
        return Objects.requireNonNull(advice);
    }

    private void serve(int begin, int slots, double seconds, String pool) {
        for (int slot = 0; slot < slots; slot++) {
            changes.observe(served(begin + slot * 10, seconds * (slot % 2 == 0 ? 1 : 1.1), pool)
                    .build());
        }
    }

    private static Windows served(int begin, double seconds, String pool) {
        return Windows.of(10)
                .later(Duration.ofSeconds(begin))
                .with(POOL, pool)
                .with(TimeSignals.answered(RequestKind.TOKEN), 1000, 50)
                .with(TimeSignals.time(RequestKind.TOKEN), 10, 50 * seconds);
    }
}
