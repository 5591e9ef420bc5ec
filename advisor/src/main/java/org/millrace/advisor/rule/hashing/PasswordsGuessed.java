package org.millrace.advisor.rule.hashing;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.LoadSignals;
import org.millrace.advisor.rule.Causality;
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

/** Most passwords are wrong, and many. */
public final class PasswordsGuessed implements Rule {

    private static final Threshold WRONG = new Threshold(
            "wrong by checked passwords", 0.5, "ratio", "People mistype one in ten; programs that guess nearly all");

    private static final Threshold CHECKED = new Threshold(
            "passwords checked in the window", 100, "passwords", "Fewer may be one client with an old password");

    private static final Threshold RATE =
            new Threshold("wrong passwords a second", 1, "passwords per second", "Fewer cost a fifteenth of one core");

    private static final RuleCard CARD = new RuleCard(
            RuleId.BRUTE_FORCE_SUSPECTED,
            "Most checked passwords are wrong",
            Lane.SAFETY,
            "Each guess costs as much as a login: fifteen a second take one core. Brute force detection locks the account, not the "
                    + "guesser; a limit in front of the server does both.",
            List.of(LoadSignals.PASSWORD_VALIDATIONS, LoadSignals.WRONG_PASSWORDS),
            List.of(WRONG, CHECKED, RATE),
            List.of("https://www.keycloak.org/docs/latest/server_admin/#password-guess-brute-force-attacks"),
            Causality.none()
                    .leadingTo(RuleId.HASHING_BOUND)
                    // There is capacity elsewhere.
                    .holdingBack(RuleId.CPU_REQUEST_LOW));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double all = window.increase(LoadSignals.PASSWORD_VALIDATIONS);
        double wrong = window.increase(LoadSignals.WRONG_PASSWORDS);
        double rate = window.rate(LoadSignals.WRONG_PASSWORDS);
        return all < CHECKED.in(context) || wrong / all <= WRONG.in(context) || rate < RATE.in(context)
                ? Verdict.healthy()
                : new Finding(
                        Severity.WARNING,
                        List.of(
                                Observation.of("keycloak.password.validations.invalid.share", wrong / all, WRONG),
                                Observation.of("keycloak.password.validations.invalid.rate", rate, RATE)),
                        Figures.percent(wrong / all) + " of " + Figures.number(all) + " passwords were wrong, "
                                + Figures.number(rate) + " a second, which takes about "
                                + Figures.count(rate / 15, "core")
                                + ". Switch on brute force detection in the realms, and limit rates in front of the server; a "
                                + "client with an old password looks the same.",
                        Confidence.MEDIUM,
                        null);
    }
}
