package org.millrace.advisor.rule.postgres;

import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.PostgresSignals;
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

/** Memory for sorting is too small for the sorts, or too large for the number of concurrent sorts. */
public final class WorkMemoryUnfit implements Rule {

    private static final Threshold SPILLED = new Threshold(
            "bytes spilled to files an hour",
            100.0 * 1024 * 1024,
            "bytes per hour",
            "Keycloak's statements sort little; a report may write temporary files, and no request waits for it");

    private static final Threshold COMMITTED = new Threshold(
            "work_mem for all connections by memory",
            0.25,
            "ratio",
            "Another quarter is for shared_buffers, and the remainder for the page cache");

    private static final double MEGABYTE = 1024.0 * 1024;
    private static final double GIGABYTE = 1024 * MEGABYTE;

    /** What Keycloak's statements sort fits, as the card says: not more is never too much, for there is nothing to save. */
    private static final int ENOUGH_MEGABYTES = 8;

    /** A statement may sort several times at once. */
    private static final double SORTS = 2;

    private static final RuleCard CARD = new RuleCard(
            RuleId.WORK_MEMORY_MISCONFIGURED,
            "Unsuitable work_mem",
            Lane.HYGIENE,
            "Each sort of each session may take work_mem. Eight megabytes are more than Keycloak needs; 64, set for a migration "
                    + "and left, are too much for hundreds of connections.",
            List.of(PostgresSignals.TEMPORARY_BYTES, PostgresSignals.MAX_CONNECTIONS, PostgresSettings.WORK_MEM),
            List.of(SPILLED, COMMITTED),
            List.of("https://www.postgresql.org/docs/current/runtime-config-resource.html#GUC-WORK-MEM"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double spilled = window.rate(PostgresSignals.TEMPORARY_BYTES) * 3600;
        Setting setting = window.setting(PostgresSettings.WORK_MEM);
        double each = PostgresSettings.bytes(setting).orElse(0);
        double all = each * SORTS * window.latest(PostgresSignals.MAX_CONNECTIONS);
        OptionalDouble memory = window.number(StatedSettings.DATABASE_MEMORY);
        boolean reducible = each > ENOUGH_MEGABYTES * MEGABYTE;
        if (reducible && memory.isPresent() && all > COMMITTED.in(context) * memory.getAsDouble() * GIGABYTE) {
            return tooMuch(all, memory.getAsDouble(), each, change(setting));
        }
        return spilled < SPILLED.in(context) ? Verdict.healthy() : tooLittle(spilled, each);
    }

    private static Finding tooMuch(double all, double memory, double each, @Nullable Change change) {
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of("postgres.work.memory.share", all / memory / GIGABYTE, COMMITTED),
                        Observation.of("postgres.work.memory", each, "bytes")),
                "With work_mem at " + Figures.bytes(each) + ", all connections together may take " + Figures.bytes(all)
                        + " of " + Figures.number(memory)
                        + " GB. Set it lower for all, and higher for the one role or session "
                        + "that needs it.",
                Confidence.MEDIUM,
                change);
    }

    private static Finding tooLittle(double spilled, double each) {
        return new Finding(
                Severity.INFO,
                List.of(Observation.of("postgres.temporary.bytes.per.hour", spilled, SPILLED)),
                "Sorts spilled " + Figures.bytes(spilled) + " an hour to files, with work_mem at " + Figures.bytes(each)
                        + ". Find the statement by log_temp_files before raising it.",
                Confidence.MEDIUM,
                null);
    }

    private static @Nullable Change change(Setting setting) {
        return PostgresSettings.amount(setting)
                .map(from -> new Step(Step.Kind.POSTGRES, "work_mem", from, ENOUGH_MEGABYTES + "MB"))
                .map(step -> new Change(List.of(step), false, Change.Risk.LOW))
                .orElse(null);
    }
}
