package org.millrace.advisor.rule.http;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.JvmSignals;
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
import org.millrace.advisor.rule.analysis.Processors;

/** Most processor time goes into connections instead of requests. */
public final class HandshakesDominate implements Rule {

    private static final Threshold LOOPS = new Threshold(
            "processor time of event loops by all",
            0.5,
            "ratio",
            "Reading and writing requests takes far less; TLS is the remainder");

    private static final Threshold CPU = new Threshold(
            "used processors by those there are",
            0.8,
            "ratio",
            "With processors to spare, it is a cost and no bottleneck");

    private static final RuleCard CARD = new RuleCard(
            RuleId.HANDSHAKES_DOMINATE,
            "TLS handshakes take most processor time",
            Lane.SATURATION,
            "Event loops do the handshakes of TLS. A client that opens a connection for each request makes the server spend more "
                    + "on connections than on logins: keeping them open is cheaper than any processor.",
            List.of(JvmSignals.EVENT_LOOP_TIME, JvmSignals.CPU_TIME, JvmSignals.PROCESSORS),
            List.of(LOOPS, CPU),
            List.of("https://www.keycloak.org/high-availability/multi-cluster/concepts-memory-and-cpu-sizing"),
            Causality.at(Station.EVENT_LOOPS).leadingTo(RuleId.CPU_THROTTLED));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double cpu = Processors.share(window).orElse(0);
        double used = window.rate(JvmSignals.CPU_TIME);
        double loops = used > 0 ? window.rate(JvmSignals.EVENT_LOOP_TIME) / used : 0;
        return cpu < CPU.in(context) || loops < LOOPS.in(context) ? Verdict.healthy() : finding(window, loops, cpu);
    }

    private static Finding finding(Window window, double loops, double cpu) {
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of("jvm.event.loops.cpu.share.of.process", loops, LOOPS));
        observed.add(Observation.of("process.cpu.share", cpu, CPU));
        newConnections(window)
                .ifPresent(rate -> observed.add(
                        Observation.of("http.server.connections.new.rate", rate, "connections per second")));
        return new Finding(
                Severity.WARNING,
                observed,
                "Event loops use " + Figures.percent(loops)
                        + " of the process's processor time. Let clients and the load "
                        + "balancer keep connections open, resume TLS sessions, and use an ECDSA certificate, whose handshake costs "
                        + "a fraction of RSA's.",
                Confidence.MEDIUM,
                null);
    }

    /** In a steady state, connections by their mean age are what comes and goes a second. */
    private static OptionalDouble newConnections(Window window) {
        double open = window.meanIfKnown(HttpSignals.CONNECTIONS).orElse(0);
        double ages = window.meanIfKnown(HttpSignals.CONNECTION_AGES).orElse(0);
        return open > 0 && ages > 0 ? OptionalDouble.of(open * open / ages) : OptionalDouble.empty();
    }
}
