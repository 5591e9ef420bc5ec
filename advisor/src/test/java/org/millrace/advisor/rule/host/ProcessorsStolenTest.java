package org.millrace.advisor.rule.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.HostSettings;
import org.millrace.advisor.model.signal.HostSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class ProcessorsStolenTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ProcessorsStolen();
    }

    @Override
    protected Windows firing() {
        return stolen(5);
    }

    @Override
    protected Windows quiet() {
        return stolen(4.9);
    }

    private static Windows stolen(double percent) {
        return stolen(percent, 90);
    }

    private static Windows stolen(double percent, int seconds) {
        return Windows.of(seconds)
                .with(HostSignals.CPU_TICKS, 0, 100)
                .with(HostSignals.STOLEN_TICKS, 0, percent)
                .with(HostSignals.WANTED_TICKS, 0, 60);
    }

    @Test
    void tenthOfTheTimeIsCritical() {
        assertThat(finding(stolen(10)).severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void whatANeighbourTakesWhileProcessorsAreIdleIsNoBottleneck() {
        assertThat(finding().symptom()).isTrue();
        assertThat(finding(firing().with(HostSignals.WANTED_TICKS, 0, 59)).symptom())
                .isFalse();
    }

    @Test
    void burstOfANeighbourPasses() {
        double[] stolen = new double[301];
        for (int second = 1; second <= 300; second++) {
            stolen[second] = Math.min(60, second) * 50;
        }

        assertQuiet(Windows.of(300)
                .with(HostSignals.CPU_TICKS, 0, 100)
                .with(HostSignals.WANTED_TICKS, 0, 60)
                .series(HostSignals.STOLEN_TICKS, stolen));
    }

    @Test
    void lessTimeLeavesTheQuestionOpen() {
        assertSkipped(stolen(50, 89), HostSignals.CPU_TICKS);
    }

    @Test
    void burstableMachineIsANoteHoweverShortTheWindow() {
        assertThat(finding(stolen(50, 10).with(HostSettings.PRODUCT, "t3a.small"))
                        .severity())
                .isEqualTo(Severity.INFO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"t3a.small", "t4g.large", "t2.micro"})
    void burstableMachineIsANote(String product) {
        Finding finding = finding(quiet().with(HostSettings.PRODUCT, product));

        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(finding.symptom()).isFalse();
    }

    @Test
    void othersAreNot() {
        assertQuiet(quiet().with(HostSettings.PRODUCT, "c7g.2xlarge"));
        assertQuiet(quiet().with(HostSettings.PRODUCT, "Standard PC (Q35 + ICH9, 2009)"));
    }
}
