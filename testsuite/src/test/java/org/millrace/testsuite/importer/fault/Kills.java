package org.millrace.testsuite.importer.fault;

/**
 * How often the seeded runs strike, at least: {@code -Pthorough -Dmillrace.kills=100}. Four fifths strike jobs with parts, by any
 * {@link Blow}; one fifth strikes nodes that drain a work queue.
 */
public final class Kills {
    private static final int ALL = Integer.getInteger("millrace.kills", 20);

    private Kills() {}

    /** At least one. */
    static int inJobs() {
        return Math.max(1, ALL - onWorkQueues());
    }

    /** Backends that are terminated during COMMIT. */
    static int inCommits() {
        return Math.max(1, ALL);
    }

    /** At least one. */
    public static int onWorkQueues() {
        return Math.max(1, ALL / 5);
    }
}
