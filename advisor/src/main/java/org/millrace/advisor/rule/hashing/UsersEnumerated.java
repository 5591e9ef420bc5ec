package org.millrace.advisor.rule.hashing;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.LoadSignals;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.Figures;

/** Many logins name users that do not exist. */
public final class UsersEnumerated implements Rule {

    private static final Threshold SHARE = new Threshold(
            "unknown users by logins",
            0.5,
            "ratio",
            "A typing error in a user name is far rarer than one in a password");

    private static final Threshold LOGINS = new Threshold(
            "logins of unknown users in the window", 60, "logins", "Fewer may be one client with an old user name");

    private static final Threshold RATE =
            new Threshold("logins of unknown users a second", 1, "logins per second", "Fewer cost next to nothing");

    private static final RuleCard CARD = new RuleCard(
            RuleId.USERS_ENUMERATED,
            "Many logins name users that do not exist",
            Lane.SAFETY,
            "User enumeration and password spraying try names from lists. Each attempt is looked up in the database and in every "
                    + "user federation, and no cache answers it. Brute force detection counts failures by user, so it does not see "
                    + "them; a rate limit by address in front of the server does.",
            List.of(LoadSignals.LOGINS, LoadSignals.UNKNOWN_USERS),
            List.of(SHARE, LOGINS, RATE),
            List.of(
                    "https://www.keycloak.org/docs/latest/server_admin/#password-guess-brute-force-attacks",
                    "https://owasp.org/www-community/attacks/Credential_stuffing"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double all = window.increase(LoadSignals.LOGINS);
        double unknown = window.increase(LoadSignals.UNKNOWN_USERS);
        double rate = window.rate(LoadSignals.UNKNOWN_USERS);
        return unknown < LOGINS.in(context) || unknown / all <= SHARE.in(context) || rate < RATE.in(context)
                ? Verdict.healthy()
                : new Finding(
                        Severity.WARNING,
                        List.of(
                                Observation.of("keycloak.user.events.login.user.not.found.share", unknown / all, SHARE),
                                Observation.of("keycloak.user.events.login.user.not.found.rate", rate, RATE)),
                        Figures.percent(unknown / all) + " of " + Figures.number(all)
                                + " logins named users that do not exist, "
                                + Figures.number(rate)
                                + " a second: user enumeration, password spraying, or a client with a "
                                + "wrong realm. Find the addresses in the events of type LOGIN_ERROR with the error "
                                + "user_not_found, and limit the rate of requests by address in front of the server.",
                        Confidence.MEDIUM,
                        null);
    }
}
