package org.millrace.bulk.throttle;

import java.util.Optional;

/**
 * Something that suffers when too many chunks are written at once. Called from one thread, about once a second, while there are any.
 */
interface Pressure {
    /** Called when the first chunk for a while is about to be written. */
    default void begin() {}

    /**
     * Takes a look.
     *
     * @return what suffers, in a word or two; empty if nothing does, or nobody can tell
     */
    Optional<String> look();
}
