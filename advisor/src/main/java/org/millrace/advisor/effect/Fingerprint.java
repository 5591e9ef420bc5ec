package org.millrace.advisor.effect;

import java.time.Instant;

/**
 * How a node served one kind of request for an hour, or for the part of it between two changes. Immutable.
 *
 * <p>It rests on slots of ten seconds in which there was such a request.
 *
 * @param run the life of a process that it was measured in
 * @param kind of request; {@link #ALL} for all together
 * @param throughput requests a second
 * @param latency seconds from arrival to the end of the answer
 * @param cost seconds of a processor for each request
 */
public record Fingerprint(
        String run,
        String kind,
        Instant since,
        Instant until,
        long requests,
        Measure throughput,
        Measure latency,
        Measure cost) {

    /** In place of a kind. */
    public static final String ALL = "all";

    static Fingerprint begun(String run, String kind, Instant since) {
        return new Fingerprint(run, kind, since, since, 0, Measure.NONE, Measure.NONE, Measure.NONE);
    }
}
