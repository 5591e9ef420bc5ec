package org.millrace.advisor.rule.sizing;

import java.util.List;
import org.millrace.advisor.model.Input;
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
import org.millrace.advisor.sizing.Demand;
import org.millrace.advisor.sizing.live.LiveLoad;

/** The load is beyond what Keycloak's guide was tested with. */
public final class BeyondTestedLoad implements Rule {

    private static final Threshold LOGINS =
            new Threshold("logins a second", 300, "logins per second", "Tested up to here");

    private static final Threshold GRANTS =
            new Threshold("client credential grants a second", 2000, "grants per second", "Tested up to here");

    private static final Threshold REFRESHES =
            new Threshold("refreshes a second", 435, "refreshes per second", "Tested up to here");

    private static final RuleCard CARD = new RuleCard(
            RuleId.BEYOND_TESTED_LOAD,
            "The load is beyond what was tested",
            Lane.CAPACITY,
            "Processor time grows with the load in the guide's tests, as far as they went. Beyond, that is an assumption, and all "
                    + "sizing by the guide with it. Grants and refreshes are counted with user event metrics alone.",
            List.of(LoadSignals.PASSWORD_VALIDATIONS),
            List.of(LOGINS, GRANTS, REFRESHES),
            List.of("https://www.keycloak.org/high-availability/multi-cluster/concepts-memory-and-cpu-sizing"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        Demand load = LiveLoad.atLeast(window);
        if (load.logins() > LOGINS.in(context)
                || load.clientCredentialGrants() > GRANTS.in(context)
                || load.refreshes() > REFRESHES.in(context)) {
            return finding(load);
        }
        List<Input> missing = LiveLoad.missing(window);
        return missing.isEmpty() ? Verdict.healthy() : new Verdict.Skipped(missing);
    }

    private static Finding finding(Demand load) {
        return new Finding(
                Severity.INFO,
                List.of(
                        Observation.of("sizing.logins", load.logins(), LOGINS),
                        Observation.of("sizing.grants", load.clientCredentialGrants(), GRANTS),
                        Observation.of("sizing.refreshes", load.refreshes(), REFRESHES)),
                Figures.number(load.logins()) + " logins, " + Figures.number(load.clientCredentialGrants())
                        + " grants and "
                        + Figures.number(load.refreshes())
                        + " refreshes a second: test a quarter more than that yourself, and size "
                        + "by what was measured (guide \"measured\").",
                Confidence.HIGH,
                null);
    }
}
