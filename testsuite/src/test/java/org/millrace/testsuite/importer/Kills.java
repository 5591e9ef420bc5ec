package org.millrace.testsuite.importer;

/**
 * How many kills the seeded runs make together: {@code -Dmillrace.kills=100}. Four fifths strike jobs with parts, one fifth nodes that
 * drain a work queue.
 */
final class Kills {
    private static final int ALL = Integer.getInteger("millrace.kills", 5);

    private Kills() {}

    /** At least one. */
    static int inJobs() {
        return Math.max(1, ALL - onWorkQueues());
    }

    /** At least one. */
    static int onWorkQueues() {
        return Math.max(1, ALL / 5);
    }
}
