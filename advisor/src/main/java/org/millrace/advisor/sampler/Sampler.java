package org.millrace.advisor.sampler;

import java.time.Duration;

/**
 * Reads some signals.
 *
 * <p>Called from one thread at a time, never a request thread: the sampling thread, or one of its own if
 * {@link #mayBlock()}. What cannot be read is left out. An exception loses this pass only: the signals are absent until
 * a later one succeeds.
 */
public interface Sampler extends AutoCloseable {

    /** For logs, in a word or two; the same for the sampler's whole life. */
    String name();

    /** Minimum interval between two passes, chosen by the cost of a pass. */
    Duration interval();

    /** Whether a pass may wait for something outside this process; if so it gets a thread of its own. */
    default boolean mayBlock() {
        return false;
    }

    /** @throws Exception if the source is out of reach; the message names it without any secret */
    void sample(Readings readings) throws Exception;

    @Override
    default void close() throws Exception {}
}
