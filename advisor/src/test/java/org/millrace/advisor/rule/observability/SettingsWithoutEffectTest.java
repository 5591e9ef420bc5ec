package org.millrace.advisor.rule.observability;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.QuarkusSettings;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class SettingsWithoutEffectTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new SettingsWithoutEffect();
    }

    @Override
    protected Windows firing() {
        return Windows.of(10)
                .with(QuarkusSettings.UNREAD, "QUARKUS_HTTP_HTTP2_MAX_FRAME_SIZE, QUARKUS_VERTX_WORKER_POOL_SIZE");
    }

    @Override
    protected Windows quiet() {
        return Windows.of(10).unset(QuarkusSettings.UNREAD);
    }

    @Test
    void validNamesAreGivenWhereTheyAreKnown() {
        assertThat(finding().why())
                .contains("QUARKUS_HTTP_HTTP2_MAX_FRAME_SIZE (valid is quarkus.http.limits.max-frame-size)")
                .contains("(valid is http-pool-max-threads)");
        assertThat(finding().confidence()).isEqualTo(Confidence.HIGH);
    }

    @Test
    void unknownVariableIsOnlySaidToBeNoOption() {
        Finding finding = finding(Windows.of(10).with(QuarkusSettings.UNREAD, "KC_MINE"));

        assertThat(finding.why())
                .isEqualTo(
                        "No option of Keycloak has the name of KC_MINE. Correct it, or take it out unless something of "
                                + "your own reads it.");
        assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
    }
}
