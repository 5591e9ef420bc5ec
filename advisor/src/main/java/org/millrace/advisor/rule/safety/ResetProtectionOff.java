package org.millrace.advisor.rule.safety;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.QuarkusSettings;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Verdict;

/** Clients may cancel HTTP/2 requests as fast as they like. */
public final class ResetProtectionOff implements Rule {

    private static final RuleCard CARD = new RuleCard(
            RuleId.RESET_PROTECTION_OFF,
            "HTTP/2 rapid reset protection is off",
            Lane.SAFETY,
            "Rapid reset is an attack that opens and cancels requests faster than a server can drop them. The limit of 200 resets "
                    + "in 30 seconds ends such connections; without it one client can stop the server.",
            List.of(QuarkusSettings.MAX_RESETS, QuarkusSettings.RESET_WINDOW),
            List.of(),
            List.of(
                    "https://nvd.nist.gov/vuln/detail/CVE-2023-44487",
                    "https://quarkus.io/guides/all-config#quarkus-vertx-http_quarkus-http-limits-rst-flood-max-rst-frame-per-window"));

    private static final Set<String> NOTHING = Set.of("0", "0s", "0S", "PT0S");

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        List<Setting> off = Stream.of(QuarkusSettings.MAX_RESETS, QuarkusSettings.RESET_WINDOW)
                .map(window::setting)
                .filter(setting -> setting.text().filter(NOTHING::contains).isPresent())
                .toList();
        return off.isEmpty() ? Verdict.healthy() : finding(window, off);
    }

    private static Finding finding(Window window, List<Setting> off) {
        boolean unused = window.settings()
                .find(QuarkusSettings.HTTP2)
                .filter(setting -> setting.is("false"))
                .isPresent();
        List<Step> steps = off.stream()
                .map(setting -> new Step(Step.Kind.PROPERTY, setting.name().name(), setting.value(), null))
                .toList();
        return new Finding(
                unused ? Severity.INFO : Severity.CRITICAL,
                List.of(),
                off.stream().map(setting -> setting.name().name()).collect(Collectors.joining(" and "))
                        + (off.size() == 1 ? " is 0." : " are 0.")
                        + (unused
                                ? " HTTP/2 is off, so nothing can come of it yet."
                                : " Unset it: trusted clients that cancel much can be given a higher limit instead of none."),
                Confidence.HIGH,
                new Change(steps, true, Change.Risk.LOW));
    }
}
