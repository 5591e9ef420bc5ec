package org.millrace.advisor.rule.postgres;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.StatementFacts;
import org.millrace.advisor.model.signal.TimeSignals;
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
import org.millrace.advisor.rule.analysis.MachineUse;
import org.millrace.advisor.rule.analysis.Processors;

/** The database is unreachable, or it rejects connections. */
public final class DatabaseUnreachable implements Rule {

    private static final Threshold FAILED = new Threshold(
            "share of failed attempts now",
            1,
            "ratio",
            "The advisor's own connection was lost and the attempt to open another one failed");

    /** Averaging time of the processor use, so that load from before the outage does not count. */
    private static final Duration NOW = Duration.ofSeconds(10);

    private static final RuleCard CARD = new RuleCard(
            RuleId.DATABASE_UNREACHABLE,
            "The database cannot be reached",
            Lane.SATURATION,
            "Without its database Keycloak answers hardly any request. The advisor opens a connection of its own, outside of the "
                    + "pool, and tries again every few seconds, so it sees the outage and its end independently of the pool.",
            List.of(TimeSignals.DATABASE_REACHABLE),
            List.of(FAILED, Processors.USED_UP, MachineUse.DATABASE),
            List.of("https://www.postgresql.org/docs/current/errcodes-appendix.html"),
            Causality.at(Station.DATABASE_REACHABILITY)
                    .leadingTo(
                            RuleId.POOL_TOO_SMALL,
                            RuleId.ACQUISITIONS_TIME_OUT,
                            RuleId.CONNECTIONS_BREAK,
                            RuleId.SERVER_ERRORS)
                    // Without a database, no size of anything helps.
                    .holdingBackMoreConcurrency()
                    .holdingBack(
                            RuleId.CONNECTION_SLOTS,
                            RuleId.CONNECTION_BUDGET,
                            RuleId.DATABASE_BEHIND_POOL_SATURATED,
                            RuleId.ACQUISITIONS_TIME_OUT,
                            RuleId.HELD_WHILE_BUSY_ELSEWHERE));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        String state = state(window);
        boolean unreachable = window.latest(TimeSignals.DATABASE_REACHABLE) < 1;
        // A database without free slots still serves the open connections.
        return unreachable && !ConnectionSlots.isRefusal(state) ? finding(context, state) : Verdict.healthy();
    }

    private static Finding finding(RuleContext context, String state) {
        Window window = context.window();
        String since = window.settings()
                .find(StatementFacts.UNREACHABLE_SINCE)
                .flatMap(Setting::text)
                .map(at -> " since " + at)
                .orElse("");
        Optional<MachineUse> busy = MachineUse.of(window.last(NOW))
                .filter(use -> isTimeout(window)
                        && use.includesDatabase(context)
                        && use.share() >= Processors.USED_UP.in(context));
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of("postgres.attempts.failed.share", 1, FAILED));
        busy.ifPresent(use -> {
            observed.add(Observation.of("installation.cpu.share", use.share(), Processors.USED_UP));
            observed.add(Observation.of(
                    "postgres.processes.cpu.share", use.database() / use.available(), MachineUse.DATABASE));
        });
        return new Finding(
                busy.isPresent() ? Severity.WARNING : Severity.CRITICAL,
                observed,
                "The database cannot be reached" + since + ": " + meaning(state)
                        + (state.isEmpty() ? "" : " (SQLSTATE " + state + ")") + ". "
                        + busy.map(use -> "PostgreSQL runs on this machine, and the installation uses its processors ("
                                        + use.parts() + "): new connections wait for one.")
                                .orElse(
                                        "Check that PostgreSQL runs at the address in db-url, its log, and the network in between. "
                                                + "Keycloak connects again when it is back."),
                Confidence.HIGH,
                null);
    }

    private static boolean isTimeout(Window window) {
        return window.settings()
                .find(StatementFacts.TIMED_OUT)
                .flatMap(Setting::text)
                .isPresent();
    }

    static String state(Window window) {
        return window.settings()
                .find(StatementFacts.REFUSAL)
                .flatMap(Setting::text)
                .orElse("");
    }

    private static String meaning(String state) {
        return switch (state) {
            case "08001" -> "the connection is refused or the host is not found";
            case "08006", "08003", "08000" -> "the connection fails or gets no response";
            case "57P03" -> "it is starting up or in recovery";
            case "57P01", "57P02" -> "it is shutting down";
            case "" -> "no response";
            default -> "it refuses the connection";
        };
    }
}
