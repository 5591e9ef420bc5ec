package org.millrace.advisor.sizing.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.sizing.Capacity;
import org.millrace.advisor.sizing.Conditions;
import org.millrace.advisor.sizing.Demand;
import org.millrace.advisor.sizing.GuideProfile;
import org.millrace.advisor.sizing.Installation;

class LiveInstallationTest {

    @Test
    void whatIsStatedCountsAsIfSeen() {
        Installation installation = LiveInstallation.of(server().with(StatedSettings.CPU_REQUEST, "3.0")
                .with(StatedSettings.DATABASE_WRITES, "5740.0")
                .build());

        assertThat(installation.requestCores()).hasValue(3);
        assertThat(installation.databaseWrites()).hasValue(5740);
    }

    @Test
    void whatIsStatedBinds() {
        Installation installation = LiveInstallation.of(
                server().with(StatedSettings.CPU_REQUEST, "3.0").build());

        Capacity capacity =
                Capacity.of(installation, new Demand(45, 5, 600, 360), Conditions.GUIDE, GuideProfile.V26_0);

        assertThat(capacity.holds().orElseThrow().name()).isEqualTo("cpu.requests");
        assertThat(capacity.burst().orElseThrow().name()).isEqualTo("cpu.limits");
    }

    @Test
    void whatIsNotStatedIsNotKnown() {
        Installation installation = LiveInstallation.of(server().build());

        assertThat(installation.pods()).isEqualTo(3);
        assertThat(installation.requestCores()).isEmpty();
        assertThat(installation.limitCores()).hasValue(7.5);
        assertThat(installation.databaseWrites()).isEmpty();
    }

    /** An option may be set to 0, and an installation has no such thing. */
    @Test
    void nothingStatedIsNotKnownEither() {
        Installation installation = LiveInstallation.of(server().with(StatedSettings.CPU_REQUEST, "0.0")
                .with(StatedSettings.DATABASE_WRITES, "0.0")
                .build());

        assertThat(installation.requestCores()).isEmpty();
        assertThat(installation.databaseWrites()).isEmpty();
    }

    private static Windows server() {
        return Windows.of(60)
                .with(ClusterSignals.SIZE, 3)
                .with(JvmSignals.PROCESSORS, 8)
                .with(CgroupSignals.CPU_QUOTA, 7.5);
    }
}
