package org.millrace.testsuite.bench.cell;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.millrace.testsuite.bench.realm.BenchmarkJob;
import org.millrace.testsuite.client.AdminClient;

/** Millrace by a job whose only part is there already: from its start to its end. */
public final class JobCell implements Cell {
    /**
     * The measured time is on average half of this too long. Each request takes milliseconds of processor time, which a job without a
     * reader does not need.
     */
    private static final Duration POLL = Duration.ofMillis(250);

    private final AdminClient admin;
    private final List<byte[]> lines;
    private final Map<String, ?> jobOptions;
    private @Nullable BenchmarkJob job;

    /** @param lines a user each */
    public JobCell(AdminClient admin, List<byte[]> lines) {
        this(admin, lines, Map.of());
    }

    /** @param lines a user each */
    public JobCell(AdminClient admin, List<byte[]> lines, Map<String, ?> jobOptions) {
        this.admin = admin;
        this.lines = lines;
        this.jobOptions = jobOptions;
    }

    @Override
    public String name() {
        return "Millrace, a job of one part";
    }

    @Override
    public int users() {
        return lines.size();
    }

    @Override
    public void prepare() throws IOException {
        if (job != null) {
            job.delete();
        }
        BenchmarkJob next = new BenchmarkJob(admin, jobOptions);
        next.add(lines);
        job = next;
    }

    @Override
    public void load() {
        BenchmarkJob prepared = Objects.requireNonNull(job, "a job is prepared first");
        prepared.start();
        while (prepared.isRunning()) {
            LockSupport.parkNanos(POLL.toNanos());
        }
        if (prepared.created() != users()) {
            throw new IllegalStateException("of " + users() + " users, not all were created: " + prepared.document());
        }
    }
}
