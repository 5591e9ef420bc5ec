package org.millrace.advisor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.rule.Causality;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Station;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Thresholds;
import org.millrace.advisor.rule.Verdict;

class DiagnosticianTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Signal INPUT = Signal.gauge("input", "things");

    private static final CausalGraph GRAPH = new CausalGraph(Map.of(
            "QUEUE", Causality.at(Station.REQUEST_QUEUE),
            "THREADS", Causality.at(Station.REQUEST_THREADS),
            "POOL", Causality.at(Station.CONNECTION_POOL).leadingTo("QUEUE").holdingBack("THREADS"),
            "POOL-CAUSE", Causality.at(Station.CONNECTION_POOL).leadingTo("POOL"),
            "LOCKS", Causality.at(Station.DATABASE_LOCKS).leadingTo("POOL").holdingBack("THREADS", "SAFETY")));

    @Test
    void principalIsTheMostDownstreamStation() {
        Diagnosis diagnosis = diagnose(saturation("QUEUE"), saturation("POOL"), saturation("LOCKS"));

        assertThat(diagnosis.principal()).contains("LOCKS");
        assertThat(diagnosis.findings()).filteredOn(RankedFinding::principal).hasSize(1);
        assertThat(diagnosis.findings().get(0).rule().id()).isEqualTo("LOCKS");
    }

    @Test
    void causeComesBeforeItsEffectAtTheSameStation() {
        Diagnosis diagnosis = diagnose(saturation("POOL"), saturation("POOL-CAUSE"));

        assertThat(diagnosis.principal()).contains("POOL-CAUSE");
    }

    @Test
    void principalIsTheRootOfWhatBinds() {
        CausalGraph graph = new CausalGraph(Map.of(
                "CACHE", Causality.at(Station.CACHES).leadingTo("SESSIONS"),
                "SESSIONS", Causality.at(Station.DATABASE_SESSIONS).leadingTo("LOCKS", "CIRCLE"),
                "CIRCLE", Causality.none().leadingTo("SESSIONS"),
                "LOCKS", Causality.at(Station.DATABASE_LOCKS)));

        Diagnosis diagnosis = new Diagnostician(
                        List.of(saturation("LOCKS"), saturation("SESSIONS"), saturation("CACHE")), graph)
                .diagnose(Windows.of(1).build(), NOW);

        assertThat(diagnosis.principal()).contains("CACHE");
        assertThat(diagnosis.nextConstraint()).isEmpty();
    }

    @Test
    void aroundAViciousCircleNothingComesFirst() {
        CausalGraph graph = new CausalGraph(Map.of(
                "GC", Causality.at(Station.GARBAGE_COLLECTION).leadingTo("CPU"),
                "CPU", Causality.at(Station.CPU).leadingTo("GC")));

        Diagnosis diagnosis = new Diagnostician(List.of(saturation("GC"), saturation("CPU")), graph)
                .diagnose(Windows.of(1).build(), NOW);

        assertThat(diagnosis.principal()).contains("CPU");
    }

    /** Sessions contend for pages, which keeps the processors busy, which keeps sessions active. */
    @Test
    void aroundALongerCircleTheDirectCauseFurtherUpComesFirst() {
        CausalGraph graph = new CausalGraph(Map.of(
                "SESSIONS", Causality.at(Station.DATABASE_SESSIONS).leadingTo("PAGES"),
                "CPU", Causality.at(Station.DATABASE_CPU).leadingTo("SESSIONS"),
                "PAGES", Causality.at(Station.DATABASE_LOCKS).leadingTo("CPU")));

        Diagnosis all = new Diagnostician(
                        List.of(saturation("PAGES"), saturation("CPU"), saturation("SESSIONS")), graph)
                .diagnose(Windows.of(1).build(), NOW);
        Diagnosis two = new Diagnostician(List.of(saturation("PAGES"), saturation("CPU")), graph)
                .diagnose(Windows.of(1).build(), NOW);

        assertThat(all.principal()).contains("SESSIONS");
        assertThat(two.principal()).contains("PAGES");
    }

    @Test
    void thresholdThatAnOperatorHasSetDecidesAndIsShown() {
        Threshold limit = new Threshold("The level, at most", 10, "things", "Because");
        Rule rule = new LevelRule(limit);
        Window window = Windows.of(5).with(INPUT, 7).build();

        Diagnosis standard = new Diagnostician(List.of(rule), GRAPH).diagnose(window, NOW);
        Diagnosis set = new Diagnostician(
                        List.of(rule), GRAPH, new Thresholds(Map.of("POOL", Map.of("the-level-at-most", 5.0))))
                .diagnose(window, NOW);

        assertThat(standard.healthy()).containsExactly("POOL");
        assertThat(set.findings().get(0).finding().observed())
                .extracting(Observation::threshold)
                .containsExactly(5.0);
    }

    @Test
    void adviceThatWouldDoHarmIsSuppressedByTheMostDownstreamFinding() {
        Diagnosis diagnosis = diagnose(saturation("THREADS"), saturation("POOL"), saturation("LOCKS"));

        assertThat(diagnosis.suppressed()).containsExactly(new Diagnosis.Suppressed("THREADS", "LOCKS"));
        assertThat(diagnosis.findings())
                .extracting(ranked -> ranked.rule().id())
                .containsExactlyInAnyOrder("LOCKS", "POOL");
    }

    @Test
    void findingNamesWhatItHoldsBackAndNothingElse() {
        Diagnosis alone = diagnose(saturation("POOL"));
        Diagnosis both = diagnose(saturation("THREADS"), saturation("POOL"));
        Diagnosis unsuffered = diagnose(saturation("THREADS"), withoutSymptom("POOL"));

        assertThat(suppresses(alone)).containsExactly(List.of());
        assertThat(suppresses(both)).containsExactly(List.of("THREADS"));
        assertThat(unsuffered.suppressed()).isEmpty();
        assertThat(suppresses(unsuffered)).containsOnly(List.of());
    }

    private static List<List<String>> suppresses(Diagnosis diagnosis) {
        return diagnosis.findings().stream().map(RankedFinding::suppresses).toList();
    }

    @Test
    void safetyIsNeitherSuppressedNorPrincipal() {
        Diagnosis diagnosis = diagnose(finding("SAFETY", Lane.SAFETY), saturation("LOCKS"));

        assertThat(diagnosis.suppressed()).isEmpty();
        assertThat(diagnosis.principal()).contains("LOCKS");
        assertThat(diagnosis.findings()).hasSize(2);
    }

    @Test
    void nextIsWhatThePrincipalDoesNotExplain() {
        Diagnosis explained = diagnose(saturation("QUEUE"), saturation("POOL"), saturation("LOCKS"));
        Diagnosis unexplained = diagnose(saturation("THREADS"), saturation("POOL-CAUSE"));

        assertThat(explained.nextConstraint()).isEmpty();
        assertThat(unexplained.nextConstraint()).contains("THREADS");
    }

    /** Dead rows and forced checkpoints both make pages contended for: who cures that does away with both. */
    @Test
    void nextIsNotWhatCausesTheSameAsThePrincipal() {
        CausalGraph graph = new CausalGraph(Map.of(
                "ROWS", Causality.at(Station.DATABASE_LOCKS).leadingTo("PAGES"),
                "PAGES", Causality.at(Station.DATABASE_LOCKS),
                "LOG", Causality.at(Station.DATABASE_STORAGE).leadingTo("PAGES"),
                "POOLS", Causality.at(Station.DATABASE_CONNECTIONS)));

        Diagnosis diagnosis = new Diagnostician(
                        List.of(saturation("POOLS"), saturation("LOG"), saturation("PAGES"), saturation("ROWS")), graph)
                .diagnose(Windows.of(1).build(), NOW);

        assertThat(diagnosis.principal()).contains("ROWS");
        assertThat(diagnosis.nextConstraint()).contains("POOLS");
    }

    @Test
    void theNextBottleneckMayHaveNoSymptomYet() {
        Finding latent = new Finding(Severity.INFO, List.of(), "Because.", Confidence.HIGH, null).withoutSymptom();
        Rule pool = new FixedRule(card("POOL", Lane.SATURATION, List.of()), latent);

        assertThat(diagnose(saturation("THREADS"), pool).nextConstraint()).contains("POOL");
        assertThat(diagnose(saturation("LOCKS"), pool).nextConstraint()).isEmpty();
        assertThat(diagnose(pool).nextConstraint()).isEmpty();
    }

    @Test
    void nothingIsPrincipalWithoutSaturation() {
        Diagnosis diagnosis = diagnose(finding("LOCKS", Lane.HYGIENE));

        assertThat(diagnosis.principal()).isEmpty();
    }

    @Test
    void ruleWithoutItsInputIsSkippedAndNotHealthy() {
        Rule blind = new FixedRule(card("POOL", Lane.SATURATION, List.of(INPUT)), Verdict.healthy());

        Diagnosis diagnosis =
                diagnose(blind, new FixedRule(card("QUEUE", Lane.SATURATION, List.of()), Verdict.healthy()));

        assertThat(diagnosis.skipped()).containsExactly(new Diagnosis.Unanswered("POOL", List.of(INPUT)));
        assertThat(diagnosis.healthy()).containsExactly("QUEUE");
    }

    @Test
    void ruleThatFailsIsSkippedAndTheOthersAnswer() {
        Diagnosis diagnosis = diagnose(new FailingRule(card("POOL", Lane.SATURATION, List.of())), saturation("LOCKS"));

        assertThat(diagnosis.skipped()).containsExactly(new Diagnosis.Unanswered("POOL", List.of()));
        assertThat(diagnosis.principal()).contains("LOCKS");
    }

    @Test
    void findingsNeverSetAnOptionToTwoValues() {
        Diagnosis diagnosis = diagnose(poolOf("20"), saturation("LOCKS"), poolOf("80"));

        assertThat(diagnosis.findings())
                .flatExtracting(
                        ranked -> ranked.finding().change().map(Change::apply).orElse(List.of()))
                .extracting(Step::to)
                .containsExactly("20", "20");
    }

    private static Rule poolOf(String size) {
        Step step = new Step(Step.Kind.OPTION, "db-pool-max-size", "100", size);
        return new FixedRule(
                card("SIZE-" + size, Lane.HYGIENE, List.of()),
                new Finding(
                        Severity.INFO,
                        List.of(),
                        "Why.",
                        Confidence.HIGH,
                        new Change(List.of(step), true, Change.Risk.LOW)));
    }

    private static Diagnosis diagnose(Rule... rules) {
        return new Diagnostician(List.of(rules), GRAPH).diagnose(Windows.of(1).build(), NOW);
    }

    private static Rule saturation(String id) {
        return finding(id, Lane.SATURATION);
    }

    private static Rule withoutSymptom(String id) {
        Finding finding = new Finding(Severity.WARNING, List.of(), "Because.", Confidence.HIGH, null);
        return new FixedRule(card(id, Lane.SATURATION, List.of()), finding.withoutSymptom());
    }

    private static Rule finding(String id, Lane lane) {
        Finding finding = new Finding(Severity.WARNING, List.of(), "Because.", Confidence.HIGH, null);
        return new FixedRule(card(id, lane, List.of()), finding);
    }

    private static RuleCard card(String id, Lane lane, List<Input> inputs) {
        return new RuleCard(id, id, lane, "Because.", inputs, List.of(), List.of());
    }

    /** Finds a level at or above its limit. */
    private record LevelRule(Threshold limit) implements Rule {
        @Override
        public RuleCard card() {
            return new RuleCard("POOL", "Level", Lane.HYGIENE, "Because.", List.of(INPUT), List.of(limit), List.of());
        }

        @Override
        public Verdict evaluate(RuleContext context) {
            double level = context.window().latest(INPUT);
            return level < limit.in(context)
                    ? Verdict.healthy()
                    : new Finding(
                            Severity.INFO,
                            List.of(Observation.of("level", level, limit)),
                            "High.",
                            Confidence.HIGH,
                            null);
        }
    }

    private record FailingRule(RuleCard card) implements Rule {
        @Override
        public Verdict evaluate(RuleContext context) {
            throw new IllegalStateException("a defect");
        }
    }

    private record FixedRule(RuleCard card, Verdict verdict) implements Rule {
        @Override
        public Verdict evaluate(RuleContext context) {
            return verdict;
        }
    }
}
