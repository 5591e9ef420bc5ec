package org.millrace.advisor.rule.http;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class TlsEndsUpstreamTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new TlsEndsUpstream();
    }

    @Override
    protected Windows firing() {
        return Windows.of(10)
                .with(KeycloakSettings.HTTP_ENABLED, "true")
                .with(KeycloakSettings.PROXY_HEADERS, "xforwarded");
    }

    @Override
    protected Windows quiet() {
        return Windows.of(10).with(KeycloakSettings.HTTP_ENABLED, "true").unset(KeycloakSettings.PROXY_HEADERS);
    }

    @Test
    void proxyMayEncryptAgainWhereThereIsACertificate() {
        assertQuiet(firing().with(KeycloakSettings.HTTPS_CERTIFICATE, "/etc/tls.crt"));
        finding(firing().unset(KeycloakSettings.HTTPS_CERTIFICATE));
    }

    @Test
    void passthroughIsWhatTheGuideMeasured() {
        assertQuiet(Windows.of(10)
                .with(KeycloakSettings.HTTP_ENABLED, "false")
                .with(KeycloakSettings.PROXY_HEADERS, "xforwarded"));
    }
}
