package org.millrace.testsuite.bench.measurement;

/**
 * One timed run of one cell.
 *
 * @param time used during the run
 * @param processors of the machine
 * @param walBytes that PostgreSQL wrote ahead during the run
 */
public record Measurement(
        String cell, int round, int users, double seconds, ProcessorTime time, int processors, long walBytes) {
    /** With more than this share of the machine's processors used by others, a run says little. */
    static final double DISTURBED = 0.10;

    public double usersPerSecond() {
        return users / seconds;
    }

    public double postgresMicros() {
        return microsAUser(time.postgres());
    }

    public double keycloakMicros() {
        return microsAUser(time.keycloak());
    }

    double clientMicros() {
        return microsAUser(time.client());
    }

    /** The rate at which all processors would be busy with these users and nothing else. */
    double ceiling() {
        return 1e6 * processors / (postgresMicros() + keycloakMicros() + clientMicros());
    }

    double walBytesAUser() {
        return (double) walBytes / users;
    }

    /** From 0 to 1: the share of all processors that others used. */
    double foreignShare() {
        return time.foreign() / (seconds * processors);
    }

    boolean disturbed() {
        return foreignShare() > DISTURBED;
    }

    private double microsAUser(double seconds) {
        return 1e6 * seconds / users;
    }
}
