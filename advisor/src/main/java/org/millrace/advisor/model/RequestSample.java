package org.millrace.advisor.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What all active requests were doing at one instant. Immutable. */
public record RequestSample(Instant at, List<Part> parts) {

    public RequestSample {
        parts = List.copyOf(parts);
    }

    /**
     * Requests that did the same.
     *
     * @param detail what exactly: a statement's fingerprint, a host, a class, a JAR; empty if not known
     * @param requests may be a fraction where shares are estimated
     * @param stalled those of them whose thread has done nothing since the sample before, a second ago
     */
    public record Part(TimeCategory category, RequestKind kind, String detail, double requests, double stalled) {}

    /** The same by a clock that is ahead. */
    public RequestSample shifted(Duration ahead) {
        return ahead.isZero() ? this : new RequestSample(at.plus(ahead), parts);
    }
}
