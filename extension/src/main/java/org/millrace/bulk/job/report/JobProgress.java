package org.millrace.bulk.job.report;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobState;
import org.millrace.bulk.job.JobTotals;
import org.millrace.bulk.record.field.Violation;

/**
 * The progress of a job at one moment.
 *
 * @param totals counts of its outcomes; of a finished job, all of them
 * @param recent records that were committed within {@link #RECENT}
 * @param now milliseconds since the epoch by the database's clock
 * @param nodes names of the nodes that hold a chunk
 * @param problemsByCode how often each code occurs among the problems of its records so far
 * @param warningsByCode how often each code occurs among the warnings of its records so far
 * @param notImported sections of the export files among its parts that are not imported
 * @param notices messages about its parts, each once
 * @param foreignKeyChecks number of its transactions by mode of foreign key checks; empty unless the operator permits checks once
 * for each chunk
 * @param undoBytes size of the stored states for an undo of the job, in bytes
 */
public record JobProgress(
        Job job,
        JobTotals totals,
        long recent,
        long now,
        List<String> nodes,
        Map<String, Long> problemsByCode,
        Map<String, Long> warningsByCode,
        List<String> notImported,
        List<Violation> notices,
        Map<String, Long> foreignKeyChecks,
        long undoBytes) {
    /** Covers several chunks, and still shows a change immediately to a client that polls. */
    static final Duration RECENT = Duration.ofSeconds(10);

    public JobProgress {
        nodes = List.copyOf(nodes);
        problemsByCode = Collections.unmodifiableMap(new TreeMap<>(problemsByCode));
        warningsByCode = Collections.unmodifiableMap(new TreeMap<>(warningsByCode));
        notImported = List.copyOf(notImported);
        notices = List.copyOf(notices);
        foreignKeyChecks = Collections.unmodifiableMap(new TreeMap<>(foreignKeyChecks));
    }

    /** Records a second at present; zero unless the job runs. */
    public double rateNow() {
        if (job.state() != JobState.RUNNING) {
            return 0;
        }
        return rate(recent, Math.min(RECENT.toMillis(), Math.max(1, job.ranUntil(now))));
    }

    /** Records a second over the time that it ran, pauses left out; empty before it has run. */
    public OptionalDouble rateOverall() {
        long ran = job.ranUntil(now);
        return job.startedAt() == null || ran == 0 ? OptionalDouble.empty() : OptionalDouble.of(rate(processed(), ran));
    }

    /** Seconds to its end at the present rate, or at the overall one while nothing was committed lately; empty unless it runs. */
    public OptionalLong etaSeconds() {
        Long total = job.total();
        double rate = rateNow() > 0 ? rateNow() : rateOverall().orElse(0);
        if (job.state() != JobState.RUNNING || total == null || rate <= 0) {
            return OptionalLong.empty();
        }
        return OptionalLong.of((long) Math.ceil(Math.max(0, total - totals.read()) / rate));
    }

    private long processed() {
        return totals.read() - totals.unprocessed();
    }

    private static double rate(long records, long millis) {
        return Math.round(10_000.0 * records / millis) / 10.0;
    }
}
