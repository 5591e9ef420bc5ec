package org.millrace.advisor.rule.safety;

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

/** Passwords are checked against hashes that are too cheap to guess. */
public final class PasswordHashesWeak implements Rule {

    private static final Threshold CHECKED =
            new Threshold("passwords checked in the window", 100, "passwords", "Fewer say little about the realm");

    private static final Threshold MANY = new Threshold(
            "weak by checked passwords",
            0.5,
            "ratio",
            "A few are what an import brought, and become strong at the next login; half of them are a policy");

    private static final RuleCard CARD = new RuleCard(
            RuleId.PASSWORD_HASHES_WEAK,
            "Passwords are hashed weakly",
            Lane.SAFETY,
            "An attacker who obtains the database can guess passwords as fast as their hash algorithm allows. OWASP recommends: Argon2 "
                    + "with 7 MiB and 5 iterations, or more memory and fewer; PBKDF2 with 210,000 iterations of SHA-512 or "
                    + "600,000 of SHA-256.",
            List.of(LoadSignals.PASSWORD_VALIDATIONS, LoadSignals.WEAK_PASSWORDS),
            List.of(CHECKED, MANY),
            List.of("https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double all = window.increase(LoadSignals.PASSWORD_VALIDATIONS);
        double weak = window.increase(LoadSignals.WEAK_PASSWORDS);
        return all < CHECKED.in(context) || weak == 0 ? Verdict.healthy() : finding(context, weak, all);
    }

    private static Finding finding(RuleContext context, double weak, double all) {
        boolean policy = weak / all >= MANY.in(context);
        return new Finding(
                policy ? Severity.WARNING : Severity.INFO,
                List.of(
                        Observation.of("keycloak.password.validations.weak.share", weak / all, MANY),
                        Observation.of(LoadSignals.PASSWORD_VALIDATIONS.name(), all, CHECKED)),
                Figures.number(weak) + " of " + Figures.number(all)
                        + " passwords were verified against a hash weaker than OWASP "
                        + "recommends. "
                        + (policy
                                ? "Check the realms' password policies; stronger hashes cost processor time at each login."
                                : "They are rehashed when their owners log in."),
                Confidence.HIGH,
                null);
    }
}
