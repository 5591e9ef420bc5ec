package org.millrace.advisor.rule.postgres.statement;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.PostgresSettings;
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
import org.millrace.advisor.rule.analysis.TableNames;

/** The database lacks an index that Keycloak makes. */
public final class IndexesMissing implements Rule {

    private static final Threshold ROWS = new Threshold(
            "rows of a table without its index",
            100_000,
            "rows",
            "On fewer rows an upgrade creates the index, and no statement needs it before");

    private static final Threshold SCANS = new Threshold(
            "scans a second of such a table",
            1,
            "scans per second",
            "Then requests read the whole table because the index is missing");

    private static final Threshold ROWS_PER_SCAN = new Threshold(
            "rows read by a scan", 10_000, "rows", "A scan that ends early reads fewer rows and does no harm");

    private static final Threshold SLICE = new Threshold(
            "seconds of the busiest stretch", 30, "seconds", "The statistics of tables are read four times a minute");

    private static final RuleCard CARD = new RuleCard(
            RuleId.INDEXES_MISSING,
            "An index of Keycloak's is missing",
            Lane.SATURATION,
            "When a release brings an index for a table of more than 300,000 rows, the upgrade leaves it out so as not to lock "
                    + "the table, and writes the statement to its log. Without it, statements scan whole tables: "
                    + "deleting a client or expiring sessions then takes minutes.",
            List.of(PostgresSettings.MISSING_INDEXES, PostgresSignals.LIVE_TUPLES),
            List.of(ROWS, SCANS, ROWS_PER_SCAN, SLICE),
            List.of(
                    "https://www.keycloak.org/server/db",
                    "https://www.postgresql.org/docs/current/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY"),
            Causality.at(Station.DATABASE_CPU)
                    .explaining(TimeCategory.DATABASE, TimeCategory.DATABASE_STORAGE)
                    .leadingTo(RuleId.LARGE_TABLE_SCANNED)
                    // There is an exact and cheaper cure.
                    .holdingBack(RuleId.LARGE_TABLE_SCANNED, RuleId.DATABASE_CORES_FEW));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        MissingIndexes missing = MissingIndexes.in(window);
        double rows = window.latestIfKnown(PostgresSignals.ROWS_WITHOUT_INDEX).orElse(0);
        if (missing.indexes().isEmpty() || rows < ROWS.in(context)) {
            return Verdict.healthy();
        }
        Optional<TableScans> scanned = TableScans.in(window, ROWS.in(context), SLICE.duration(context)).stream()
                .filter(scans -> missing.containsTable(scans.table()))
                .filter(scans ->
                        scans.perSecond() >= SCANS.in(context) && scans.rowsEach() >= ROWS_PER_SCAN.in(context))
                .max(Comparator.comparing(TableScans::rowsPerSecond));
        Finding finding = finding(missing, TableNames.in(PostgresSettings.TAKEN_INDEX_NAMES, window), rows, scanned);
        return scanned.isPresent() ? finding : finding.withoutSymptom();
    }

    private static Finding finding(
            MissingIndexes missing, Set<String> taken, double rows, Optional<TableScans> scanned) {
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of(
                "postgres.indexes.missing.count", missing.indexes().size(), "indexes"));
        observed.add(Observation.of(PostgresSignals.ROWS_WITHOUT_INDEX.name(), rows, ROWS));
        scanned.ifPresent(scans -> observed.add(
                Observation.of("postgres.table." + scans.table() + ".scans.rate", scans.perSecond(), SCANS)));
        List<Step> steps = missing.indexes().stream()
                .filter(index -> !taken.contains(index.name()))
                .map(index -> new Step(Step.Kind.INDEX, index.name(), null, index.table() + " " + index.columns()))
                .toList();
        String names =
                missing.indexes().stream().map(MissingIndexes.Index::name).collect(Collectors.joining(", "));
        return new Finding(
                scanned.isPresent() ? Severity.CRITICAL : Severity.WARNING,
                observed,
                "The database has not the index " + names
                        + ", or an invalid one in its place; the largest table concerned has "
                        + Figures.number(rows) + " rows. "
                        + scanned.map(scans -> "Table " + scans.table() + " was read as a whole "
                                        + Figures.number(scans.perSecond()) + " times a second because it is missing. ")
                                .orElse("")
                        + advice(taken, steps),
                Confidence.HIGH,
                steps.isEmpty() ? null : new Change(steps, false, Change.Risk.MEDIUM));
    }

    private static String advice(Set<String> taken, List<Step> steps) {
        List<String> sentences = new ArrayList<>();
        if (!steps.isEmpty()) {
            sentences.add(
                    "CREATE INDEX CONCURRENTLY does not block writes; drop an invalid index of the same name first.");
        }
        if (!taken.isEmpty()) {
            sentences.add("Taken: " + taken.stream().sorted().collect(Collectors.joining(", "))
                    + ". An index on other columns has that name, and needs another one first, or it is being made now, as "
                    + "pg_stat_progress_create_index shows, and is not to be dropped.");
        }
        return String.join(" ", sentences);
    }
}
