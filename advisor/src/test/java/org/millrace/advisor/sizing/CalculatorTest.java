package org.millrace.advisor.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The guide's worked examples, and what else its constants imply. */
class CalculatorTest extends SizingExample {
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
    void dearerHashingAndReusedConnectionsShowInTheDemand() {
        Sizing sizing = Calculator.size(GUIDE_EXAMPLE, new Conditions(2, 0.5, 2, 0, 0), 3, 1, GuideProfile.V26_0);

        assertThat(sizing.pod().demandCores()).isEqualTo(6 + 1.5 + 3);
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
}
