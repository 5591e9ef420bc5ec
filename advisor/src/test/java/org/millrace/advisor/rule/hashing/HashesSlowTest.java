package org.millrace.advisor.rule.hashing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.RequestKind;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.RealmFacts;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.LoadSignals;
import org.millrace.advisor.model.signal.TimeSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class HashesSlowTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new HashesSlow();
    }

    @Override
    protected Windows firing() {
        return hashing(2, 2.8);
    }

    @Override
    protected Windows quiet() {
        return hashing(2, 2.9);
    }

    private static Windows hashing(double requests, double rate) {
        return Windows.of(60)
                .with(JvmSignals.PROCESSORS, 2)
                .with(LoadSignals.PASSWORD_VALIDATIONS, 0, rate)
                .requests(TimeCategory.HASHING, RequestKind.TOKEN, "", requests, 0);
    }

    @Test
    void requestsThatWaitForEachOtherCountOnce() {
        assertQuiet(hashing(8, 2.9));
    }

    @Test
    void policyWithManyIterationsIsNamed() {
        Windows window = firing().with(
                        RealmFacts.passwordPolicy("acme"), "hashAlgorithm(pbkdf2-sha512) and hashIterations(3000000)")
                .with(RealmFacts.passwordPolicy("other"), "hashAlgorithm(pbkdf2-sha512) and hashIterations(210000)");

        assertThat(finding(window).why())
                .contains("realm acme", "hashIterations(3000000)")
                .doesNotContain("other");
    }

    @Test
    void withoutTheMeterAnswersAreCounted() {
        assertThat(finding(firing().without(LoadSignals.PASSWORD_VALIDATIONS)
                                .with(TimeSignals.answered(RequestKind.TOKEN), 0, 1))
                        .why())
                .contains("2 s");
    }
}
