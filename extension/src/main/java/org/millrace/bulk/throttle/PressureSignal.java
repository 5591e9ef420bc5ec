package org.millrace.bulk.throttle;

import java.util.Optional;

/**
 * A back-pressure signal: a resource that slows down when too many chunks are written concurrently. Sampled by one thread, about
 * once a second, while chunks are written.
 */
interface PressureSignal {
    /** Called when the first chunk for a while is about to be written. */
    default void begin() {}

    /**
     * Takes a sample.
     *
     * @return the overloaded resource in a few words; empty without overload or without a measurement
     */
    Optional<String> look();
}
