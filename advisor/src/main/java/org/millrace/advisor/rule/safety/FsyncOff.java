package org.millrace.advisor.rule.safety;

import java.util.List;
import java.util.stream.Stream;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Verdict;

/** The database does not survive a crash. */
public final class FsyncOff implements Rule {

    private static final RuleCard CARD = new RuleCard(
            RuleId.FSYNC_OFF,
            "The database can be corrupted by a crash",
            Lane.SAFETY,
            "Without fsync or full_page_writes a crash of the machine can leave pages half written: not only the last "
                    + "commits are lost then, the whole database may be.",
            List.of(PostgresSettings.FSYNC, PostgresSettings.FULL_PAGE_WRITES),
            List.of(),
            List.of("https://www.postgresql.org/docs/current/runtime-config-wal.html"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        List<Setting> off = Stream.of(PostgresSettings.FSYNC, PostgresSettings.FULL_PAGE_WRITES)
                .map(window::setting)
                .filter(setting -> setting.is("off"))
                .toList();
        return off.isEmpty() ? Verdict.healthy() : finding(off);
    }

    private static Finding finding(List<Setting> off) {
        List<String> names = off.stream().map(PostgresSettings::parameter).toList();
        List<Step> steps = names.stream()
                .map(name -> new Step(Step.Kind.POSTGRES, name, "off", "on"))
                .toList();
        return new Finding(
                Severity.CRITICAL,
                List.of(),
                String.join(" and ", names) + (names.size() == 1 ? " is" : " are")
                        + " off. Switch on, reload, and check that the backups can be restored; commits get slower, "
                        + "because they become real.",
                Confidence.HIGH,
                new Change(steps, false, Change.Risk.LOW));
    }
}
