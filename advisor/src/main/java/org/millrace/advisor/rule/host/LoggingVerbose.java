package org.millrace.advisor.rule.host;

import java.util.List;
import java.util.regex.Pattern;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.KeycloakSettings;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Verdict;

/** The server logs more than production can afford. */
public final class LoggingVerbose implements Rule {

    private static final RuleCard CARD = new RuleCard(
            "KC-HOST-008",
            "Debug logging is on",
            Lane.HYGIENE,
            "At debug level every statement and every message of the cluster is a line, written by the thread that has work to do. "
                    + "Tracing Infinispan has brought whole clusters to a halt.",
            List.of(KeycloakSettings.LOG_LEVEL),
            List.of(),
            List.of("https://www.keycloak.org/server/logging", "https://github.com/keycloak/keycloak/issues/37266"));

    private static final Pattern VERBOSE = Pattern.compile("(?i)(?:^|[,:])\\s*(?:debug|trace|all)\\b");

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(Window window) {
        String level = window.setting(KeycloakSettings.LOG_LEVEL).text().orElse("");
        if (!VERBOSE.matcher(level).find()) {
            return Verdict.healthy();
        }
        boolean cluster = level.contains("infinispan") || level.contains("jgroups");
        Step step = new Step(Step.Kind.OPTION, KeycloakSettings.LOG_LEVEL.name(), level, "info");
        return new Finding(
                cluster ? Severity.CRITICAL : Severity.WARNING,
                List.of(),
                "log-level is \"" + level + "\". Set it to info as soon as what was looked for is found.",
                Confidence.MEDIUM,
                new Change(List.of(step), true, Change.Risk.LOW));
    }
}
