package org.millrace.advisor.rule.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.rule.Finding;
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
        assertThat(finding(cache("ispn").with(KeycloakSettings.CACHE_STACK, "jdbc-ping-udp"))
                        .severity())
                .isEqualTo(Severity.WARNING);
        assertQuiet(cache("ispn").with(KeycloakSettings.CACHE_STACK, "jdbc-ping"));
        assertQuiet(cache("ispn"));
    }

    @Test
    void nodesThatUseTheDatabaseAreCounted() {
        Finding finding = finding(local(60).with(ClusterSignals.ADVISORS, 3));

        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.why()).contains("3 nodes use the database");
        assertQuiet(local(60).with(ClusterSignals.ADVISORS, 1));
        assertQuiet(local(60).with(ClusterSignals.ADVISORS, 3).with(StatedSettings.OTHER_SITE_NODES, "2"));
        assertQuiet(local(60).with(ClusterSignals.ADVISORS, 3).with(KeycloakSettings.CACHE_REMOTE_HOST, "infinispan"));
    }

    @Test
    void nodesOverlapDuringARollingUpdate() {
        assertQuiet(local(59).with(ClusterSignals.ADVISORS, 2));
        assertQuiet(local(120).during(100, ClusterSignals.ADVISORS, 2, 1));
    }

    private static Windows local(int seconds) {
        return Windows.of(seconds).with(KeycloakSettings.CACHE, "local").with(KeycloakSettings.PROFILE, "prod");
    }
}
