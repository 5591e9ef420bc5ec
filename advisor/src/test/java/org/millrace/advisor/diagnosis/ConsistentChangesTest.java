package org.millrace.advisor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;

class ConsistentChangesTest {

    private static final String MAX = "db-pool-max-size";
    private static final String INITIAL = "db-pool-initial-size";

    private final Windows windows = Windows.of(10)
            .with(PoolSignals.MAX, 100)
            .with(PoolSignals.INITIAL, 5)
            .with(PoolSignals.MIN, 5);

    @Test
    void firstFindingDecidesTheValueOfASetting() {
        List<RankedFinding> findings = consistent(option(MAX, "100", "20"), option(MAX, "100", "80"));

        assertThat(steps(findings, MAX)).extracting(Step::to).containsOnly("20");
    }

    @Test
    void poolBeginsWithNoMoreThanItMayHave() {
        List<RankedFinding> findings = consistent(option(INITIAL, "5", "100"), option(MAX, "100", "20"));

        assertThat(steps(findings, INITIAL)).extracting(Step::to).containsOnly("20");
        assertThat(steps(findings, MAX)).extracting(Step::to).containsOnly("20");
    }

    @Test
    void revertOfAnOptionThatWasNotSetUnsetsIt() {
        windows.unset(new SettingName(MAX));

        Change change =
                consistent(option(MAX, "100", "20")).get(0).finding().change().orElseThrow();

        assertThat(change.revert()).extracting(Step::to).containsExactly((String) null);
    }

    @Test
    void revertOfAnOptionThatWasSetRestoresIt() {
        windows.with(new SettingName(MAX), "100");

        Change change =
                consistent(option(MAX, "100", "20")).get(0).finding().change().orElseThrow();

        assertThat(change.revert()).extracting(Step::to).containsExactly("100");
    }

    private List<RankedFinding> consistent(Step... steps) {
        return ConsistentChanges.of(
                List.of(steps).stream().map(ConsistentChangesTest::finding).toList(), windows.build());
    }

    private static RankedFinding finding(Step step) {
        RuleCard card = new RuleCard("KC-X-001", "X", Lane.HYGIENE, "Because.", List.of(), List.of(), List.of());
        Change change = new Change(List.of(step), true, Change.Risk.LOW);
        return new RankedFinding(
                card, new Finding(Severity.INFO, List.of(), "Why.", Confidence.HIGH, change), false, List.of());
    }

    private static Step option(String name, String from, String to) {
        return new Step(Step.Kind.OPTION, name, from, to);
    }

    private static List<Step> steps(List<RankedFinding> findings, String name) {
        return findings.stream()
                .flatMap(ranked -> ranked.finding().change().stream())
                .flatMap(change -> change.apply().stream())
                .filter(step -> step.name().equals(name))
                .toList();
    }
}
