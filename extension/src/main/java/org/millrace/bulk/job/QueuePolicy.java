package org.millrace.bulk.job;

import java.time.Duration;
import java.util.Map;

/**
 * What operators set about work queues.
 *
 * @param sources by their names
 * @param attempts how often a row is tried before it is given up, 1 to 100
 * @param backoff how long a row rests after its first failure; twice as long after each further one, up to a thousand times
 * @param maxRecordBytes of a payload; a longer one is rejected unread
 */
public record QueuePolicy(Map<String, WorkQueueSource> sources, int attempts, Duration backoff, int maxRecordBytes) {
    private static final int MOST_DOUBLINGS = 10;

    public QueuePolicy {
        sources = Map.copyOf(sources);
    }

    /** Whether jobs of a realm may take their records from the queue of this name. */
    public boolean mayTakeFrom(String name, String realm) {
        WorkQueueSource source = sources.get(name);
        return source != null && source.realm().map(realm::equals).orElse(true);
    }

    /** How long a row rests that has failed so often. */
    Duration rest(int failures) {
        return backoff.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
    }
}
