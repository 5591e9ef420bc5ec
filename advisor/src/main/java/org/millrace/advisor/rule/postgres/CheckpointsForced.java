package org.millrace.advisor.rule.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.setting.StatedSettings;
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
import org.millrace.advisor.rule.analysis.Figures;

/** Checkpoints come because the write-ahead log is full, not because it is time. */
public final class CheckpointsForced implements Rule {

    private static final Threshold FORCED = new Threshold(
            "forced checkpoints in the window",
            3,
            "checkpoints",
            "One or two are a backup or a manual CHECKPOINT; three within minutes are the size of the WAL");

    private static final Threshold SHARE = new Threshold(
            "forced by all checkpoints", 0.3, "ratio", "With enough room nearly all checkpoints come by the clock");

    private static final Threshold CLOSE = new Threshold(
            "seconds between forced checkpoints",
            60,
            "seconds",
            "However many the clock brings besides: pages hardly change twice between two that are so close");

    private static final Threshold OFTEN = new Threshold(
            "seconds between forced checkpoints, critical",
            30,
            "seconds",
            "PostgreSQL itself warns in its log when checkpoints are closer than half a minute");

    private static final double GIGABYTE = 1024.0 * 1024 * 1024;
    private static final double MEGABYTE = 1024.0 * 1024;

    /** More makes recovery after a crash long, and wants the disk for it. */
    private static final double MOST_GIGABYTES = 64;

    /** Proposed where more is not known to fit. */
    private static final double LEAST_GIGABYTES = 4;

    /** Of the disk's free space, as in the migration plan. */
    private static final double DISK_PARTS = 8;

    private static final double CHECKPOINT_SECONDS = 300;

    private static final RuleCard CARD = new RuleCard(
            RuleId.CHECKPOINTS_FORCED,
            "Checkpoints are forced by WAL volume",
            Lane.SATURATION,
            "After each checkpoint every page is written to the log in full when it first changes: the more checkpoints, the "
                    + "more is written, and the sooner the next one comes. Room for the log ends that.",
            List.of(WalSignals.FORCED_CHECKPOINTS, WalSignals.TIMED_CHECKPOINTS, PostgresSettings.MAX_WAL_SIZE),
            List.of(FORCED, SHARE, CLOSE, OFTEN),
            List.of("https://www.postgresql.org/docs/current/wal-configuration.html"),
            Causality.at(Station.DATABASE_STORAGE)
                    .explaining(TimeCategory.DATABASE_LOCK, TimeCategory.DATABASE_STORAGE)
                    .leadingTo(RuleId.COMMITS_SLOW, RuleId.PAGES_CONTENDED));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double forced = window.increase(WalSignals.FORCED_CHECKPOINTS);
        double all = forced + window.increase(WalSignals.TIMED_CHECKPOINTS);
        boolean close = interval(window, forced) < CLOSE.in(context);
        return forced < FORCED.in(context) || (forced / all < SHARE.in(context) && !close)
                ? Verdict.healthy()
                : finding(context, forced, forced / all);
    }

    private static double interval(Window window, double forced) {
        return window.span(WalSignals.FORCED_CHECKPOINTS).toMillis() / 1e3 / forced;
    }

    private static Finding finding(RuleContext context, double forced, double share) {
        Window window = context.window();
        double seconds = interval(window, forced);
        OptionalDouble rate = window.rateIfKnown(WalSignals.BYTES);
        double interval =
                window.number(PostgresSettings.named("checkpoint_timeout")).orElse(CHECKPOINT_SECONDS);
        Setting size = window.setting(PostgresSettings.MAX_WAL_SIZE);
        double now = PostgresSettings.bytes(size).orElse(GIGABYTE);
        // Half of it is for writes during the checkpoint.
        double wanted = Math.ceil(2 * rate.orElse(0) * interval / GIGABYTE);
        double enough =
                Math.min(MOST_GIGABYTES, Math.max(Math.max(LEAST_GIGABYTES, wanted), Math.ceil(2 * now / GIGABYTE)));
        OptionalDouble disk = window.number(StatedSettings.DATABASE_DISK);
        double to = Math.min(enough, disk.isPresent() ? Math.floor(disk.getAsDouble() / DISK_PARTS) : LEAST_GIGABYTES);
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of(WalSignals.FORCED_CHECKPOINTS.name(), forced, FORCED));
        observed.add(Observation.of("postgres.checkpoints.requested.share", share, SHARE));
        observed.add(Observation.of("postgres.checkpoints.requested.interval", seconds, OFTEN));
        rate.ifPresent(
                bytes -> observed.add(Observation.of("postgres.wal.bytes.rate", bytes / MEGABYTE, "MB per second")));
        return new Finding(
                seconds < OFTEN.in(context) ? Severity.CRITICAL : Severity.WARNING,
                observed,
                Figures.count(forced, "checkpoint") + " came before their time, one each "
                        + Figures.count(Math.ceil(seconds), "second") + ", with max_wal_size at " + Figures.bytes(now)
                        + ". " + Figures.number(enough)
                        + " GB hold what is written between two checkpoints by the clock. "
                        + room(disk.isPresent(), to < enough)
                        + " Recovery after a crash takes longer.",
                Confidence.HIGH,
                PostgresSettings.amount(size)
                        .filter(from -> to * GIGABYTE > now)
                        .map(from -> new Step(Step.Kind.POSTGRES, "max_wal_size", from, (long) to + "GB"))
                        .map(step -> new Change(List.of(step), false, Change.Risk.MEDIUM))
                        .orElse(null));
    }

    private static String room(boolean known, boolean isLess) {
        if (!known) {
            return "The disk must have room for it; state its free space with the advisor's setting database-disk"
                    + (isLess
                            ? ", without which no more than " + Figures.number(LEAST_GIGABYTES) + " GB are proposed."
                            : ".");
        }
        return isLess
                ? "The disk has less room: an eighth of its free space is proposed at most."
                : "The disk has room for it.";
    }
}
