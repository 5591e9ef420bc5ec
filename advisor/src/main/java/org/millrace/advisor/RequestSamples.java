package org.millrace.advisor;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.millrace.advisor.model.RequestSample;

/** The last samples of what requests did, as many as the longest window holds. Thread-safe. */
public final class RequestSamples {

    private static final int CAPACITY = (int) AdvisorConfig.LONGEST_WINDOW.toSeconds() + 1;

    private final Deque<RequestSample> samples = new ArrayDeque<>();

    public synchronized void add(RequestSample sample) {
        if (samples.size() == CAPACITY) {
            samples.removeFirst();
        }
        samples.addLast(sample);
    }

    /** Oldest first. */
    synchronized List<RequestSample> since(Instant start) {
        return samples.stream().filter(sample -> !sample.at().isBefore(start)).toList();
    }
}
