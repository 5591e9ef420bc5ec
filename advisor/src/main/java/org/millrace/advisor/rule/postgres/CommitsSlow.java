package org.millrace.advisor.rule.postgres;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.WalSignals;
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
import org.millrace.advisor.rule.analysis.DatabaseLoad;
import org.millrace.advisor.rule.analysis.Figures;

/** Commits wait long for the write-ahead log to be on disk. */
public final class CommitsSlow implements Rule {

    private static final Threshold WAIT = new Threshold(
            "estimated wait of a commit",
            20,
            "milliseconds",
            "The mean over all commits while sessions wait: a solid-state disk needs one or two, a hard disk eight, and network "
                    + "volumes of clouds five to fifteen, which serve well");

    private static final Threshold LONG_WAIT = new Threshold(
            "estimated wait of a commit, critical", 50, "milliseconds", "A login commits several times: users feel it");

    private static final Threshold SHARE = new Threshold(
            "active sessions that wait for the log", 0.2, "ratio", "Below, commits are slow but block no request");

    private static final Threshold COMMITS = new Threshold(
            "commits a second",
            5,
            "commits per second",
            "With fewer, the estimate is random; measured waits for commits count all the same");

    private static final Threshold ALWAYS = new Threshold(
            "waiting sessions",
            1,
            "sessions",
            "With fewer, what single commits have waited so far may be one hiccup of the disk");

    private static final Threshold SLICE = new Threshold(
            "seconds of the busiest stretch", 30, "seconds", "Thirty samples make a mean; a backup's burst is shorter");

    private static final SettingName DELAY = PostgresSettings.named("commit_delay");

    private static final List<Input> INPUTS =
            List.of(PostgresSignals.WAITING_FOR_WAL, PostgresSignals.ACTIVE, PostgresSignals.COMMITS);

    private static final RuleCard CARD = new RuleCard(
            RuleId.COMMITS_SLOW,
            "Commits wait for WAL flushes",
            Lane.SATURATION,
            "A commit returns when the log is on disk, and holds its connection until then. By Little's law the sessions that "
                    + "wait for the log, divided by the commits a second, are what one commit waits. Keycloak commits sessions "
                    + "without waiting where it may, which makes that too small; so what most commits that wait have waited "
                    + "so far counts as well. Switching the wait off for everything would trade data for speed.",
            INPUTS,
            List.of(WAIT, LONG_WAIT, SHARE, COMMITS, ALWAYS, SLICE),
            List.of(
                    "https://www.postgresql.org/docs/current/wal-reliability.html",
                    "https://www.postgresql.org/docs/current/pgtestfsync.html"),
            Causality.at(Station.DATABASE_STORAGE)
                    .explaining(TimeCategory.DATABASE_LOCK, TimeCategory.DATABASE_STORAGE)
                    .leadingTo(
                            RuleId.PAGES_CONTENDED,
                            RuleId.LOCK_WAITS,
                            RuleId.DATABASE_BEHIND_POOL_SATURATED,
                            RuleId.TOO_MANY_ACTIVE_SESSIONS)
                    // More connections or threads widen the load on a database that is the bottleneck.
                    .holdingBackMoreConcurrency());

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Optional<Window> disk = busiest(PostgresSignals.WAITING_FOR_WAL, context);
        if (disk.isEmpty()) {
            return new Verdict.Skipped(List.of(PostgresSignals.WAITING_FOR_WAL));
        }
        Optional<Window> standby =
                busiest(PostgresSignals.WAITING_FOR_STANDBY, context).filter(slice -> standby(slice) > 0);
        return Stream.concat(disk.stream(), standby.stream())
                .map(context::of)
                .filter(CommitsSlow::isHeldUp)
                .max(Comparator.comparing(CommitsSlow::milliseconds))
                .filter(slice -> milliseconds(slice) >= WAIT.in(slice))
                .<Verdict>map(CommitsSlow::finding)
                .orElse(Verdict.healthy());
    }

    private static Optional<Window> busiest(Signal waiting, RuleContext context) {
        Window window = context.window();
        return window.busiest(waiting, SLICE.duration(context))
                .filter(slice -> INPUTS.stream().allMatch(slice::has));
    }

    private static double standby(Window slice) {
        return slice.meanIfKnown(PostgresSignals.WAITING_FOR_STANDBY).orElse(0);
    }

    private static double waiting(Window slice) {
        return slice.mean(PostgresSignals.WAITING_FOR_WAL) + standby(slice);
    }

    private static boolean isHeldUp(RuleContext context) {
        Window slice = context.window();
        double active = slice.mean(PostgresSignals.ACTIVE);
        return active > 0 && waiting(slice) / active >= SHARE.in(context);
    }

    /** Estimated or seen, whichever is more; with few commits, only seen: who loads much data waits for the log without any. */
    private static double milliseconds(RuleContext context) {
        Window slice = context.window();
        double commits = slice.rate(PostgresSignals.COMMITS);
        double estimated = commits < COMMITS.in(context) ? 0 : waiting(slice) / commits * 1000;
        return Math.max(estimated, waiting(slice) < ALWAYS.in(context) ? 0 : seen(context));
    }

    /** Most commits that were caught waiting had done so for long: then as long as they had, which is less than they did. */
    private static double seen(RuleContext context) {
        Window slice = context.window();
        boolean most = slice.has(PostgresSignals.COMMIT_WAIT)
                && slice.shareWhere(PostgresSignals.COMMIT_WAIT, wait -> wait >= WAIT.in(context)) > 0.5;
        return most ? slice.mean(PostgresSignals.COMMIT_WAIT) : 0;
    }

    private static Finding finding(RuleContext context) {
        Window slice = context.window();
        double wait = milliseconds(context);
        double waiting = waiting(slice);
        double active = slice.mean(PostgresSignals.ACTIVE);
        boolean standby = standby(slice) > waiting / 2;
        double delay = slice.number(DELAY).orElse(0);
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of("postgres.commits.wait", wait, WAIT));
        observed.add(Observation.of("postgres.sessions.waiting.for.wal.share", waiting / active, SHARE));
        observed.add(Observation.of("postgres.commits.rate", slice.rate(PostgresSignals.COMMITS), COMMITS));
        syncMilliseconds(slice)
                .ifPresent(time -> observed.add(Observation.of("postgres.wal.sync.time.mean", time, "milliseconds")));
        return new Finding(
                wait >= LONG_WAIT.in(context) ? Severity.CRITICAL : Severity.WARNING,
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
            return "Check the network to the standby and its disk.";
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
