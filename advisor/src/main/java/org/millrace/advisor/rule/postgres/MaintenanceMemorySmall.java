package org.millrace.advisor.rule.postgres;

import java.util.List;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.TableSignals;
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

/** Vacuum goes over large tables several times because it has little memory. */
public final class MaintenanceMemorySmall implements Rule {

    private static final Threshold ROWS =
            new Threshold("rows of a table", 5_000_000, "rows", "Smaller tables' dead rows fit into 64 MB in one go");

    private static final Threshold MEMORY =
            new Threshold("memory of the machine", 8, "gigabytes", "With less, the default is appropriate");

    private static final double DEFAULT_BYTES = 64.0 * 1024 * 1024;
    private static final double PARTS = 16;
    private static final double MOST_MEGABYTES = 1024;

    /** From here on vacuum keeps its list in a twentieth of the memory. */
    private static final double NEW_VACUUM = 17;

    private static final RuleCard CARD = new RuleCard(
            RuleId.MAINTENANCE_MEMORY_SMALL,
            "Low maintenance_work_mem",
            Lane.HYGIENE,
            "Vacuum lists dead rows in maintenance_work_mem, and goes over all indexes each time the list is full. Building an "
                    + "index sorts in it. PostgreSQL 17 needs far less for vacuum.",
            List.of(PostgresSettings.MAINTENANCE_WORK_MEM, StatedSettings.DATABASE_MEMORY, PostgresSignals.LIVE_TUPLES),
            List.of(ROWS, MEMORY),
            List.of(
                    "https://www.postgresql.org/docs/current/runtime-config-resource.html#GUC-MAINTENANCE-WORK-MEM",
                    "https://pgtune.leopard.in.ua/"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        Setting setting = window.setting(PostgresSettings.MAINTENANCE_WORK_MEM);
        double memory = window.number(StatedSettings.DATABASE_MEMORY).orElse(0);
        double rows = TableSignals.in(window).stream()
                .mapToDouble(table -> window.latest(table.live()))
                .max()
                .orElse(0);
        boolean modern = window.number(PostgresSettings.named("server_version")).orElse(0) >= NEW_VACUUM;
        boolean small = PostgresSettings.bytes(setting).orElse(Double.MAX_VALUE) <= DEFAULT_BYTES;
        return modern || !small || memory < MEMORY.in(context) || rows < ROWS.in(context)
                ? Verdict.healthy()
                : finding(setting, memory, rows);
    }

    private static Finding finding(Setting setting, double memory, double rows) {
        long to = (long) Math.min(MOST_MEGABYTES, memory * 1024 / PARTS);
        return new Finding(
                Severity.INFO,
                List.of(
                        Observation.of("postgres.rows.largest", rows, ROWS),
                        Observation.of("stated.memory", memory, MEMORY)),
                "maintenance_work_mem is "
                        + Figures.bytes(PostgresSettings.bytes(setting).orElse(DEFAULT_BYTES))
                        + ", and the largest table has " + Figures.number(rows) + " rows. A sixteenth of the memory, "
                        + to
                        + " MB, is the usual size; each autovacuum worker may take as much.",
                Confidence.HIGH,
                PostgresSettings.amount(setting)
                        .map(from -> new Step(Step.Kind.POSTGRES, "maintenance_work_mem", from, to + "MB"))
                        .map(step -> new Change(List.of(step), false, Change.Risk.LOW))
                        .orElse(null));
    }
}
