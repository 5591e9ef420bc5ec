package org.millrace.advisor.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Pools, threads, databases and memory of a sizing, and the limits of what was tested. */
class SizingLimitsTest extends SizingExample {
    private static final Demand NOTHING = new Demand(0, 0, 0, 0);

    @Test
    void poolOfTheExampleIsTheLeastThatIsWise() {
        assertThat(size(GUIDE_EXAMPLE, GuideProfile.V26_0).server().poolSize()).isEqualTo(10);
        assertThat(size(GUIDE_EXAMPLE.times(10), GuideProfile.V26_0).server().poolSize())
                .isEqualTo(38);
    }

    /** The reserve gives way first; thirty pods with the least of ten each are too many for four cores. */
    @Test
    void poolsTogetherStayWithinWhatTheDatabaseBearsOrAreNoted() {
        Conditions farAway = new Conditions(1, 1, 11, 0, 0);
        Sizing many = Calculator.size(GUIDE_EXAMPLE.times(10), farAway, 3, 1, GuideProfile.V26_0);
        Sizing tooMany = Calculator.size(GUIDE_EXAMPLE, Conditions.GUIDE, 30, 1, GuideProfile.V26_0);

        assertThat(value("pool.budget", many)).isEqualTo(320);
        assertThat(value("pool.load", many)).isCloseTo(88.8, within(0.1));
        assertThat(many.server().poolSize()).as("not 108").isEqualTo(106);
        assertThat(many.notes()).noneSatisfy(note -> assertThat(note).contains("pools together"));
        assertThat(tooMany.server().poolSize()).isEqualTo(10);
        assertThat(tooMany.notes())
                .anySatisfy(note -> assertThat(note).contains("open 300 connections, more than the 40"));
    }

    /** Without grants a request has a connection for a third of its time: 62 of them carry 186 threads. */
    @Test
    void threadsAreNoMoreThanTheConnectionsCarry() {
        Sizing sizing = Calculator.size(new Demand(0, 0, 0, 7200), Conditions.GUIDE, 3, 1, GuideProfile.V26_0);

        assertThat(value("pool.load", sizing)).isEqualTo(48);
        assertThat(sizing.server().poolSize()).isEqualTo(62);
        assertThat(sizing.server().requestThreads()).isEqualTo(186);
    }

    @Test
    void databaseStartsWithTheSettingsOfItsMachineAndTheConnectionsOfThePools() {
        Sizing sizing = size(GUIDE_EXAMPLE, GuideProfile.V26_0);

        assertThat(sizing.settings().options())
                .containsEntry("max_connections", "100")
                .containsEntry("shared_buffers", "4GB")
                .containsEntry("work_mem", "20971kB");
        assertThat(Calculator.size(GUIDE_EXAMPLE, Conditions.GUIDE, 9, 1, GuideProfile.V26_0)
                        .settings()
                        .maxConnections())
                .isEqualTo(110);
    }

    @Test
    void sessionsOfTenHoursAreCountedWhereTheDatabaseHasThem() {
        Sizing sizing = size(GUIDE_EXAMPLE, GuideProfile.V26_0);

        assertThat(value("sessions.rows", sizing)).isEqualTo(3_240_000);
        assertThat(value("sessions.size", sizing)).isCloseTo(5.56, within(0.01));
        assertThat(value("sessions.growthPerDay", sizing)).isCloseTo(13.35, within(0.01));
        assertThat(size(GUIDE_EXAMPLE, GuideProfile.V24).lines())
                .extracting(Worksheet.Line::result)
                .doesNotContain("sessions.rows");
    }

    @Test
    void manyClientsAtOnceNeedLargerCachesAndTheMemoryForThem() {
        Conditions clients = new Conditions(1, 1, 2, 5000, 0);

        Sizing sizing = Calculator.size(GUIDE_EXAMPLE, clients, 3, 1, GuideProfile.V26_7);

        assertThat(sizing.server().usersCache()).isEqualTo(20_000);
        assertThat(sizing.server().realmsCache()).isEqualTo(30_000);
        assertThat(sizing.pod().requestMegabytes()).isEqualTo(1250 + 300);
        assertThat(Calculator.size(GUIDE_EXAMPLE, new Conditions(1, 1, 2, 2500, 0), 3, 1, GuideProfile.V26_7)
                        .server()
                        .usersCache())
                .isEqualTo(10_000);
    }

    @Test
    void beyondWhatWasTestedTheConfidenceIsLow() {
        assertThat(size(new Demand(45, 5, 600, 435), GuideProfile.V26_0).confidence())
                .isEqualTo("medium");
        assertThat(size(new Demand(45, 5, 600, 436), GuideProfile.V26_0).confidence())
                .isEqualTo("low");
    }

    @Test
    void onePodAloneSurvivesNothing() {
        Sizing sizing = Calculator.size(GUIDE_EXAMPLE, Conditions.GUIDE, 1, 1, GuideProfile.V26_0);

        assertThat(sizing.pod().survivesOneLost()).isFalse();
        assertThat(sizing.notes()).anySatisfy(note -> assertThat(note).contains("one pod is lost"));
        assertThat(Calculator.size(NOTHING, Conditions.GUIDE, 1, 1, GuideProfile.V26_0)
                        .pod()
                        .survivesOneLost())
                .as("even where there is nothing to do")
                .isFalse();
    }

    /** Kubernetes refuses a pod that may use less than it asks for. */
    @Test
    void limitIsNeverBelowTheRequest() {
        for (Demand little : List.of(new Demand(1, 0.1, 0, 0), NOTHING)) {
            Sizing sizing = Calculator.size(little, Conditions.GUIDE, 3, 2, GuideProfile.NEWEST);

            assertThat(sizing.pod().requestCores()).isEqualTo(0.5);
            assertThat(sizing.pod().limitCores())
                    .isGreaterThanOrEqualTo(sizing.pod().requestCores());
            assertThat(sizing.sites().stream().flatMap(variant -> variant.sites().stream()))
                    .hasSize(8)
                    .allSatisfy(site -> assertThat(site.limitCores()).isGreaterThanOrEqualTo(site.requestCores()));
        }
    }

    @Test
    void databaseBeyondTheLargestMachineIsNoted() {
        Sizing largest = size(new Demand(0, 0, 0, 27_000), GuideProfile.V26_0);
        Sizing beyond = size(new Demand(0, 0, 0, 30_000), GuideProfile.V26_0);

        assertThat(largest.database().faster().cores()).isEqualTo(192);
        assertThat(largest.notes()).noneSatisfy(note -> assertThat(note).contains("no machine"));
        assertThat(beyond.notes())
                .anySatisfy(note -> assertThat(note).startsWith("Short response times need 210.3 database cores"));
        assertThat(size(new Demand(0, 0, 0, 60_000), GuideProfile.V26_0).notes())
                .anySatisfy(note -> assertThat(note).contains("the load needs 210.3 database cores", "more than 192"));
    }

    @Test
    void nonsenseIsRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Calculator.size(GUIDE_EXAMPLE, Conditions.GUIDE, 0, 1, GuideProfile.V26_0))
                .withMessage("pods 0 is not between 1 and 1000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Demand(-1, 0, 0, 0))
                .withMessage("loginsPerSecond -1 is not between 0 and 1000000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Demand(Double.NaN, 0, 0, 0))
                .withMessageContaining("loginsPerSecond");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GuideProfile.named("27"))
                .withMessageContaining("24.0, 26.0, 26.7, 26.7-x86");
    }

    private static double value(String line, Sizing sizing) {
        return sizing.lines().stream()
                .filter(each -> each.result().equals(line))
                .findFirst()
                .orElseThrow()
                .value();
    }
}
