package org.millrace.advisor.rule.postgres.statement;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.StatementFacts;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.TimeSignals;
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
import org.millrace.advisor.rule.analysis.RequestWait;

/** The most expensive statement of the database reads far more rows than it returns, by index or sequential scan. */
public final class StatementReadsTooMuch implements Rule {

    private static final Threshold SESSIONS = new Threshold(
            "sessions that execute the statement",
            0.5,
            "sessions",
            "Below, the database is not busy with it for most of the time");

    private static final Threshold ROWS = new Threshold(
            "rows read by a call",
            20_000,
            "rows",
            "That many take tens of milliseconds of a processor; no page of a console or of an API shows as many");

    private static final Threshold RATE = new Threshold(
            "rows read a second", 50_000, "rows per second", "A core reads one to some millions: less is no load");

    private static final Threshold RETURNED = new Threshold(
            "rows read by rows returned",
            100,
            "rows",
            "With a fitting index a statement reads about as many rows as it returns");

    private static final Set<String> EVENT_TABLES = Set.of("event_entity", "admin_event_entity");

    private static final Pattern EQUALITY = Pattern.compile("\\b([A-Za-z_]\\w*)\\s*=\\s*(?:\\$\\d+|\\?)");

    private static final int MOST_COLUMNS = 4;

    private static final RuleCard CARD = new RuleCard(
            RuleId.STATEMENT_READS_TOO_MUCH,
            "A statement reads far more rows than it returns",
            Lane.SATURATION,
            "A search inside of names and addresses, or a filter without a fitting index, makes the database read a large part "
                    + "of a table for each call. It does not matter whether it scans the table or walks through an index: the "
                    + "rows that it reads and throws away take the processors. Tables that lack an index of Keycloak's are left to "
                    + "KC-PG-010.",
            List.of(
                    TimeSignals.STATEMENT_ROWS_READ,
                    TimeSignals.STATEMENT_ROWS_PER_CALL,
                    TimeSignals.STATEMENT_SESSIONS,
                    StatementFacts.TOP),
            List.of(SESSIONS, ROWS, RATE, RETURNED, RequestWait.NOTICED, RequestWait.STALLED),
            List.of(
                    "https://www.postgresql.org/docs/current/pgtrgm.html",
                    "https://www.postgresql.org/docs/current/pgstatstatements.html",
                    "https://github.com/keycloak/keycloak/issues/16487"),
            Causality.at(Station.DATABASE_CPU)
                    .explaining(TimeCategory.DATABASE, TimeCategory.DATABASE_STORAGE)
                    .leadingTo(
                            RuleId.DATABASE_PROCESSORS_SATURATED,
                            RuleId.TOO_MANY_ACTIVE_SESSIONS,
                            RuleId.LARGE_TABLE_SCANNED,
                            RuleId.DATABASE_BEHIND_POOL_SATURATED)
                    .leadingToOnSharedProcessors(RuleId.TOO_MANY_THREADS)
                    .holdingBackMoreConcurrency()
                    .holdingBack(
                            RuleId.LARGE_TABLE_SCANNED, RuleId.DATABASE_CORES_FEW, RuleId.SESSION_WRITES_DOMINATE));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double sessions = window.mean(TimeSignals.STATEMENT_SESSIONS);
        double rows = window.mean(TimeSignals.STATEMENT_ROWS_PER_CALL);
        double rate = window.mean(TimeSignals.STATEMENT_ROWS_READ);
        OptionalDouble returned = window.meanIfKnown(TimeSignals.STATEMENT_ROWS_RETURNED);
        String table = text(window, StatementFacts.TABLE);
        boolean wasteful = returned.isEmpty() || rows >= RETURNED.in(context) * Math.max(1, returned.getAsDouble());
        boolean found = sessions >= SESSIONS.in(context)
                && rows >= ROWS.in(context)
                && rate >= RATE.in(context)
                && wasteful
                && !MissingIndexes.in(window).containsTable(table);
        return found ? finding(context, sessions, rows, rate, returned, table) : Verdict.healthy();
    }

    private static Finding finding(
            RuleContext context, double sessions, double rows, double rate, OptionalDouble returned, String table) {
        Window window = context.window();
        String statement = text(window, StatementFacts.TOP);
        double cores = window.maxIfKnown(PostgresSignals.CORES).orElse(Double.POSITIVE_INFINITY);
        boolean critical = sessions >= cores || RequestWait.isNoticed(context, TimeCategory.DATABASE);
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of(TimeSignals.STATEMENT_ROWS_PER_CALL.name(), rows, ROWS));
        observed.add(Observation.of(TimeSignals.STATEMENT_ROWS_READ.name(), rate, RATE));
        observed.add(Observation.of(TimeSignals.STATEMENT_SESSIONS.name(), sessions, SESSIONS));
        returned.ifPresent(
                each -> observed.add(Observation.of(TimeSignals.STATEMENT_ROWS_RETURNED.name(), each, "rows")));
        String why = "One statement reads " + count(rows) + " rows of table " + table + " for each call"
                + (returned.isPresent() ? " and returns " + count(returned.getAsDouble()) : "") + "; "
                + Figures.count(sessions, "session") + " of the database " + (sessions < 1.5 ? "is" : "are")
                + " busy with it: " + statement + ". " + advice(window, statement, table);
        return new Finding(
                critical ? Severity.CRITICAL : Severity.WARNING,
                observed,
                why,
                returned.isPresent() ? Confidence.HIGH : Confidence.MEDIUM,
                null);
    }

    private static String advice(Window window, String statement, String table) {
        boolean pattern = statement.toLowerCase(Locale.ROOT).contains(" like ");
        if (!pattern) {
            return (EVENT_TABLES.contains(table)
                            ? "Set an expiration of events in the realm's settings, and search events with a range of dates. "
                            : "")
                    + "EXPLAIN (ANALYZE, BUFFERS) the statement"
                    + index(statement, table)
                            .map(index -> "; if pg_indexes has no index on these columns, " + index)
                            .orElse(" and create an index on the columns that it filters by")
                    + ".";
        }
        boolean trigrams = window.settings()
                .find(StatementFacts.TRIGRAM_INDEXES)
                .map(Setting::names)
                .orElse(List.of())
                .contains(table);
        if (trigrams) {
            return "A trigram index of the table exists and does not fit: EXPLAIN (ANALYZE, BUFFERS) the statement.";
        }
        return TrigramIndex.advice(table);
    }

    /** On the columns that are compared with a value. */
    private static Optional<String> index(String statement, String table) {
        int where = statement.toLowerCase(Locale.ROOT).indexOf(" where ");
        if (where < 0 || table.isEmpty()) {
            return Optional.empty();
        }
        String columns = EQUALITY.matcher(statement.substring(where))
                .results()
                .map(match -> match.group(1).toLowerCase(Locale.ROOT))
                .distinct()
                .limit(MOST_COLUMNS)
                .collect(Collectors.joining(", "));
        return columns.isEmpty()
                ? Optional.empty()
                : Optional.of("CREATE INDEX CONCURRENTLY ON " + table + " (" + columns + ")");
    }

    private static String count(double rows) {
        return String.format(Locale.ROOT, "%,.0f", rows);
    }

    private static String text(Window window, SettingName name) {
        return window.settings().find(name).flatMap(Setting::text).orElse("");
    }
}
