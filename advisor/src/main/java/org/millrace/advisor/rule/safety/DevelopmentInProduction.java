package org.millrace.advisor.rule.safety;

import java.util.ArrayList;
import java.util.List;
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

/** The server runs as it does on a developer's machine. */
public final class DevelopmentInProduction implements Rule {

    private static final RuleCard CARD = new RuleCard(
            RuleId.DEVELOPMENT_IN_PRODUCTION,
            "Development settings are used in production",
            Lane.SAFETY,
            "Started for development, the server takes plain HTTP, any host name, and local caches. The databases in a file or in "
                    + "memory are for trying out: they are not supported for more, and lose or corrupt data.",
            List.of(KeycloakSettings.PROFILE, KeycloakSettings.DB),
            List.of(),
            List.of("https://www.keycloak.org/server/configuration-production"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        boolean development = window.setting(KeycloakSettings.PROFILE).is("dev");
        boolean file = window.setting(KeycloakSettings.DB)
                .text()
                .filter(database -> database.startsWith("dev-"))
                .isPresent();
        if (!development && !file) {
            return Verdict.healthy();
        }
        List<String> reasons = new ArrayList<>();
        if (development) {
            reasons.add("The server was started with start-dev: use start --optimized.");
        }
        if (file) {
            reasons.add("The database is "
                    + window.setting(KeycloakSettings.DB).text().orElse("")
                    + ": set db=postgres before there is data to keep.");
        }
        Severity severity = file ? Severity.CRITICAL : Severity.WARNING;
        return new Finding(severity, List.of(), String.join(" ", reasons), Confidence.HIGH, null);
    }
}
