package org.millrace.advisor.rule.http;

import java.util.List;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Verdict;

/** A proxy does TLS, so the guide's constants do not fit. */
public final class TlsEndsUpstream implements Rule {

    private static final RuleCard CARD = new RuleCard(
            RuleId.TLS_ENDS_UPSTREAM,
            "TLS ends before the server",
            Lane.OBSERVABILITY,
            "Keycloak's sizing guide was measured with TLS ended at the pods, and says that most of a client credential grant "
                    + "is a new TLS connection. If a proxy ends it, that cost is the proxy's.",
            List.of(KeycloakSettings.HTTP_ENABLED, KeycloakSettings.PROXY_HEADERS),
            List.of(),
            List.of("https://www.keycloak.org/server/reverseproxy"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        boolean plain = window.setting(KeycloakSettings.HTTP_ENABLED).is("true");
        boolean proxied = window.setting(KeycloakSettings.PROXY_HEADERS).text().isPresent();
        boolean mayEncryptAgain = window.settings()
                .find(KeycloakSettings.HTTPS_CERTIFICATE)
                .flatMap(Setting::text)
                .isPresent();
        return plain && proxied && !mayEncryptAgain
                ? new Finding(
                        Severity.INFO,
                        List.of(),
                        "A proxy ends TLS and speaks plain HTTP to the server: size with tlsCost 0.5, and give the proxy the "
                                + "processors that handshakes take.",
                        Confidence.HIGH,
                        null)
                : Verdict.healthy();
    }
}
