package org.millrace.advisor.sizing;

import java.util.List;
import java.util.Optional;

/**
 * The load that an installation can handle: the inverse of {@link Calculator}.
 *
 * @param mix base of the factors
 * @param constraints all constraints that could be computed
 * @param holds permanent load, with slower responses at peak; empty if the installation is unknown
 * @param fast permanent load with short response times
 * @param burst temporary load, with the CPU limits fully used
 * @param onePodLost the same without one pod
 * @param confidence {@code low} beyond the tested range of the guide
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
        /** Not a limit, but the end of the tested range. */
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
