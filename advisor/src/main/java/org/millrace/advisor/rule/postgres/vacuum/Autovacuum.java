package org.millrace.advisor.rule.postgres.vacuum;

import java.util.Optional;
import java.util.OptionalDouble;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.rule.analysis.TableNames;

/** What autovacuum goes by, for all tables or for one that has an option of its own. */
final class Autovacuum {

    static final String SCALE = "autovacuum_vacuum_scale_factor";

    static final String ANALYZE_SCALE = "autovacuum_analyze_scale_factor";

    static final String COST_LIMIT = "autovacuum_vacuum_cost_limit";

    static final String COST_DELAY = "autovacuum_vacuum_cost_delay";

    /** So much is done between two pauses; memory and disks of today bear it. */
    static final double GOOD_LIMIT = 2000;

    /** That of PostgreSQL. */
    private static final double DEFAULT_LIMIT = 200;

    private final Window window;

    Autovacuum(Window window) {
        this.window = window;
    }

    /** Work between two pauses, shared by all workers; empty if the parameter was not read. */
    OptionalDouble costLimit() {
        OptionalDouble own = parameter(COST_LIMIT);
        if (own.isEmpty() || own.getAsDouble() >= 0) {
            return own;
        }
        return OptionalDouble.of(parameter("vacuum_cost_limit").orElse(DEFAULT_LIMIT));
    }

    /** As the table's own option says, or else the parameter; empty if neither was read or if it refers to another one. */
    OptionalDouble of(String table, String option) {
        Optional<OptionalDouble> own =
                TableNames.present(table, option, window).map(Setting::number).filter(Autovacuum::isOwn);
        if (own.isPresent()) {
            return own.get();
        }
        return option.equals(COST_LIMIT)
                ? costLimit()
                : parameter(option).stream().filter(value -> value >= 0).findFirst();
    }

    /** A negative value refers to the parameter; an unparsable value counts as unknown. */
    private static boolean isOwn(OptionalDouble value) {
        return value.isEmpty() || value.getAsDouble() >= 0;
    }

    private OptionalDouble parameter(String name) {
        return window.number(PostgresSettings.named(name));
    }
}
