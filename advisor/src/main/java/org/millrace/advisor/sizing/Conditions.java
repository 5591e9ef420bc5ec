package org.millrace.advisor.sizing;

/**
 * Conditions that make a request more or less expensive than in the tests of the sizing guide.
 *
 * @param hashCost cost of one password hash, relative to Argon2 with 7 MiB and 5 iterations
 * @param tlsCost cost of one client credential grant, relative to one with a new TLS connection
 * @param roundTripMilliseconds network round-trip time to the database
 * @param concurrentClients clients in use at the same time
 * @param cachedSessions sessions that are held in memory only, for editions that do so
 * @throws IllegalArgumentException if a value is out of its range
 */
public record Conditions(
        double hashCost,
        double tlsCost,
        double roundTripMilliseconds,
        double concurrentClients,
        double cachedSessions) {

    /** Number of clients up to which the default cache sizes suffice. */
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
