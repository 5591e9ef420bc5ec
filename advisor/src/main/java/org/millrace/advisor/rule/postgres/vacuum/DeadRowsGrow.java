package org.millrace.advisor.rule.postgres.vacuum;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.TableSignals;
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

/** A table gathers dead rows faster than autovacuum removes them. */
public final class DeadRowsGrow implements Rule {

    private static final Threshold ROWS = new Threshold(
            "living rows", 10_000, "rows", "Smaller tables are vacuumed in moments and may be read as a whole");

    private static final Threshold BEHIND = new Threshold(
            "dead rows by what autovacuum is set to leave",
            2,
            "ratio",
            "Up to once is how it works, for a table of which a fifth is dead by default; twice means that it does not come, or "
                    + "does not keep up");

    private static final Threshold FAR_BEHIND = new Threshold(
            "dead rows by what autovacuum is set to leave, critical",
            5,
            "ratio",
            "By then most of the table consists of dead tuples, which vacuum must read to remove");

    private static final Threshold MANY = new Threshold(
            "dead rows of a large table", 100_000, "rows", "As many are a burden however large the table is");

    private static final Threshold SHARE = new Threshold(
            "dead by living rows",
            0.2,
            "ratio",
            "As many lie in a healthy table by default; who has set autovacuum to come earlier is not worse off than that");

    /** That of PostgreSQL. One that is set higher lets more rows lie, and makes them no less of a burden. */
    private static final double DEFAULT_SCALE = 0.2;

    private static final double BASE = 50;

    /** For autovacuum to keep up with a large table; the delay is in milliseconds. */
    private static final List<Bound> HURRIED = List.of(
            new Bound(Autovacuum.SCALE, "0.01"),
            new Bound(Autovacuum.ANALYZE_SCALE, "0.02"),
            new Bound(Autovacuum.COST_DELAY, "1"));

    /** What an option may be at most. */
    private record Bound(String option, String most) {

        boolean isKept(OptionalDouble present) {
            return present.isPresent() && present.getAsDouble() <= Double.parseDouble(most);
        }
    }

    private static final RuleCard CARD = new RuleCard(
            RuleId.DEAD_TUPLES_ACCUMULATE,
            "Dead tuples accumulate faster than autovacuum removes them",
            Lane.SATURATION,
            "Each update leaves a dead row behind that every reader has to skip until vacuum removes it. When changes come "
                    + "faster than vacuum works, tables and indexes grow, pages are contended for, and plans get worse.",
            List.of(PostgresSignals.DEAD_TUPLES, PostgresSignals.LIVE_TUPLES),
            List.of(ROWS, BEHIND, FAR_BEHIND, MANY, SHARE),
            List.of("https://www.postgresql.org/docs/current/routine-vacuuming.html#AUTOVACUUM"),
            Causality.at(Station.DATABASE_LOCKS)
                    .leadingTo(RuleId.PAGES_CONTENDED, RuleId.DATABASE_PROCESSORS_SATURATED)
                    .leadingToOnSharedProcessors(RuleId.TOO_MANY_THREADS));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double scale = window.number(PostgresSettings.named("autovacuum_vacuum_scale_factor"))
                .orElse(DEFAULT_SCALE);
        double strictest = Math.min(scale, DEFAULT_SCALE);
        return TableSignals.in(window).stream()
                .filter(table -> window.has(table.dead()) && window.latest(table.live()) >= ROWS.in(context))
                .map(table -> Table.of(table, window, strictest))
                .filter(table -> table.behind() >= BEHIND.in(context) && isBurden(table, context) && table.grows())
                .max(Comparator.comparing(Table::behind))
                .<Verdict>map(table -> finding(table, context))
                .orElse(Verdict.healthy());
    }

    private static boolean isBurden(Table table, RuleContext context) {
        return table.dead() > MANY.in(context) || table.dead() > SHARE.in(context) * table.live();
    }

    private static Finding finding(Table table, RuleContext context) {
        Window window = context.window();
        boolean off = window.settings()
                        .find(PostgresSettings.AUTOVACUUM)
                        .filter(setting -> setting.is("off"))
                        .isPresent()
                || TableNames.in(PostgresSettings.TABLES_WITHOUT_AUTOVACUUM, window)
                        .contains(table.name());
        List<Step> steps = off ? switchOn(table, window) : hurry(table, window);
        String why = "Table " + table.name() + " has " + Figures.number(table.dead()) + " dead rows and "
                + Figures.number(table.live()) + " living ones, " + Figures.number(table.behind())
                + " times what autovacuum is set to leave, and gets more. "
                + advice(off, steps);
        return new Finding(
                table.behind() >= FAR_BEHIND.in(context) ? Severity.CRITICAL : Severity.WARNING,
                List.of(
                        Observation.of("postgres.table." + table.name() + ".dead.behind", table.behind(), BEHIND),
                        Observation.of("postgres.table." + table.name() + ".dead", table.dead(), "rows"),
                        Observation.of("postgres.table." + table.name() + ".live", table.live(), ROWS)),
                why,
                Confidence.HIGH,
                steps.isEmpty() ? null : new Change(steps, false, Change.Risk.LOW));
    }

    private static String advice(boolean off, List<Step> steps) {
        if (off) {
            return "Autovacuum is switched off for it: switch it on, and VACUUM (ANALYZE) it once.";
        }
        String cause = steps.isEmpty()
                ? "Autovacuum is set to come early and to work fast here already: something holds it back, such as an old "
                        + "transaction, or all of its workers are at other tables"
                : "Let autovacuum come at one row in a hundred and work faster on this table";
        return cause + "; a VACUUM (ANALYZE) at a quiet time removes what is there.";
    }

    private static List<Step> switchOn(Table table, Window window) {
        boolean everywhere = window.settings()
                .find(PostgresSettings.AUTOVACUUM)
                .filter(setting -> setting.is("off"))
                .isPresent();
        return List.of(
                everywhere
                        ? new Step(Step.Kind.POSTGRES, "autovacuum", "off", "on")
                        : TableNames.withAutovacuum(table.name(), window));
    }

    /** Without settings that are in force already, for the table or globally. */
    private static List<Step> hurry(Table table, Window window) {
        Autovacuum autovacuum = new Autovacuum(window);
        List<Step> steps = new ArrayList<>();
        for (Bound bound : HURRIED) {
            if (!bound.isKept(autovacuum.of(table.name(), bound.option()))) {
                steps.add(TableNames.option(table.name(), bound.option(), bound.most(), window));
            }
        }
        OptionalDouble limit = autovacuum.of(table.name(), Autovacuum.COST_LIMIT);
        if (limit.isEmpty() || limit.getAsDouble() < Autovacuum.GOOD_LIMIT) {
            steps.add(TableNames.option(
                    table.name(), Autovacuum.COST_LIMIT, Figures.number(Autovacuum.GOOD_LIMIT), window));
        }
        return steps;
    }

    /** @param behind dead rows by what autovacuum is set to leave */
    private record Table(String name, double live, double dead, double behind, boolean grows) {

        static Table of(TableSignals table, Window window, double scale) {
            double live = window.latest(table.live());
            double dead = window.latest(table.dead());
            boolean grows = dead > window.min(table.dead());
            return new Table(table.table(), live, dead, dead / (BASE + scale * live), grows);
        }
    }
}
