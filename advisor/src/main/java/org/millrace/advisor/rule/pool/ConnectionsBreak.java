package org.millrace.advisor.rule.pool;

import java.util.List;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.signal.PoolSignals;
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

/** Connections are found broken when they are to be used. */
public final class ConnectionsBreak implements Rule {

    private static final Threshold SHARE = new Threshold(
            "broken by taken connections",
            0.001,
            "ratio",
            "One in a thousand is more than networks lose by themselves");

    private static final Threshold BROKEN =
            new Threshold("broken connections", 3, "connections", "A restart of the database breaks each of them once");

    private static final RuleCard CARD = new RuleCard(
            RuleId.CONNECTIONS_BREAK,
            "Pooled connections are found broken",
            Lane.HYGIENE,
            "A firewall or a proxy that drops idle connections, or a server that closes them, leaves dead ones in the pool. "
                    + "The next request on each pays with a time-out or a new connection.",
            List.of(PoolSignals.INVALID, PoolSignals.ACQUIRED),
            List.of(SHARE, BROKEN),
            List.of("https://www.keycloak.org/server/db", "https://github.com/keycloak/keycloak/issues/17480"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double broken = window.increase(PoolSignals.INVALID);
        double taken = window.increase(PoolSignals.ACQUIRED);
        double share = broken / Math.max(1, taken);
        return broken < BROKEN.in(context) || share < SHARE.in(context)
                ? Verdict.healthy()
                : finding(window, broken, share);
    }

    private static Finding finding(Window window, double broken, double share) {
        boolean unset = window.settings()
                .find(KeycloakSettings.DB_POOL_MAX_LIFETIME)
                .flatMap(Setting::text)
                .isEmpty();
        Step step = new Step(Step.Kind.OPTION, KeycloakSettings.DB_POOL_MAX_LIFETIME.name(), null, "30m");
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of(PoolSignals.INVALID.name(), broken, BROKEN),
                        Observation.of("agroal.invalid.share", share, SHARE)),
                Figures.count(broken, "connection") + " were found broken, " + Figures.number(share * 1000)
                        + " in a thousand that were taken. Unless the database was restarted, set a maximum connection lifetime below the timeout of firewalls and proxies in "
                        + "between, and set tcpKeepAlive=true in the JDBC URL.",
                Confidence.MEDIUM,
                unset ? new Change(List.of(step), true, Change.Risk.LOW) : null);
    }
}
