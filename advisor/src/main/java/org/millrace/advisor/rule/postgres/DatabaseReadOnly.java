package org.millrace.advisor.rule.postgres;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.HorizonSignals;
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

/** The database rejects every write. */
public final class DatabaseReadOnly implements Rule {

    private static final Threshold READ_ONLY = new Threshold(
            "database is read-only",
            1,
            "ratio",
            "A login writes an event or a session, so that hardly any request succeeds");

    private static final RuleCard CARD = new RuleCard(
            RuleId.DATABASE_READ_ONLY,
            "The database is read-only",
            Lane.SATURATION,
            "After a failover the address in db-url may lead to a standby, and a managed database sets a full disk "
                    + "read-only. Reads succeed, so health checks pass; logins and changes fail.",
            List.of(PostgresSignals.READ_ONLY, HorizonSignals.IN_RECOVERY),
            List.of(READ_ONLY),
            List.of(
                    "https://www.postgresql.org/docs/current/hot-standby.html",
                    "https://www.postgresql.org/docs/current/runtime-config-client.html"),
            Causality.at(Station.DATABASE_REACHABILITY).leadingTo(RuleId.SERVER_ERRORS, RuleId.CONNECTIONS_BREAK));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        if (window.latest(PostgresSignals.READ_ONLY) < READ_ONLY.in(context)) {
            return Verdict.healthy();
        }
        boolean standby = window.latest(HorizonSignals.IN_RECOVERY) > 0;
        return new Finding(
                Severity.CRITICAL,
                List.of(Observation.of(PostgresSignals.READ_ONLY.name(), 1, READ_ONLY)),
                "PostgreSQL rejects every write (SQLSTATE 25006): "
                        + (standby
                                ? "it is a standby (pg_is_in_recovery). Check that db-url leads to the primary, for instance with "
                                        + "targetServerType=primary, and that a failover has ended."
                                : "default_transaction_read_only is on. Check who set it (pg_settings, pg_db_role_setting) and "
                                        + "whether the disk is full; then set it to off and reload."),
                Confidence.HIGH,
                null);
    }
}
