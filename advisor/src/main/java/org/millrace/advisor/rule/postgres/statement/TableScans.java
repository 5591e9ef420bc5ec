package org.millrace.advisor.rule.postgres.statement;

import java.time.Duration;
import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.TableSignals;

/** How often a large table was read as a whole, at its busiest. */
record TableScans(String table, double rows, double perSecond, double rowsPerSecond) {

    static List<TableScans> in(Window window, double leastRows, Duration slice) {
        return TableSignals.in(window).stream()
                .filter(table -> window.latest(table.live()) >= leastRows)
                .map(table -> new TableScans(
                        table.table(),
                        window.latest(table.live()),
                        window.highestRate(table.scans(), slice).orElse(0),
                        window.highestRate(table.scannedRows(), slice).orElse(0)))
                .toList();
    }

    double rowsEach() {
        return perSecond > 0 ? rowsPerSecond / perSecond : 0;
    }
}
