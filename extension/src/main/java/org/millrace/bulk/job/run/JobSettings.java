package org.millrace.bulk.job.run;

import java.time.Duration;
import org.millrace.bulk.job.JobLimits;

/**
 * Settings of jobs.
 *
 * @param lease time after which the chunks of a silent node are released, 5 seconds to 10 minutes
 * @param poll interval at which an idle node polls for work, 100 milliseconds to one minute
 * @param attempts claims of a chunk before its records fail, 1 to 100
 * @param retention time for which a job is kept after its end, or left open; zero for no limit
 * @param undo how long a job can be undone after its end, 0 to 365 days; zero for not at all, so that nothing is stored for it
 * @param maxParts parts of a job, 1 to 1000000
 * @param maxWatchers concurrent clients of job events on this node, 0 to 64; each holds a request thread
 * @param limits limits of the database storage of jobs
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
