package org.millrace.advisor.rule.host;

import java.util.List;
import org.millrace.advisor.model.Window;
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

/** The process may soon open no more files, which connections are too. */
public final class FilesRunOut implements Rule {

    private static final Threshold OPEN = new Threshold(
            "open files by limit", 0.7, "ratio", "The remainder is less than a burst of connections needs");

    private static final Threshold NEARLY = new Threshold(
            "open files by limit, critical",
            0.9,
            "ratio",
            "The next connections are not accepted, and nothing says so");

    private static final Threshold LEAST = new Threshold(
            "limit of open files",
            4096,
            "files",
            "Some hundred are open without load, and each connection, node and call needs another one");

    private static final RuleCard CARD = new RuleCard(
            RuleId.FILE_DESCRIPTORS_LOW,
            "Open files may run out",
            Lane.CAPACITY,
            "Each connection of a client, to the database, to another node and to another server is an open file. At the limit "
                    + "new ones fail, which only the log shows.",
            List.of(JvmSignals.OPEN_FILES, JvmSignals.MAX_FILES),
            List.of(OPEN, NEARLY, LEAST),
            List.of("https://www.keycloak.org/high-availability/single-cluster/concepts-threads"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double limit = window.latest(JvmSignals.MAX_FILES);
        double share = window.max(JvmSignals.OPEN_FILES) / limit;
        return share < OPEN.in(context) && limit >= LEAST.in(context)
                ? Verdict.healthy()
                : finding(context, share, limit);
    }

    private static Finding finding(RuleContext context, double share, double limit) {
        Severity severity = share >= NEARLY.in(context) ? Severity.CRITICAL : Severity.WARNING;
        return new Finding(
                share < OPEN.in(context) ? Severity.INFO : severity,
                List.of(
                        Observation.of("process.files.open.share", share, OPEN),
                        Observation.of(JvmSignals.MAX_FILES.name(), limit, LEAST)),
                "Up to " + Figures.number(share * limit) + " of " + Figures.number(limit)
                        + " files were open. Set the limit to "
                        + "65536: LimitNOFILE with systemd, ulimits with a container engine.",
                Confidence.HIGH,
                null);
    }
}
