package org.millrace.advisor.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.report.Fixture;
import org.millrace.advisor.sizing.Calculator;
import org.millrace.advisor.sizing.Capacity;
import org.millrace.advisor.sizing.Conditions;
import org.millrace.advisor.sizing.Demand;
import org.millrace.advisor.sizing.GuideProfile;
import org.millrace.advisor.sizing.Installation;
import org.millrace.advisor.sizing.Sizing;
import org.millrace.advisor.sizing.live.MixOrigin;

class SizingDocumentsTest {

    private static final Demand GUIDE_EXAMPLE = new Demand(45, 5, 600, 360);

    @Test
    void sizingOfTheExampleOfTheGuideOnTwoSites() {
        Sizing sizing = Calculator.size(GUIDE_EXAMPLE, Conditions.GUIDE, 3, 2, GuideProfile.V26_0);

        assertThat(SizingDocuments.sizing(sizing, Optional.of(1234.5))).isEqualTo(Fixture.document("sizing.json"));
    }

    @Test
    void capacityOfAnInstallationForAMeasuredMix() {
        Installation installation = new Installation(
                3,
                OptionalDouble.of(3),
                OptionalDouble.of(7.5),
                OptionalDouble.of(2),
                0.9,
                OptionalDouble.empty(),
                OptionalDouble.of(100),
                OptionalDouble.of(20),
                OptionalDouble.of(50),
                0.02,
                0.06);
        Capacity capacity = Capacity.of(installation, GUIDE_EXAMPLE, Conditions.GUIDE, GuideProfile.V26_0);

        assertThat(SizingDocuments.capacity(capacity, installation, MixOrigin.MEASURED, 30_000.4))
                .isEqualTo(Fixture.document("capacity.json"));
    }
}
