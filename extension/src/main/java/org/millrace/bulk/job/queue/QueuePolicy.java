package org.millrace.bulk.job.queue;

import java.time.Duration;
import java.util.Map;

/**
 * Settings of work queues.
 *
 * @param sources by their names
 * @param attempts attempts for a row before it fails permanently, 1 to 100
 * @param backoff delay after a row's first failure; doubled after each further one, up to a thousand times
 * @param maxRecordBytes of a payload; a longer one is rejected unread
 */
public record QueuePolicy(Map<String, WorkQueueSource> sources, int attempts, Duration backoff, int maxRecordBytes) {
    public QueuePolicy {
        sources = Map.copyOf(sources);
    }

    /** Whether jobs of a realm and of an entity may take their records from the queue of this name. */
    public boolean mayTakeFrom(String name, String realm, String entity) {
        WorkQueueSource source = sources.get(name);
        return source != null && source.isFor(realm, entity);
    }
}
