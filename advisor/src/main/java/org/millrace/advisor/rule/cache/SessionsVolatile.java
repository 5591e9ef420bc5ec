package org.millrace.advisor.rule.cache;

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

/** Sessions are in memory only. */
public final class SessionsVolatile implements Rule {

    private static final RuleCard CARD = new RuleCard(
            RuleId.SESSIONS_NOT_PERSISTED,
            "Sessions are in memory only",
            Lane.SAFETY,
            "With the feature persistent-user-sessions switched off, a full restart ends every session, and so does the loss of "
                    + "as many nodes as own them. Limits of the session caches do not apply then: they grow with the sessions, "
                    + "500 MB for 100,000 of them.",
            List.of(KeycloakSettings.PERSISTENT_SESSIONS),
            List.of(),
            List.of("https://www.keycloak.org/server/caching"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        return window.setting(KeycloakSettings.PERSISTENT_SESSIONS).is("false")
                ? new Finding(
                        Severity.WARNING,
                        List.of(),
                        "Sessions are not stored. If that is on purpose, size the heap for all of them and give each two owners; "
                                + "else leave the feature on, and plan for the writes: 1400 a second for 100 logins and refreshes.",
                        Confidence.HIGH,
                        null)
                : Verdict.healthy();
    }
}
