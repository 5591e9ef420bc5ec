package org.millrace.bulk.job;

import java.time.Duration;

/**
 * What an operator can set about jobs.
 *
 * @param lease how long a node that says nothing keeps its chunks, 5 seconds to 10 minutes
 * @param poll how long an idle node waits before it looks for work, 100 milliseconds to one minute
 * @param attempts how often a chunk is begun before its records fail, 1 to 100
 * @param retention how long a job is kept after it was finished, or was left open; zero for ever
 * @param undo how long a job can be undone after its end, 0 to 365 days; zero for not at all, so that nothing is stored for it
 * @param maxParts parts of a job, 1 to 1000000
 * @param maxWatchers clients that may follow jobs on this node at the same time, 0 to 64; each holds a request thread
 * @param limits what jobs may take of the database
 */
public record JobSettings(
        Duration lease,
        Duration poll,
        int attempts,
        Duration retention,
        Duration undo,
        int maxParts,
        int maxWatchers,
        JobLimits limits) {}
