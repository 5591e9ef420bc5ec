package org.millrace.advisor.sizing;

import java.util.List;
import java.util.Optional;

/**
 * How much of a load an installation can take: the inverse of {@link Calculator}.
 *
 * @param mix what the factors are multiples of
 * @param constraints all that could be calculated
 * @param holds for good, if slower answers at peak are acceptable; empty if nothing is known of the installation
 * @param fast for good with short response times
 * @param burst for a time, with the CPU limits used up
 * @param onePodLost the same with a pod less
 * @param confidence {@code low} if the answer is beyond what the guide was tested with
 */
public record Capacity(
        Demand mix,
        GuideProfile guide,
        List<Constraint> constraints,
        Optional<Constraint> holds,
        Optional<Constraint> fast,
        Optional<Constraint> burst,
        Optional<Constraint> onePodLost,
        List<Worksheet.Line> lines,
        String confidence) {

    /** For which of the answers a constraint counts. */
    public enum Scope {
        ALWAYS,
        FAST_ONLY,
        NOT_FOR_BURSTS,
        ONE_POD_LOST_ONLY,
        /** Not a limit, but the end of what is known. */
        KNOWLEDGE_ONLY
    }

    /** @param factor by which the mix can be multiplied until this binds */
    public record Constraint(String name, double factor, Scope scope) {}

    public Capacity {
        constraints = List.copyOf(constraints);
        lines = List.copyOf(lines);
    }

    /** @throws IllegalArgumentException if the mix is nothing */
    public static Capacity of(Installation installation, Demand mix, Conditions conditions, GuideProfile guide) {
        if (mix.isNothing()) {
            throw new IllegalArgumentException("the mix has no request in it");
        }
        return new Constraints(installation, mix, conditions, guide).capacity();
    }
}
