package org.millrace.testsuite.journey;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What was measured between two changes.
 *
 * @param applied the finding whose change was made before; null of the first phase
 * @param loads by the way in which the records were sent
 */
record Phase(int number, Advice.@Nullable Finding applied, Map<Way, Load> loads) {

    Phase {
        loads = Map.copyOf(loads);
    }

    /**
     * One load.
     *
     * @param advice the report at its end
     * @param advisorCores processors that the advisor used on each node, on average
     */
    record Load(RecordRequests.Rate rate, Advice advice, double advisorCores) {}

    Load load(Way way) {
        return Objects.requireNonNull(loads.get(way), "each phase measures both ways");
    }

    double perSecond(Way way) {
        return load(way).rate().perSecond();
    }
}
