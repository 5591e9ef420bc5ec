package org.millrace.bulk.throttle;

import java.util.Optional;
import java.util.function.LongSupplier;

/** Requests wait for a connection of the pool. */
final class PoolPressure implements PressureSignal {
    static final String NAME = "connections awaited";

    /** One look may fall on a burst, which a queue is for. */
    private static final int LOOKS = 2;

    private final LongSupplier awaiting;
    private final SustainedCondition waits = new SustainedCondition(LOOKS);

    /** @param awaiting number of threads that wait for a connection; 0 or less if unknown */
    PoolPressure(LongSupplier awaiting) {
        this.awaiting = awaiting;
    }

    @Override
    public Optional<String> look() {
        return waits.is(awaiting.getAsLong() > 0) ? Optional.of(NAME) : Optional.empty();
    }
}
