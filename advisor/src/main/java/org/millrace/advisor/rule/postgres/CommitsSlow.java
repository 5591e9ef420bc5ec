package org.millrace.advisor.rule.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.PostgresSettings;
import org.millrace.advisor.model.PostgresSignals;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.WalSignals;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.DatabaseLoad;
import org.millrace.advisor.rule.Figures;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;

/** Commits wait long for the write-ahead log to be on disk. */
public final class CommitsSlow implements Rule {

    private static final Threshold WAIT = new Threshold(
            "estimated wait of a commit", 20, "milliseconds", "A solid-state disk needs one or two, a hard disk eight");

    private static final Threshold LONG_WAIT = new Threshold(
            "estimated wait of a commit, critical", 50, "milliseconds", "A login commits several times: users feel it");

    private static final Threshold SHARE = new Threshold(
            "active sessions that wait for the log", 0.2, "ratio", "Below, commits are slow but hold nobody up");

    private static final Threshold COMMITS =
            new Threshold("commits a second", 5, "commits per second", "Fewer make the estimate a matter of chance");

    private static final Threshold ALWAYS = new Threshold(
            "waiting sessions",
            1,
            "sessions",
            "With fewer, what single commits have waited so far may be one hiccup of the disk");

    private static final Threshold SLICE = new Threshold(
            "seconds of the busiest stretch", 30, "seconds", "Thirty samples make a mean; a backup's burst is shorter");

    private static final SettingName DELAY = PostgresSettings.named("commit_delay");

    private static final RuleCard CARD = new RuleCard(
            "KC-PG-014",
            "Commits wait for the disk",
            Lane.SATURATION,
            "A commit returns when the log is on disk, and holds its connection until then. By Little's law the sessions that "
                    + "wait for the log, divided by the commits a second, are what one commit waits. Keycloak commits sessions "
                    + "without waiting where it may, which makes that too small; so what most commits that wait have waited "
                    + "so far counts as well. Switching the wait off for everything would trade data for speed.",
            List.of(PostgresSignals.WAITING_FOR_WAL, PostgresSignals.ACTIVE, PostgresSignals.COMMITS),
            List.of(WAIT, LONG_WAIT, SHARE, COMMITS, ALWAYS, SLICE),
            List.of(
                    "https://www.postgresql.org/docs/current/wal-reliability.html",
                    "https://www.postgresql.org/docs/current/pgtestfsync.html"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(Window window) {
        Optional<Window> busiest = window.busiest(PostgresSignals.WAITING_FOR_WAL, SLICE.duration(window));
        if (busiest.filter(slice -> slice.has(PostgresSignals.COMMITS)).isEmpty()) {
            return new Verdict.Skipped(List.of(PostgresSignals.WAITING_FOR_WAL));
        }
        Window slice = busiest.get();
        double standby = slice.meanIfKnown(PostgresSignals.WAITING_FOR_STANDBY).orElse(0);
        double waiting = slice.mean(PostgresSignals.WAITING_FOR_WAL) + standby;
        double commits = slice.rate(PostgresSignals.COMMITS);
        double active = slice.mean(PostgresSignals.ACTIVE);
        if (commits < COMMITS.in(window) || active == 0 || waiting / active < SHARE.in(window)) {
            return Verdict.healthy();
        }
        double wait = Math.max(waiting / commits * 1000, waiting < ALWAYS.in(window) ? 0 : seen(slice));
        return wait < WAIT.in(window)
                ? Verdict.healthy()
                : finding(slice, wait, waiting, active, standby > waiting / 2);
    }

    /** Most commits that were caught waiting had done so for long: then as long as they had, which is less than they did. */
    private static double seen(Window slice) {
        boolean most = slice.has(PostgresSignals.COMMIT_WAIT)
                && slice.shareWhere(PostgresSignals.COMMIT_WAIT, wait -> wait >= WAIT.in(slice)) > 0.5;
        return most ? slice.mean(PostgresSignals.COMMIT_WAIT) : 0;
    }

    private static Finding finding(Window slice, double wait, double waiting, double active, boolean standby) {
        double delay = slice.number(DELAY).orElse(0);
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of("postgres.commits.wait", wait, WAIT));
        observed.add(Observation.of("postgres.sessions.waiting.for.wal.share", waiting / active, SHARE));
        observed.add(Observation.of("postgres.commits.rate", slice.rate(PostgresSignals.COMMITS), COMMITS));
        syncMilliseconds(slice)
                .ifPresent(time -> observed.add(Observation.of("postgres.wal.sync.time.mean", time, "milliseconds")));
        return new Finding(
                wait >= LONG_WAIT.in(slice) ? Severity.CRITICAL : Severity.WARNING,
                observed,
                "A commit waited about " + Figures.number(wait) + " ms for "
                        + (standby ? "a synchronous standby" : "the write-ahead log to be on disk") + ", and "
                        + Figures.percent(waiting / active) + " of the active sessions were waiting so. "
                        + advice(standby, delay),
                DatabaseLoad.confidence(slice, Confidence.HIGH),
                delay > 0 && !standby ? withoutDelay(delay) : null);
    }

    private static String advice(boolean standby, double delay) {
        if (standby) {
            return "Look at the network to the standby and at its disk.";
        }
        return (delay > 0
                        ? "The parameter commit_delay makes each of them wait " + Figures.number(delay / 1000)
                                + " ms on purpose: set it to 0. If they are slow without it, the "
                        : "The ")
                + "log needs a faster disk, one that it does not share. Do not switch off "
                + "synchronous_commit: it loses users' changes in a crash.";
    }

    private static Change withoutDelay(double microseconds) {
        Step step = new Step(Step.Kind.POSTGRES, "commit_delay", Long.toString((long) microseconds), "0");
        return new Change(List.of(step), false, Change.Risk.LOW);
    }

    private static OptionalDouble syncMilliseconds(Window slice) {
        double syncs = slice.increaseIfKnown(WalSignals.SYNCS).orElse(0);
        OptionalDouble time = slice.increaseIfKnown(WalSignals.SYNC_TIME);
        return syncs > 0 && time.isPresent() ? OptionalDouble.of(time.getAsDouble() / syncs) : OptionalDouble.empty();
    }
}
