package org.millrace.advisor.model.signal;

import java.util.List;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.Window;

/** One table of the database; only notable ones exist, and a few that always matter. */
public record TableSignals(String table) {

    private static final String PREFIX = "postgres.table.";
    private static final String LIVE = ".live";

    /** The tables that Keycloak writes sessions to. */
    public static final List<TableSignals> SESSIONS =
            List.of(new TableSignals("offline_user_session"), new TableSignals("offline_client_session"));

    /** The tables of the last reading, in the order of their names. */
    public static List<TableSignals> in(Window window) {
        return window.latestNames(PREFIX).stream()
                .filter(name -> name.endsWith(LIVE))
                .map(name -> name.substring(PREFIX.length(), name.length() - LIVE.length()))
                .sorted()
                .map(TableSignals::new)
                .toList();
    }

    public Signal live() {
        return gauge(LIVE);
    }

    public Signal dead() {
        return gauge(".dead");
    }

    /** Rows inserted, updated and deleted. */
    public Signal writes() {
        return counter(".writes", "rows");
    }

    /** Rows written since the planner's statistics were last made. */
    public Signal notAnalyzed() {
        return gauge(".not.analyzed");
    }

    public Signal inserts() {
        return counter(".inserts", "rows");
    }

    public Signal updates() {
        return counter(".updates", "rows");
    }

    /** Updates that touched no index. */
    public Signal hotUpdates() {
        return counter(".updates.hot", "rows");
    }

    public Signal scans() {
        return counter(".scans", "scans");
    }

    /** Rows read by reading the whole table. */
    public Signal scannedRows() {
        return counter(".scans.rows", "rows");
    }

    private Signal gauge(String suffix) {
        return Signal.gauge(PREFIX + table + suffix, "rows");
    }

    private Signal counter(String suffix, String unit) {
        return Signal.counter(PREFIX + table + suffix, unit);
    }
}
