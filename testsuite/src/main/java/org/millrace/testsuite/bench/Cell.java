package org.millrace.testsuite.bench;

import java.io.IOException;

/** One way to bring the benchmark's users in. Called by one thread; what it needs was made before. */
interface Cell {
    /** In the words of the table of figures. */
    String name();

    /** How many users it loads. */
    int users();

    /** Roles that each user has afterwards. */
    default int rolesAUser() {
        return 2;
    }

    /**
     * Loads the benchmark's first users, and returns when they are committed.
     *
     * @throws IllegalStateException if any of them was refused
     */
    void load() throws IOException;
}
