package org.millrace.advisor.rule.postgres.statement;

import java.util.Comparator;
import java.util.List;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Causality;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Station;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.Figures;

/** A large table is read as a whole, again and again. */
public final class LargeTableScanned implements Rule {

    private static final Threshold ROWS = new Threshold(
            "rows of the table", 50_000, "rows", "A smaller table is read in some milliseconds, index or not");

    private static final Threshold ROWS_PER_SCAN = new Threshold(
            "rows read by a scan", 10_000, "rows", "A scan that ends early reads fewer rows and does no harm");

    private static final Threshold SCANS = new Threshold(
            "scans a second",
            1,
            "scans per second",
            "Once a minute is an export or a count; each second it is part of requests");

    private static final Threshold MANY_ROWS = new Threshold(
            "rows scanned a second, critical",
            1_000_000,
            "rows per second",
            "A core reads some millions of rows per second: at this rate one core is fully used");

    private static final Threshold SLICE = new Threshold(
            "seconds of the busiest stretch", 30, "seconds", "The statistics of tables are read four times a minute");

    private static final RuleCard CARD = new RuleCard(
            RuleId.LARGE_TABLE_SCANNED,
            "A large table is scanned by a frequent statement",
            Lane.SATURATION,
            "A statement without a fitting index reads the whole table. It is hardly noticed alone; under load it saturates the "
                    + "database's processors. Keycloak's own statements have indexes, so check extensions and reports first. "
                    + "Tables that lack an index of Keycloak's are reported by KC-PG-010.",
            List.of(PostgresSignals.LIVE_TUPLES),
            List.of(ROWS, ROWS_PER_SCAN, SCANS, MANY_ROWS, SLICE),
            List.of(
                    "https://www.postgresql.org/docs/current/using-explain.html",
                    "https://www.postgresql.org/docs/current/pgstatstatements.html"),
            Causality.at(Station.DATABASE_CPU)
                    .explaining(TimeCategory.DATABASE, TimeCategory.DATABASE_STORAGE)
                    .leadingTo(RuleId.DATABASE_PROCESSORS_SATURATED, RuleId.TOO_MANY_ACTIVE_SESSIONS)
                    .leadingToOnSharedProcessors(RuleId.TOO_MANY_THREADS)
                    // There is an exact and cheaper cure.
                    .holdingBack(RuleId.DATABASE_CORES_FEW));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        return TableScans.in(window, ROWS.in(context), SLICE.duration(context)).stream()
                .filter(scans -> !MissingIndexes.in(window).containsTable(scans.table()))
                .filter(scans ->
                        scans.perSecond() >= SCANS.in(context) && scans.rowsEach() >= ROWS_PER_SCAN.in(context))
                .max(Comparator.comparing(TableScans::rowsPerSecond))
                .<Verdict>map(scans -> finding(scans, context))
                .orElse(Verdict.healthy());
    }

    private static Finding finding(TableScans scans, RuleContext context) {
        String name = "postgres.table." + scans.table();
        return new Finding(
                scans.rowsPerSecond() >= MANY_ROWS.in(context) ? Severity.CRITICAL : Severity.WARNING,
                List.of(
                        Observation.of(name + ".scans.rate", scans.perSecond(), SCANS),
                        Observation.of(name + ".scans.rows.each", scans.rowsEach(), ROWS_PER_SCAN),
                        Observation.of(name + ".live", scans.rows(), ROWS)),
                "Table " + scans.table() + " with " + Figures.number(scans.rows()) + " rows was read as a whole "
                        + Figures.number(scans.perSecond()) + " times a second, "
                        + Figures.number(scans.rowsPerSecond())
                        + " rows a second. Find the statement in pg_stat_statements or "
                        + "by auto_explain, then CREATE INDEX CONCURRENTLY on the columns of its condition; the cause is rarely "
                        + "Keycloak itself, rather an extension or a report.",
                Confidence.MEDIUM,
                null);
    }
}
