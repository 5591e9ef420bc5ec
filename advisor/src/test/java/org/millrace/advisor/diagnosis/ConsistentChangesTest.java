package org.millrace.advisor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.JvmSettings;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;

class ConsistentChangesTest {

    private static final String MAX = "db-pool-max-size";
    private static final String INITIAL = "db-pool-initial-size";
    private static final String USERS = "cache-embedded-users-max-count";
    private static final String REALMS = "cache-embedded-realms-max-count";
    private static final String SESSIONS = "cache-embedded-sessions-max-count";
    private static final String HEAP = "-XX:MaxHeapSize";

    /** Bytes of a cache entry. */
    private static final double ENTRY = 5 * 1024;

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

    @Test
    void revertOfAHeapThatIsAShareOfTheMemoryUnsetsItsSize() {
        windows.with(JvmSettings.MAX_HEAP, "536870912", "ergonomic");

        assertThat(revertOfALargerHeap()).isEqualTo(new Step(Step.Kind.JVM_OPTION, HEAP, "800m", null));
    }

    @Test
    void revertOfAHeapWhoseSizeIsSetRestoresIt() {
        windows.with(JvmSettings.MAX_HEAP, "536870912", "vm creation");

        assertThat(revertOfALargerHeap()).isEqualTo(new Step(Step.Kind.JVM_OPTION, HEAP, "800m", "512m"));
    }

    private Step revertOfALargerHeap() {
        List<RankedFinding> findings = consistent(new Step(Step.Kind.JVM_OPTION, HEAP, "512m", "800m"));
        return findings.get(0).finding().change().orElseThrow().revert().get(0);
    }

    @Test
    void cachesOfAllFindingsShareTheRoomInTheHeap() {
        windows.with(JvmSignals.HEAP_MAX, 40_000 * ENTRY).with(JvmSignals.LIVE_SET, 10_000 * ENTRY);

        List<RankedFinding> findings = consistent(
                option(USERS, "10000", "20000"), option(REALMS, "10000", "20000"), option(SESSIONS, "10000", "20000"));

        assertThat(steps(findings, USERS)).extracting(Step::to).containsExactly("20000");
        assertThat(steps(findings, REALMS))
                .as("room for 16,000 entries, of which the first cache takes 10,000")
                .extracting(Step::to)
                .containsExactly("16000");
        assertThat(findings.get(2).finding().change()).isEmpty();
        assertThat(findings.get(2).finding().why())
                .endsWith("The heap has no room to enlarge this cache alongside the other caches of this report.");
        assertThat(findings.get(1).finding().why()).isEqualTo("Why.");
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
