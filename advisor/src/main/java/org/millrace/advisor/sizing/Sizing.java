package org.millrace.advisor.sizing;

import java.util.List;

/**
 * The resources of an installation.
 *
 * @param size by password logins, as a name for the whole: S, M, L, XL
 * @param settings for the database machine with short response times
 * @param lines derivation of each number
 * @param notes limitations of the result
 * @param confidence {@code medium}: a starting point; {@code low} beyond the tested range
 */
public record Sizing(
        Demand demand,
        GuideProfile guide,
        int pods,
        String size,
        Pod pod,
        Database database,
        DatabaseSettings settings,
        Server server,
        List<SiteVariant> sites,
        List<Worksheet.Line> lines,
        List<String> notes,
        String confidence) {

    /**
     * Of each pod.
     *
     * @param demandCores of all pods together
     * @param survivesOneLost whether the others' limits carry the demand
     */
    public record Pod(
            double demandCores,
            double requestCores,
            double limitCores,
            double requestMegabytes,
            double limitMegabytes,
            boolean survivesOneLost) {}

    /**
     * @param leastCores at high load of the database, with higher response times
     * @param mostCores for short response times at peak
     */
    public record Database(
            double requestsPerSecond,
            double leastCores,
            double mostCores,
            double writesPerSecond,
            DatabaseInstance cheaper,
            DatabaseInstance faster) {}

    /** Options of each pod that follow from the load. */
    public record Server(
            int poolSize, int requestThreads, int queueLimit, int openFiles, int usersCache, int realmsCache) {}

    public Sizing {
        sites = List.copyOf(sites);
        lines = List.copyOf(lines);
        notes = List.copyOf(notes);
    }
}
