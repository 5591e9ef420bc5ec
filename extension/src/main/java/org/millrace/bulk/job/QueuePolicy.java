package org.millrace.bulk.job;

import java.time.Duration;
import java.util.Map;

/**
 * What operators set about work queues.
 *
 * @param sources by their names
 * @param attempts how often a row is tried before it is given up, 1 to 100
 * @param backoff how long a row rests after its first failure; twice as long after each further one, up to a thousand times as long
 * @param maxRecordBytes of a payload; a longer one is rejected unread
 */
public record QueuePolicy(Map<String, WorkQueueSource> sources, int attempts, Duration backoff, int maxRecordBytes) {
    public QueuePolicy {
        sources = Map.copyOf(sources);
    }

    /** Whether jobs of a realm may take their records from the queue of this name. */
    public boolean mayTakeFrom(String name, String realm) {
        WorkQueueSource source = sources.get(name);
        return source != null && source.isFor(realm);
    }
}
