package org.millrace.advisor.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The guide's worked examples, and what else its constants imply. */
class CalculatorTest {

    private static final Demand GUIDE_EXAMPLE = new Demand(45, 5, 600, 360);
    private static final Demand NOTHING = new Demand(0, 0, 0, 0);

    @Test
    void exampleOfTheGuideComesOutAsPrinted() {
        Sizing sizing = size(GUIDE_EXAMPLE, GuideProfile.V26_0);

        assertThat(sizing.pod().demandCores()).isEqualTo(9);
        assertThat(sizing.pod().requestCores()).isEqualTo(3);
        assertThat(sizing.pod().limitCores()).isEqualTo(7.5);
        assertThat(sizing.pod().requestMegabytes()).isEqualTo(1250);
        assertThat(sizing.pod().limitMegabytes()).isEqualTo(1360);
        assertThat(sizing.pod().survivesOneLost()).isTrue();
        assertThat(sizing.database().requestsPerSecond()).isEqualTo(410);
        assertThat(sizing.database().leastCores()).isCloseTo(0.3 + 1.435, within(1e-9));
        assertThat(sizing.database().mostCores()).isCloseTo(0.3 + 2.87, within(1e-9));
        assertThat(sizing.database().writesPerSecond()).isCloseTo(5740, within(1e-9));
        assertThat(sizing.database().cheaper().name()).isEqualTo("db.t4g.large");
        assertThat(sizing.database().faster().name()).isEqualTo("db.t4g.xlarge");
        assertThat(sizing.size()).isEqualTo("M");
    }

    @Test
    void contradictionsOfTheGuideAreNoted() {
        assertThat(size(GUIDE_EXAMPLE, GuideProfile.V26_0).guide().remarks())
                .anySatisfy(remark -> assertThat(remark).contains("360").contains("345"))
                .anySatisfy(remark -> assertThat(remark).contains("5 logouts"))
                .anySatisfy(
                        remark -> assertThat(remark).contains("1.44 to 2.87").contains("405"))
                .anySatisfy(remark -> assertThat(remark).contains("2250 MB"))
                .anySatisfy(remark -> assertThat(remark).contains("burstable"));
    }

    /** 345 refreshes, as the guide's calculation says, make the same request. */
    @Test
    void bothNumbersOfRefreshesInTheExampleRoundToTheSame() {
        Sizing printed = size(new Demand(45, 5, 600, 345), GuideProfile.V26_0);

        assertThat(printed.pod().requestCores()).isEqualTo(3);
        assertThat(printed.pod().demandCores()).isCloseTo(8.875, within(1e-9));
    }

    @Test
    void sameLoadNeedsMoreByTheNewestGuide() {
        Sizing sizing = size(GUIDE_EXAMPLE, GuideProfile.V26_7);

        assertThat(sizing.pod().demandCores()).isEqualTo(11);
        assertThat(sizing.pod().requestCores()).isEqualTo(4);
        assertThat(sizing.pod().limitCores()).isCloseTo(9.1667, within(1e-3));
    }

    @Test
    void exampleOfTheNewestGuideComesOutAsPrinted() {
        Sizing sizing = size(new Demand(45, 5, 360, 360), GuideProfile.NEWEST);

        assertThat(sizing.pod().requestCores()).isEqualTo(3);
        assertThat(sizing.pod().limitCores()).isEqualTo(7.5);
        assertThat(sizing.pod().limitMegabytes()).isEqualTo(1360);
    }

    @Test
    void exampleOfTheGuideFor24ComesOutAsPrinted() {
        Conditions sessions = new Conditions(1, 1, 2, 0, 50_000);

        Sizing sizing = Calculator.size(new Demand(45, 5, 500, 350), sessions, 3, 1, GuideProfile.V24);

        assertThat(sizing.pod().requestCores()).isEqualTo(3);
        assertThat(sizing.pod().limitCores()).isCloseTo(9, within(1e-9));
        assertThat(sizing.pod().requestMegabytes()).isEqualTo(1250);
        assertThat(sizing.pod().limitMegabytes()).isEqualTo(1360);
    }

    @Test
    void x86CarriesUpToTwiceTheGrantsAndRefreshes() {
        Sizing sizing = size(GUIDE_EXAMPLE, GuideProfile.V26_7_X86);

        assertThat(sizing.pod().demandCores()).isEqualTo(7);
        assertThat(sizing.pod().limitCores()).isCloseTo(5.833, within(1e-3));
    }

    @Test
    void twoSitesComeInThreeVariantsAndBothReadingsOfTheSecond() {
        Sizing sizing = Calculator.size(GUIDE_EXAMPLE, Conditions.GUIDE, 3, 2, GuideProfile.V26_0);

        assertThat(sizing.sites())
                .extracting(
                        SiteVariant::name,
                        SiteVariant::requestCores,
                        SiteVariant::worstRatio,
                        SiteVariant::podsAfterLoss)
                .containsExactly(
                        tuple("fast-failover", 18.0, 2.5, 3),
                        tuple("slow-failover", 13.5, 1.25, 6),
                        tuple("slow-failover-both-halved", 9.0, 1.25, 6),
                        tuple("alternative", 13.5, 2.5, 3));
        assertThat(sizing.database().writesPerSecond())
                .isEqualTo(size(GUIDE_EXAMPLE, GuideProfile.V26_0).database().writesPerSecond());
    }

    @Test
    void everyResultShowsItsFormulaWithNumbersAndASource() {
        Sizing sizing = size(GUIDE_EXAMPLE, GuideProfile.V26_0);

        assertThat(sizing.lines())
                .extracting(Worksheet.Line::result)
                .contains(
                        "cpu.demand",
                        "cpu.requestPerPod",
                        "cpu.limitPerPod",
                        "memory.requestPerPod",
                        "memory.limitPerPod",
                        "database.cores.least",
                        "database.cores.most",
                        "database.writes",
                        "pool.size",
                        "threads.max");
        assertThat(sizing.lines()).allSatisfy(line -> {
            assertThat(line.formula()).isNotBlank();
            assertThat(line.numbers()).containsPattern("\\d").doesNotContain("{}");
            assertThat(line.source()).startsWith("https://");
        });
        assertThat(sizing.lines().get(0).numbers()).contains("45 × 1 / 15 + 600 × 1 / 200 + 360 / 120");
    }

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
    void dearerHashingAndReusedConnectionsShowInTheDemand() {
        Sizing sizing = Calculator.size(GUIDE_EXAMPLE, new Conditions(2, 0.5, 2, 0, 0), 3, 1, GuideProfile.V26_0);

        assertThat(sizing.pod().demandCores()).isEqualTo(6 + 1.5 + 3);
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
    void whatHighLoadCostsIsSaidOfTheDatabaseThatWasMeasuredAlone() {
        Sizing measured = size(GUIDE_EXAMPLE, GuideProfile.V26_0);
        Sizing larger = size(GUIDE_EXAMPLE.times(2), GuideProfile.V26_0);

        assertThat(measured.database().cheaper().cores()).isEqualTo(2);
        assertThat(measured.notes()).anySatisfy(note -> assertThat(note).contains("120 ms"));
        assertThat(larger.database().cheaper().cores()).isEqualTo(4);
        assertThat(larger.notes()).noneSatisfy(note -> assertThat(note).contains("120 ms"));
    }

    @Test
    void grantsAreSaidToLeaveNoSession() {
        Sizing without = size(new Demand(45, 5, 0, 360), GuideProfile.V26_0);

        assertThat(size(GUIDE_EXAMPLE, GuideProfile.V26_0).notes())
                .anySatisfy(note -> assertThat(note).contains("client_credentials.use_refresh_token"));
        assertThat(without.notes()).noneSatisfy(note -> assertThat(note).contains("use_refresh_token"));
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

    private static Sizing size(Demand demand, GuideProfile guide) {
        return Calculator.size(demand, Conditions.GUIDE, 3, 1, guide);
    }
}
