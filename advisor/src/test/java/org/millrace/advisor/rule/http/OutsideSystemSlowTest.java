package org.millrace.advisor.rule.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.RequestKind;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.RealmFacts;
import org.millrace.advisor.model.signal.TimeSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class OutsideSystemSlowTest extends RuleContract {

    @Override
    protected Rule rule() {
        return OutsideSystemSlow.all().get(0);
    }

    @Override
    protected Windows firing() {
        return Windows.of(60)
                .requests(TimeCategory.LDAP, 3)
                .requests(TimeCategory.SERVER, RequestKind.TOKEN, "", 1, 0)
                .with(TimeSignals.answered(RequestKind.TOKEN), 0, 20);
    }

    @Override
    protected Windows quiet() {
        return Windows.of(60)
                .requests(TimeCategory.LDAP, 0.9)
                .requests(TimeCategory.SERVER, RequestKind.TOKEN, "", 1, 0)
                .with(TimeSignals.answered(RequestKind.TOKEN), 0, 20);
    }

    @Test
    void serverThatAnswersSoonIsNotSlowHoweverManyAskIt() {
        assertQuiet(Windows.of(60)
                .requests(TimeCategory.LDAP, RequestKind.TOKEN, "", 5, 0.5)
                .with(TimeSignals.answered(RequestKind.TOKEN), 0, 50));
    }

    @Test
    void hostAndTimeoutsAreNamed() {
        assertThat(finding(firing().with(
                                        RealmFacts.ldap("acme", "directory"),
                                        "ldap://ldap.acme:389, read timeout unset"))
                        .why())
                .contains("ldap://ldap.acme:389, read timeout unset");
    }

    @Test
    void waitsOfManySecondsAreCritical() {
        assertThat(finding().severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void requestsThatWaitForTheirThreadAreNotCountedAgainstTheServer() {
        assertThat(finding(firing().requests(TimeCategory.REQUEST_THREAD, RequestKind.OTHER, "", 100, 0)))
                .isNotNull();
    }
}
