package org.millrace.testsuite.bench.cell;

import java.io.IOException;

/** One way to bring the benchmark's users in. Called by one thread; what it needs was made before. */
public interface Cell {
    /** In the words of the table of figures. */
    String name();

    /** How many users it loads. */
    int users();

    /** Roles that each user has afterwards. */
    default int rolesAUser() {
        return 2;
    }

    /** What the tables hold afterwards: cells that leave the same are compared row by row. */
    default String leaves() {
        return users() + " users with " + rolesAUser() + " roles";
    }

    /** Does what has to be done before the clock starts. */
    default void prepare() throws IOException {
        // Most have nothing to prepare.
    }

    /**
     * Loads the benchmark's first users, and returns when they are committed.
     *
     * @throws IllegalStateException if any of them was refused
     */
    void load() throws IOException;
}
