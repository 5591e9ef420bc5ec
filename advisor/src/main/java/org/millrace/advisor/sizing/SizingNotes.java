package org.millrace.advisor.sizing;

import java.util.ArrayList;
import java.util.List;

/**
 * What a reader of a sizing has to know besides its figures.
 *
 * @param pods of one site
 */
record SizingNotes(Demand demand, GuideProfile guide, int pods, int sites) {
    private static final String CONTAINER = "https://www.keycloak.org/server/containers";

    /** Minimum of the container guide for smaller production installations. */
    private static final double LEAST_LIMIT = 2000;

    /** Of the database for which the guide's authors measured what high load costs in response time; no others were. */
    private static final int SLOWED_CORES = 2;

    /** @param tested whether the demand is within what the guide was tested with */
    List<String> of(Sizing.Pod pod, Sizing.Database database, Sizing.Server server, boolean tested) {
        List<String> notes = new ArrayList<>();
        notes.add(
                "A starting point: adjust it by load tests of your own. More pods and a second site cost some of it.");
        if (!tested) {
            notes.add("Beyond what the guide was tested with ("
                    + Figure.plain(guide.tested().logins()) + " logins, "
                    + Figure.plain(guide.tested().clientCredentialGrants()) + " grants, "
                    + Figure.plain(guide.tested().refreshes())
                    + " refreshes a second), linear growth is an assumption.");
        }
        if (!pod.survivesOneLost()) {
            notes.add(
                    "If one pod is lost, the limits of the others do not carry the load: add a pod or raise the limits.");
        }
        if (pod.limitMegabytes() < LEAST_LIMIT) {
            notes.add("The memory limit is below the 2 GB that the container guide (" + CONTAINER
                    + ") recommends: use these unless a measured live set differs.");
        }
        int pools = pods * sites * server.poolSize();
        int budget = PodOptions.CONNECTIONS_PER_CORE * database.faster().cores();
        if (pools > budget) {
            notes.add("The pools together open " + pools + " connections, more than the " + budget
                    + " that the database's cores sustain: take fewer, larger pods.");
        }
        if (database.cheaper().cores() == SLOWED_CORES) {
            notes.add("On " + SLOWED_CORES + " database cores expect the median of logins and refreshes to rise by "
                    + "up to 120 ms once they are 90 % busy.");
        }
        if (database.mostCores() > database.faster().cores()) {
            boolean even = database.leastCores() > database.cheaper().cores();
            notes.add((even ? "Even at its busiest the load needs " : "Short response times need ")
                    + Figure.plain(even ? database.leastCores() : database.mostCores())
                    + " database cores, and no machine in the list has more than "
                    + database.faster().cores() + ": the settings are for that one.");
        }
        if (database.cheaper().burstable() || database.faster().burstable()) {
            notes.add("t4g instances are burstable: under lasting load their processors are throttled.");
        }
        if (demand.clientCredentialGrants() > 0) {
            notes.add(
                    "Client credential grants are taken to leave no session, as by default: those of a client with refresh "
                            + "tokens for them (client_credentials.use_refresh_token) write one each, as a login does.");
        }
        notes.add("After a restart the caches are empty and every read goes to the database: keep room for that hour.");
        return notes;
    }
}
