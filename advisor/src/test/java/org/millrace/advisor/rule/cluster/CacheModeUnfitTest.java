package org.millrace.advisor.rule.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.KeycloakSettings;
import org.millrace.advisor.model.StatedSettings;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class CacheModeUnfitTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new CacheModeUnfit();
    }

    @Override
    protected Windows firing() {
        return cache("local").with(StatedSettings.MAX_NODES, "2");
    }

    @Override
    protected Windows quiet() {
        return cache("local").with(StatedSettings.MAX_NODES, "1");
    }

    private static Windows cache(String mode) {
        return Windows.of(10).with(KeycloakSettings.CACHE, mode).with(KeycloakSettings.PROFILE, "prod");
    }

    @Test
    void deprecatedStackIsAWarning() {
        assertThat(finding(cache("ispn").with(KeycloakSettings.CACHE_STACK, "kubernetes"))
                        .severity())
                .isEqualTo(Severity.WARNING);
        assertQuiet(cache("ispn").with(KeycloakSettings.CACHE_STACK, "jdbc-ping"));
        assertQuiet(cache("ispn"));
    }
}
