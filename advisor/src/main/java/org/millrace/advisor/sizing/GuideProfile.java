package org.millrace.advisor.sizing;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The constants of one edition of Keycloak's sizing guide. Editions are never mixed, because each was measured on different
 * machines.
 *
 * @param loginsPerCore password logins per second and processor core of the cluster
 * @param tested rates up to which the guide's authors have tested; beyond, linear growth is an assumption
 * @param limitFactor CPU limit by CPU demand
 * @param databaseCores for 100 logins, logouts and refreshes a second, least and most
 * @param machines machines of the measurement
 * @param remarks contradictions within the guide or with others
 */
public record GuideProfile(
        String version,
        double loginsPerCore,
        double clientCredentialGrantsPerCore,
        double refreshesPerCore,
        Demand tested,
        double limitFactor,
        Memory memory,
        Range databaseCores,
        double writesPer100,
        String machines,
        String source,
        List<String> remarks) {

    private static final String ARCHIVE =
            "https://docs.redhat.com/en/documentation/red_hat_build_of_keycloak/%s/html/high_availability_guide/concepts-memory-and-cpu-sizing-";

    private static final String CURRENT =
            "https://www.keycloak.org/high-availability/multi-cluster/concepts-memory-and-cpu-sizing";

    private static final Demand TESTED = new Demand(300, 0, 2000, 435);

    private static final Range DATABASE_CORES = new Range(0.35, 0.7);

    /** The processor load of a database that has nothing to do, by all editions' example. */
    static final double IDLE_DATABASE_CORES = 0.3;

    /** Sessions were held in memory alone then; its figures are for each pod of a cluster of three. */
    public static final GuideProfile V24 = new GuideProfile(
            "24.0",
            15,
            500 / 3.0,
            350 / 3.0,
            TESTED,
            3,
            new Memory(1000, 500),
            DATABASE_CORES,
            800,
            "OpenShift 4.14, m5.4xlarge, 100,000 users and clients",
            ARCHIVE.formatted("24.0"),
            List.of("Sessions are held in memory only: the database figures apply with persistent sessions alone."));

    public static final GuideProfile V26_0 = new GuideProfile(
            "26.0",
            15,
            200,
            120,
            TESTED,
            2.5,
            new Memory(1250, 0),
            DATABASE_CORES,
            1400,
            "OpenShift 4.16, m5.2xlarge, 20,000 users and clients",
            ARCHIVE.formatted("26.0"),
            List.of(
                    "The example's target says 360 refreshes a second, its calculation 345; both round to 3 vCPU.",
                    "The example says \"45 logins and logouts\", then counts 45 logins and 5 logouts: 410 requests.",
                    "The example prints 1.4 to 2.8 vCPU for the database; 410 requests make 1.44 to 2.87, and 405, without the "
                            + "logouts, make 1.42 to 2.84.",
                    "The memory limit of 1360 MB is below the 2 GB of the container guide and the 2250 MB of the example "
                            + "deployment.",
                    "The database instances of the example, t4g, are burstable: their processors are theirs for a time only."));

    public static final GuideProfile V26_7 = new GuideProfile(
            "26.7",
            15,
            120,
            120,
            TESTED,
            2.5,
            new Memory(1250, 0),
            DATABASE_CORES,
            1400,
            "OpenShift 4.18, c7g.2xlarge (ARM), 1,000,000 users, 20,000 clients",
            CURRENT,
            List.of(
                    "Editions up to 26.0 count 200 client credential grants for a core, measured on other machines.",
                    "The example says \"45 logins and logouts\", then counts 45 logins and 5 logouts: 410 requests.",
                    "The example prints 1.4 to 2.8 vCPU for the database; 410 requests make 1.44 to 2.87.",
                    "The memory limit of 1360 MB is below the 2 GB of the container guide and the 2250 MB of the example "
                            + "deployment.",
                    "The database instances of the example, t4g, are burstable: their processors are theirs for a time only."));

    /** The newest guide says that x86 machines carried up to twice the grants and refreshes, and as many logins. */
    public static final GuideProfile V26_7_X86 = new GuideProfile(
            "26.7-x86",
            15,
            240,
            240,
            TESTED,
            2.5,
            new Memory(1250, 0),
            DATABASE_CORES,
            1400,
            "OpenShift 4.18, c7i or c7a (x86), at best",
            CURRENT,
            List.of(
                    "\"Up to two times\" the grants and refreshes of ARM: the best case, to be tested before it is relied on."));

    /** Oldest first. */
    public static final List<GuideProfile> ALL = List.of(V24, V26_0, V26_7, V26_7_X86);

    /** For those who do not ask for a certain one. */
    public static final GuideProfile NEWEST = V26_7;

    /**
     * Of one pod, in megabytes.
     *
     * @param perHundredThousandSessions of sessions that are in memory alone
     */
    public record Memory(double base, double perHundredThousandSessions) {

        static final double NON_HEAP = 300;
        static final double HEAP_SHARE = 0.7;
    }

    public record Range(double least, double most) {}

    public GuideProfile {
        remarks = List.copyOf(remarks);
    }

    /** @throws IllegalArgumentException naming those there are */
    public static GuideProfile named(String version) {
        return ALL.stream()
                .filter(profile -> profile.version.equals(version))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("guide \"" + version + "\" is not one of "
                        + ALL.stream().map(GuideProfile::version).collect(Collectors.joining(", "))));
    }

    /** The same guide with other rates for a core, such as measured ones. */
    public GuideProfile with(String name, double logins, double grants, double refreshes, String measuredOn) {
        return new GuideProfile(
                name,
                logins,
                grants,
                refreshes,
                tested,
                limitFactor,
                memory,
                databaseCores,
                writesPer100,
                measuredOn,
                source,
                List.of("The rates for a core are measured on this server; all else is of the guide " + version + "."));
    }
}
