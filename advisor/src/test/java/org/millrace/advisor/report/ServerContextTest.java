package org.millrace.advisor.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Settings;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.SignalIndex;
import org.millrace.advisor.model.Snapshot;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.HostSignals;
import org.millrace.advisor.model.signal.JvmSignals;

class ServerContextTest {

    private static final double GIB = 1024.0 * 1024 * 1024;

    @Test
    void versionsSizeAndUptimeAreNamed() {
        ServerContext context = ServerContext.of(
                window(
                        Map.of(
                                JvmSignals.PROCESSORS, 8.0,
                                CgroupSignals.CPU_QUOTA, 1.0,
                                CgroupSignals.MEMORY_LIMIT, 2 * GIB,
                                HostSignals.MEMORY_TOTAL, 64 * GIB,
                                JvmSignals.HEAP_MAX, GIB,
                                ClusterSignals.SIZE, 1.0,
                                JvmSignals.UPTIME, 7300.0),
                        new Setting(KeycloakSettings.VERSION, "26.7.4", "server"),
                        new Setting(PostgresSettings.SERVER_VERSION, "17.6 (Debian 17.6-1)", "server")),
                "0.1.0");

        assertThat(context.facts())
                .containsExactlyEntriesOf(ordered(
                        "Keycloak", "26.7.4",
                        "Java", System.getProperty("java.version"),
                        "PostgreSQL", "17.6",
                        "Millrace", "0.1.0",
                        "CPU", "1 core",
                        "Memory", "2 GB",
                        "Heap", "up to 1 GB",
                        "Cluster", "1 node",
                        "Uptime", "2 hours"));
    }

    @Test
    void whatIsNotKnownIsAbsent() {
        ServerContext context = ServerContext.of(window(Map.of()), "");

        assertThat(context.facts()).containsOnlyKeys("Java");
    }

    /** As control groups say it where there is none. */
    @Test
    void limitBeyondAnyMemoryIsNone() {
        ServerContext context = ServerContext.of(
                window(Map.of(CgroupSignals.MEMORY_LIMIT, 9.2e18, HostSignals.MEMORY_TOTAL, 64 * GIB)), "");

        assertThat(context.facts()).containsEntry("Memory", "64 GB");
    }

    @Test
    void anotherNodeReadsWhatOneHasWritten() {
        ServerContext context = ServerContext.of(window(Map.of(JvmSignals.PROCESSORS, 2.0)), "0.1.0");

        assertThat(ServerContext.ofJson(context.json()).facts()).isEqualTo(context.facts());
    }

    private static Window window(Map<Signal, Double> readings, Setting... settings) {
        Snapshot snapshot = Snapshot.of(Reports.AT, new SignalIndex(), readings);
        return new Window(Duration.ofMinutes(5), List.of(snapshot), Settings.of(List.of(settings)));
    }

    private static Map<String, String> ordered(String... pairs) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
