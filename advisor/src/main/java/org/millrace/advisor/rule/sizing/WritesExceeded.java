package org.millrace.advisor.rule.sizing;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.WalSignals;
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
import org.millrace.advisor.sizing.live.LiveLoad;

/** The write rate exceeds the provisioned rate of the storage. */
public final class WritesExceeded implements Rule {

    private static final Threshold SHARE = new Threshold(
            "writes by provisioned ones", 0.8, "ratio", "Storage that is throttled makes every commit wait");

    private static final Threshold FULL =
            new Threshold("writes by provisioned ones, critical", 1, "ratio", "From here on it is throttled");

    private static final Threshold PER_REQUEST =
            new Threshold("writes for 100 requests", 1400, "writes", "Keycloak's guide, measured on Aurora");

    private static final RuleCard CARD = new RuleCard(
            RuleId.WRITES_EXCEEDED,
            "The storage's writes are nearly used up",
            Lane.CAPACITY,
            "Keycloak's guide budgets 1400 writes a second for 100 logins, logouts and refreshes on Aurora. Elsewhere commits "
                    + "share writes: what PostgreSQL counts itself, from version 16 on, goes before that.",
            List.of(StatedSettings.DATABASE_WRITES, PostgresSignals.COMMITS),
            List.of(SHARE, FULL, PER_REQUEST),
            List.of("https://www.keycloak.org/high-availability/multi-cluster/concepts-memory-and-cpu-sizing"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double provisioned =
                Math.max(1, window.number(StatedSettings.DATABASE_WRITES).orElse(0));
        OptionalDouble measured = window.highestRate(WalSignals.WRITES, Duration.ofMinutes(1));
        if (measured.isEmpty() && !LiveLoad.isStored(window)) {
            return new Verdict.Skipped(
                    List.of(WalSignals.WRITES)); // The guide's figure is of sessions that are stored.
        }
        double model = LiveLoad.atLeast(window).databaseRequests() * PER_REQUEST.in(context) / 100;
        double writes = measured.orElse(model);
        if (writes / provisioned >= SHARE.in(context)) {
            return finding(context, writes, provisioned, measured.isPresent());
        }
        List<Input> missing = measured.isPresent() ? List.of() : LiveLoad.missingOfDatabase(window);
        return missing.isEmpty() ? Verdict.healthy() : new Verdict.Skipped(missing);
    }

    private static Finding finding(RuleContext context, double writes, double provisioned, boolean measured) {
        return new Finding(
                writes / provisioned >= FULL.in(context) ? Severity.CRITICAL : Severity.WARNING,
                List.of(
                        Observation.of("postgres.io.writes.share", writes / provisioned, SHARE),
                        Observation.of("postgres.io.writes.rate", writes, "writes per second")),
                Figures.number(writes) + " writes a second, "
                        + (measured ? "as PostgreSQL counts them" : "by the guide")
                        + ", of " + Figures.number(provisioned)
                        + " provisioned. See KC-PG-004 and KC-SESS-004 first, then provision "
                        + "more.",
                measured ? Confidence.HIGH : Confidence.LOW,
                null);
    }
}
