package org.millrace.advisor.sizing;

/**
 * What makes a request dearer or cheaper than in the guide's tests.
 *
 * @param hashCost of one password, by that of Argon2 with 7 MiB and 5 iterations
 * @param tlsCost of one client credential grant, by that of one with a TLS connection of its own
 * @param roundTripMilliseconds to the database
 * @param concurrentClients that are in use at the same time
 * @param cachedSessions in memory alone, for editions that hold them there
 * @throws IllegalArgumentException if a value is out of its range
 */
public record Conditions(
        double hashCost,
        double tlsCost,
        double roundTripMilliseconds,
        double concurrentClients,
        double cachedSessions) {

    /** For so many the caches are large enough as they come. */
    static final int CLIENTS_IN_DEFAULT_CACHES = 2500;

    /** Those of the guide: passthrough, a zone's round trip, so few clients that the caches hold them. */
    public static final Conditions GUIDE = new Conditions(1, 1, 2, 0, 0);

    public Conditions {
        Figure.require("hashCost", hashCost, 0.01, 1000);
        Figure.require("tlsCost", tlsCost, 0.05, 10);
        Figure.require("roundTripMilliseconds", roundTripMilliseconds, 0, 1000);
        Figure.require("concurrentClients", concurrentClients, 0, 10_000_000);
        Figure.require("cachedSessions", cachedSessions, 0, 1e9);
    }
}
