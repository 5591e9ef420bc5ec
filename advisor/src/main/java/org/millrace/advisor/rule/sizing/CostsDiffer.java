package org.millrace.advisor.rule.sizing;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.JvmSignals;
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
import org.millrace.advisor.sizing.GuideProfile;
import org.millrace.advisor.sizing.live.Calibration;
import org.millrace.advisor.sizing.live.LiveLoad;

/** An operation costs here far more or less than in the guide. */
public final class CostsDiffer implements Rule {

    private static final Threshold FACTOR = new Threshold(
            "measured cost by the guide's",
            2,
            "ratio",
            "Machines and architectures differ by up to two; beyond, something is different here");

    private static final RuleCard CARD = new RuleCard(
            RuleId.COSTS_DIFFER,
            "Measured cost per operation differs from the sizing guide",
            Lane.OBSERVABILITY,
            "The guide's constants are of its machines, with default hashing and TLS at the pods. What logins, grants and refreshes "
                    + "cost here is estimated from how the processor time varies with them.",
            List.of(JvmSignals.CPU_TIME, LoadSignals.PASSWORD_VALIDATIONS),
            List.of(FACTOR),
            List.of("https://www.keycloak.org/high-availability/multi-cluster/concepts-memory-and-cpu-sizing"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        Optional<Calibration> measured = LiveLoad.calibration(window).filter(Calibration::isGood);
        if (measured.isEmpty()) {
            List<Input> missing = LiveLoad.missing(window);
            return new Verdict.Skipped(missing.isEmpty() ? List.of(LoadSignals.PASSWORD_VALIDATIONS) : missing);
        }
        GuideProfile guide = GuideProfile.NEWEST;
        GuideProfile here = measured.get().applyTo(guide);
        double logins = guide.loginsPerCore() / here.loginsPerCore();
        double grants = guide.clientCredentialGrantsPerCore() / here.clientCredentialGrantsPerCore();
        double refreshes = guide.refreshesPerCore() / here.refreshesPerCore();
        double factor = FACTOR.in(context);
        return Stream.of(logins, grants, refreshes).allMatch(cost -> cost < factor && cost > 1 / factor)
                ? Verdict.healthy()
                : finding(measured.get(), logins, grants, refreshes);
    }

    private static Finding finding(Calibration measured, double logins, double grants, double refreshes) {
        return new Finding(
                Severity.INFO,
                List.of(
                        Observation.of("sizing.cost.login", logins, FACTOR),
                        Observation.of("sizing.cost.grant", grants, FACTOR),
                        Observation.of("sizing.cost.refresh", refreshes, FACTOR),
                        Observation.of("sizing.fit", measured.fit(), "ratio")),
                "Here a login costs " + Figures.number(logins) + " times what it does in the guide, a grant "
                        + Figures.number(grants) + " and a refresh " + Figures.number(refreshes)
                        + " times. Size with the guide "
                        + "\"measured\"; stronger hashes, TLS ended elsewhere, extensions and logging are what makes such "
                        + "differences.",
                Confidence.MEDIUM,
                null);
    }
}
