package org.millrace.advisor.rule.loadtest;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.LoadTestSignals;
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

/** The test opens a connection for most requests. */
public final class HandshakesInTest implements Rule {

    private static final Threshold CONNECTIONS = new Threshold(
            "connections by requests", 0.5, "ratio", "Users and applications keep theirs for several requests");

    private static final Threshold BUSY = new Threshold(
            "use of the server's processors or of the router",
            0.7,
            "ratio",
            "With idle processors, handshakes are expensive but not the limit");

    private static final RuleCard CARD = new RuleCard(
            RuleId.HANDSHAKES_IN_TEST,
            "The test measures TLS handshakes",
            Lane.SATURATION,
            "A new TLS connection costs more than most requests. The result depends on whether real clients open one for each: "
                    + "for client credential grants they often do, for users never.",
            List.of(LoadTestSignals.CONNECTIONS_PER_REQUEST),
            List.of(CONNECTIONS, BUSY),
            List.of("https://www.keycloak.org/high-availability/multi-cluster/concepts-memory-and-cpu-sizing"),
            Causality.at(Station.ROUTER));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double connections = window.latest(LoadTestSignals.CONNECTIONS_PER_REQUEST);
        return connections <= CONNECTIONS.in(context) ? Verdict.healthy() : finding(context, connections);
    }

    private static Finding finding(RuleContext context, double connections) {
        Window window = context.window();
        double server = window.latestIfKnown(LoadTestSignals.SERVER_CPU).orElse(0);
        double use = Math.max(server, Stations.router(window).orElse(0));
        Finding finding = new Finding(
                Severity.WARNING,
                List.of(Observation.of(LoadTestSignals.CONNECTIONS_PER_REQUEST.name(), connections, CONNECTIONS)),
                "There were " + Figures.number(connections)
                        + " new connections for each request. Switch keep-alive on in "
                        + "the generator if real clients reuse theirs; else size for the handshakes.",
                Confidence.HIGH,
                null);
        return use >= BUSY.in(context) ? finding : finding.withoutSymptom();
    }
}
