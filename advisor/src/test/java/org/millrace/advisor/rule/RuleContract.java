package org.millrace.advisor.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.model.Windows;

/** What holds for every rule: it fires, is quiet just below, and is skipped without any one of its inputs. */
public abstract class RuleContract {

    protected abstract Rule rule();

    /** A fresh window in which the rule finds something. */
    protected abstract Windows firing();

    /** The same, changed as little as makes the rule content. */
    protected abstract Windows quiet();

    /** The finding of {@link #firing()}. */
    protected final Finding finding() {
        return finding(firing());
    }

    protected final Finding finding(Windows window) {
        Verdict verdict = rule().judge(window.build(), Thresholds.STANDARD);
        assertThat(verdict).isInstanceOf(Finding.class);
        return (Finding) verdict;
    }

    protected final void assertQuiet(Windows window) {
        assertThat(rule().judge(window.build(), Thresholds.STANDARD)).isEqualTo(Verdict.healthy());
    }

    protected final void assertSkipped(Windows window, Input... missing) {
        assertThat(rule().judge(window.build(), Thresholds.STANDARD)).isEqualTo(new Verdict.Skipped(List.of(missing)));
    }

    @Test
    void firesWithNumbersAndAReason() {
        Finding finding = finding();

        assertThat(finding.why()).isNotBlank().endsWith(".");
        assertThat(finding.observed()).allSatisfy(observation -> {
            assertThat(observation.value()).isFinite();
            assertThat(observation.unit()).isNotBlank();
        });
    }

    @Test
    void isQuietJustBelow() {
        assertQuiet(quiet());
    }

    @Test
    void isSkippedWithoutAnyOneOfItsInputs() {
        for (Input input : rule().card().inputs()) {
            Verdict verdict = rule().judge(firing().without(input).build(), Thresholds.STANDARD);

            assertThat(verdict).isEqualTo(new Verdict.Skipped(List.of(input)));
        }
    }

    @Test
    void revertLeadsBackToTheValuesInForce() {
        finding().change().ifPresent(RuleContract::assertRevertible);
    }

    @Test
    void describesItself() {
        RuleCard card = rule().card();

        assertThat(card.id()).matches("KC-[A-Z0-9]+-\\d{3}");
        assertThat(card.title()).matches("[A-Z].*[^.]");
        assertThat(card.title().split(" ")).hasSizeLessThan(10);
        assertThat(card.rationale()).endsWith(".");
        assertThat(card.inputs()).isNotEmpty();
        assertThat(card.sources()).isNotEmpty().allMatch(source -> source.startsWith("https://"));
        assertThat(card.thresholds()).extracting(Threshold::key).doesNotHaveDuplicates();
        assertThat(card.thresholds())
                .allSatisfy(threshold -> assertThat(threshold.reason()).isNotBlank());
    }

    private static void assertRevertible(Change change) {
        assertThat(change.apply()).isNotEmpty();
        List<Step> there = change.apply();
        List<Step> back = change.revert();
        for (int i = 0; i < there.size(); i++) {
            Step step = there.get(i);
            Step reversed = back.get(back.size() - 1 - i);
            assertThat(reversed.name()).isEqualTo(step.name());
            assertThat(reversed.from()).isEqualTo(step.to()).isNotEqualTo(step.from());
            assertThat(reversed.to()).isEqualTo(step.from());
        }
    }
}
