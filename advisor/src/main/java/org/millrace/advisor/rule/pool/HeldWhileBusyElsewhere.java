package org.millrace.advisor.rule.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.rule.Causality;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Station;
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.Figures;
import org.millrace.advisor.rule.analysis.HeldIdle;
import org.millrace.advisor.rule.analysis.Occupation;

/** Connections are in use by requests that do something else meanwhile. */
public final class HeldWhileBusyElsewhere implements Rule {

    private static final RuleCard CARD = new RuleCard(
            RuleId.HELD_WHILE_BUSY_ELSEWHERE,
            "Connections are held but not used",
            Lane.SATURATION,
            "A request that has read from the database keeps its connection to the end of its transaction, also while it hashes a "
                    + "password or calls another server. The pool looks exhausted then while the database idles, and more "
                    + "connections would be held the same way.",
            PoolWaits.INPUTS,
            List.of(PoolWaits.AWAITING, PoolWaits.SUSTAINED, PoolWaits.MANY, HeldIdle.SHARE),
            List.of("https://www.keycloak.org/observability/metrics-for-troubleshooting-database"),
            Causality.at(Station.CONNECTION_POOL)
                    .leadingTo(
                            RuleId.POOL_TOO_SMALL,
                            RuleId.ACQUISITIONS_TIME_OUT,
                            RuleId.THREADS_ALL_BUSY,
                            RuleId.THREADS_WITHOUT_CONNECTIONS)
                    // Threads that wait for a connection are busy because of the pool.
                    .holdingBack(RuleId.THREADS_ALL_BUSY));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        PoolWaits waits = PoolWaits.in(context);
        if (!waits.isSustained()) {
            return Verdict.healthyOver(context, PoolSignals.AWAITING, PoolWaits.SUSTAINED);
        }
        if (!waits.unmeasured().isEmpty()) {
            return new Verdict.Skipped(waits.unmeasured());
        }
        double held = HeldIdle.in(waits.samples());
        return held < HeldIdle.SHARE.in(context) ? Verdict.healthy() : finding(waits, held);
    }

    private static Finding finding(PoolWaits waits, double held) {
        Occupation occupation = Occupation.of(waits.samples());
        List<Observation> observed = new ArrayList<>(waits.observations());
        observed.add(Observation.of(PostgresSignals.OWN_IDLE_IN_TRANSACTION.name() + ".share", held, HeldIdle.SHARE));
        observed.addAll(occupation.observations());
        return new Finding(
                waits.severity(),
                observed,
                Figures.count(waits.awaiting(), "request") + " on average waited for a connection, but "
                        + Figures.percent(held) + " of those in use were idle in a transaction." + occupation.sentence()
                        + " "
                        + advice(occupation),
                Confidence.MEDIUM,
                null);
    }

    private static String advice(Occupation occupation) {
        Optional<Signal> main = occupation.mainActivity();
        if (main.filter(ThreadSignals.HASHING::equals).isPresent()) {
            return "Password hashing dominates the time: more processors would help, more connections would not.";
        }
        if (main.filter(ThreadSignals.IN_REMOTE_CALL::equals).isPresent()) {
            return "Shorten the time-outs of calls to other servers before making the pool larger.";
        }
        return "Find the activity during the transaction before enlarging the pool.";
    }
}
