package org.millrace.advisor.sizing;

/**
 * The load on an installation, per second at peak.
 *
 * @param logins with a password: a login by cookie costs next to nothing
 * @throws IllegalArgumentException if a rate is negative, not a number, or beyond {@link #MOST}
 */
public record Demand(double logins, double logouts, double clientCredentialGrants, double refreshes) {

    /** A million a second of anything is a slip of the pen. */
    public static final double MOST = 1_000_000;

    /** The ratio of the guide's own load generator: one logout for ten logins. */
    public static final double LOGOUTS_PER_LOGIN = 0.1;

    public Demand {
        Figure.require("loginsPerSecond", logins, 0, MOST);
        Figure.require("logoutsPerSecond", logouts, 0, MOST);
        Figure.require("clientCredentialGrantsPerSecond", clientCredentialGrants, 0, MOST);
        Figure.require("refreshesPerSecond", refreshes, 0, MOST);
    }

    /** Requests that write sessions; client credential grants do not. */
    public double databaseRequests() {
        return logins + logouts + refreshes;
    }

    /** All requests a second together. */
    public double requests() {
        return databaseRequests() + clientCredentialGrants;
    }

    /** Whether the demand is zero. */
    public boolean isNothing() {
        return requests() == 0;
    }

    /** The same mix, scaled by a factor. */
    public Demand times(double factor) {
        return new Demand(logins * factor, logouts * factor, clientCredentialGrants * factor, refreshes * factor);
    }

    /** By how much all rates can grow before the first one passes its mate. */
    double growthUpTo(Demand limit) {
        return Math.min(
                growth(logins, limit.logins),
                Math.min(
                        growth(clientCredentialGrants, limit.clientCredentialGrants),
                        growth(refreshes, limit.refreshes)));
    }

    private static double growth(double rate, double limit) {
        return rate == 0 ? Double.POSITIVE_INFINITY : limit / rate;
    }
}
