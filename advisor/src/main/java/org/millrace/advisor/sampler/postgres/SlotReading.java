package org.millrace.advisor.sampler.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.setting.StatementFacts;
import org.millrace.advisor.model.signal.TimeSignals;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.postgres.connection.Statements;

/** Who holds the connection slots of the database server. */
final class SlotReading implements Reading {

    private static final String HOLDERS = """
            SELECT coalesce(nullif(application_name, ''), 'unnamed') AS application, coalesce(usename, '?') AS role,
                   coalesce(host(client_addr), 'local') AS host, coalesce(datname, '?') AS database,
                   coalesce(state, 'hidden') AS state, count(*) AS sessions, sum(count(*)) OVER () AS all_sessions
              FROM pg_stat_activity
             WHERE backend_type = 'client backend'
                OR backend_type IS NULL AND usesysid IS NOT NULL AND datid IS NOT NULL
             GROUP BY 1, 2, 3, 4, 5
             ORDER BY sessions DESC
             LIMIT 6
            """;

    private volatile List<Setting> facts = List.of();

    @Override
    public int period() {
        return 3;
    }

    List<Setting> facts() {
        return facts;
    }

    @Override
    public void read(Connection open, Readings readings) throws SQLException {
        List<String> holders = new ArrayList<>();
        Statements.query(open, HOLDERS, row -> {
            readings.put(TimeSignals.SLOTS_USED, row.getDouble("all_sessions"));
            holders.add((int) row.getDouble("sessions") + " " + row.getString("state") + " of user "
                    + row.getString("role") + " in database " + row.getString("database") + " from "
                    + row.getString("host") + " as \"" + name(row.getString("application")) + "\"");
        });
        facts = List.of(new Setting(StatementFacts.SLOT_HOLDERS, String.join("; ", holders), "pg_stat_activity"));
    }

    private static String name(@Nullable String application) {
        String text = application == null ? "" : application.replaceAll("[\\p{Cntrl};\"]", " ");
        return text.length() > 60 ? text.substring(0, 60) : text;
    }
}
