package org.millrace.advisor.rule.safety;

import java.util.List;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.HorizonSignals;
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

/** Replication is incomplete or broken. */
public final class ReplicationBroken implements Rule {

    private static final Threshold LAG =
            new Threshold("replay lag", 10, "seconds", "A standby that is well is less than one behind");

    private static final Threshold LONG_LAG = new Threshold(
            "replay lag, critical", 60, "seconds", "A switch to it would go back by a minute of users' changes");

    private static final Threshold RETAINED = new Threshold(
            "WAL retained for inactive replication slots",
            10.0 * 1024 * 1024 * 1024,
            "bytes",
            "It only grows, until the disk is full and the database stops");

    private static final RuleCard CARD = new RuleCard(
            RuleId.REPLICATION_BROKEN,
            "Replication is failing or lags",
            Lane.SAFETY,
            "A standby that is missing or far behind shows when it is needed. Keycloak must write: connected to a standby, every "
                    + "login fails. Standbys are counted where Keycloak's role may see them, as a member of pg_monitor; "
                    + "one that has gone is missed for a day.",
            List.of(HorizonSignals.IN_RECOVERY, HorizonSignals.RETAINED_WAL),
            List.of(LAG, LONG_LAG, RETAINED),
            List.of("https://www.postgresql.org/docs/current/warm-standby.html", "https://www.keycloak.org/server/db"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        if (window.latest(HorizonSignals.IN_RECOVERY) > 0) {
            return finding(
                    Severity.CRITICAL,
                    HorizonSignals.IN_RECOVERY,
                    window,
                    "The advisor's connection, opened like Keycloak's own, leads to a standby: set targetServerType=primary.");
        }
        boolean wanted = window.settings()
                .find(PostgresSettings.SYNCHRONOUS_STANDBY_NAMES)
                .flatMap(Setting::text)
                .filter(names -> !names.isBlank())
                .isPresent();
        if (wanted && window.latestIfKnown(HorizonSignals.SYNCHRONOUS_STANDBYS).orElse(1) == 0) {
            return finding(
                    Severity.CRITICAL,
                    HorizonSignals.SYNCHRONOUS_STANDBYS,
                    window,
                    "Synchronous standbys are configured, and none is connected: commits wait for one, or are not replicated.");
        }
        if (!window.has(HorizonSignals.STANDBYS)) {
            Verdict rest = lag(context);
            return rest instanceof Finding ? rest : new Verdict.Skipped(List.of(HorizonSignals.STANDBYS));
        }
        double standbys = window.latest(HorizonSignals.STANDBYS);
        double most = Math.max(
                window.max(HorizonSignals.STANDBYS),
                window.latestIfKnown(HorizonSignals.MOST_STANDBYS).orElse(0));
        return standbys < most ? gone(window, standbys, most) : lag(context);
    }

    private static Finding gone(Window window, double standbys, double most) {
        return standbys == 0
                ? finding(
                        Severity.CRITICAL,
                        HorizonSignals.STANDBYS,
                        window,
                        "No standby is left of " + Figures.number(most)
                                + ": if this server fails, there is none to switch to.")
                : finding(
                        Severity.WARNING,
                        HorizonSignals.STANDBYS,
                        window,
                        "A standby has gone: there were " + Figures.number(most) + ", and " + Figures.number(standbys)
                                + " are left.");
    }

    private static Verdict lag(RuleContext context) {
        Window window = context.window();
        double lag = window.latestIfKnown(HorizonSignals.REPLAY_LAG).orElse(0);
        double retained = window.latest(HorizonSignals.RETAINED_WAL);
        if (lag >= LAG.in(context)) {
            return new Finding(
                    lag >= LONG_LAG.in(context) ? Severity.CRITICAL : Severity.WARNING,
                    List.of(Observation.of(HorizonSignals.REPLAY_LAG.name(), lag, LAG)),
                    "The slowest standby is " + Figures.time(lag)
                            + " behind. Check its disk, long queries on it, and the "
                            + "network.",
                    Confidence.HIGH,
                    null);
        }
        return retained < RETAINED.in(context)
                ? Verdict.healthy()
                : new Finding(
                        Severity.WARNING,
                        List.of(Observation.of(HorizonSignals.RETAINED_WAL.name(), retained, RETAINED)),
                        "The server keeps " + Figures.bytes(retained)
                                + " of WAL for an inactive replication slot: drop "
                                + "it if its standby is gone permanently, before the disk is full.",
                        Confidence.HIGH,
                        null);
    }

    private static Finding finding(Severity severity, Signal signal, Window window, String why) {
        return new Finding(
                severity,
                List.of(Observation.of(signal.name(), window.latest(signal), signal.unit())),
                why,
                Confidence.HIGH,
                null);
    }
}
