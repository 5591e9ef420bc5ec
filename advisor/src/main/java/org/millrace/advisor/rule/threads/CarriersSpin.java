package org.millrace.advisor.rule.threads;

import java.util.List;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Release;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.JvmSettings;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.JvmSignals;
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

/** The few threads that carry virtual ones may block each other, or turn without work. */
public final class CarriersSpin implements Rule {

    private static final Threshold SPIN =
            new Threshold("processors used by carriers", 0.9, "cores", "One that turns without end uses one processor");

    private static final Threshold IDLE =
            new Threshold("requests a second", 1, "requests per second", "With more, carriers may have work");

    private static final Threshold CORES = new Threshold(
            "processors",
            4,
            "cores",
            "Keycloak 26.6 went from two to four as the least for virtual threads, because of hangs");

    /** In which virtual threads are safe. */
    private static final Release SAFE = new Release(26, 6);

    private static final double VIRTUAL_THREADS = 21;

    private static final RuleCard CARD = new RuleCard(
            RuleId.CARRIER_THREAD_PINNING,
            "Carrier threads of virtual threads may hang",
            Lane.SAFETY,
            "Infinispan and JGroups run on virtual threads from Java 21 on. On few processors there are few carriers, and ones "
                    + "that are pinned by a lock can wait for each other for good.",
            List.of(KeycloakSettings.VERSION, JvmSettings.VERSION, JvmSignals.PROCESSORS, ClusterSignals.SIZE),
            List.of(SPIN, IDLE, CORES),
            List.of(
                    "https://github.com/keycloak/keycloak/issues/37162",
                    "https://github.com/keycloak/keycloak/issues/48905"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        String version = window.setting(KeycloakSettings.VERSION).text().orElse("");
        double cores = window.latest(JvmSignals.PROCESSORS);
        boolean virtual = window.number(JvmSettings.VERSION).orElse(0) >= VIRTUAL_THREADS;
        double carriers = window.rateIfKnown(JvmSignals.CARRIER_TIME).orElse(0);
        boolean idle = window.rateIfKnown(HttpSignals.REQUESTS).orElse(Double.MAX_VALUE) < IDLE.in(context);
        if (virtual && idle && carriers >= SPIN.in(context)) {
            return finding(
                    Observation.of("jvm.carriers.cpu", carriers, SPIN),
                    "The carriers use " + Figures.count(carriers, "processor")
                            + " although there are hardly any requests.");
        }
        return virtual && isOld(version) && cores < CORES.in(context)
                ? finding(
                        Observation.of(JvmSignals.PROCESSORS.name(), cores, CORES),
                        "Keycloak " + version + " runs JGroups on virtual threads with "
                                + Figures.count(cores, "processor") + ".")
                : Verdict.healthy();
    }

    /** Whether it is older than the release in which virtual threads are safe; an unparsable version counts as newer. */
    private static boolean isOld(String version) {
        return Release.of(version)
                .filter(release -> release.compareTo(SAFE) < 0)
                .isPresent();
    }

    private static Finding finding(Observation observed, String fact) {
        Step step = new Step(Step.Kind.JVM_OPTION, "-Dorg.infinispan.threads.virtual", null, "false");
        return new Finding(
                Severity.WARNING,
                List.of(observed),
                fact + " Upgrade, give the node four processors, or let Infinispan use ordinary threads.",
                Confidence.MEDIUM,
                new Change(List.of(step), true, Change.Risk.LOW));
    }
}
