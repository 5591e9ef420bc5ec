package org.millrace.advisor.rule.host;

import java.util.List;
import java.util.Set;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.HostSettings;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Verdict;

/** The processors run slower than they could, to save energy. */
public final class ProcessorsSaveEnergy implements Rule {

    /** Under these powersave is the usual governor: it leaves the frequency to the processor, which raises it with the load. */
    private static final Set<String> SELF_GOVERNED = Set.of("intel_pstate", "amd-pstate-epp");

    private static final RuleCard CARD = new RuleCard(
            RuleId.PROCESSORS_SAVE_ENERGY,
            "The CPU frequency governor saves energy",
            Lane.HYGIENE,
            "Hashing a password takes as long as the processor is slow. Profiles for servers and virtual guests let it run at "
                    + "full speed.",
            List.of(HostSettings.CPU_GOVERNOR),
            List.of(),
            List.of(
                    "https://docs.kernel.org/admin-guide/pm/cpufreq.html",
                    "https://docs.kernel.org/admin-guide/pm/intel_pstate.html"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        boolean selfGoverned = window.settings()
                .find(HostSettings.CPU_DRIVER)
                .flatMap(Setting::text)
                .filter(SELF_GOVERNED::contains)
                .isPresent();
        return window.setting(HostSettings.CPU_GOVERNOR).is("powersave") && !selfGoverned
                ? new Finding(
                        Severity.INFO,
                        List.of(),
                        "The frequency governor is powersave: tuned-adm profile throughput-performance, or virtual-guest on a "
                                + "virtual machine.",
                        Confidence.LOW,
                        null)
                : Verdict.healthy();
    }
}
