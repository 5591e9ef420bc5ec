package org.millrace.testsuite.advisor.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.millrace.testsuite.advisor.Reports;
import org.millrace.testsuite.advisor.load.LoadedRealm;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.data.GeneratedUsers;
import org.millrace.testsuite.data.HashedPassword;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * Right after its start, without load and during an import of 100,000 users, a server with default settings has no finding above
 * info. Other processes may use the processors of the machine: what names them is right. With {@code -Pfaults} only.
 */
class FalseAlarmsIT {

    private static final int USERS = 100_000;
    private static final int BATCH = 10_000;
    private static final long SEED = 2026;

    /** Longer than the part of the window that the principal finding is chosen by. */
    private static final Duration IDLE = Duration.ofSeconds(75);

    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** Other processes use the processors, and collections pause for longer because of that. */
    private static final Set<String> MACHINE = Set.of("KC-CPU-002", "KC-TIME-PROCESSOR", "KC-JVM-003", "KC-SIZ-012");

    @FaultTest
    void nothingAboveInfoIsFoundAfterAStartWithoutLoadAndDuringAnImport() {
        try (ServerUnderTest server = ServerUnderTest.start(FaultsIT.options())) {
            AdminClient admin = AdminClient.of(server.node());
            long started = System.nanoTime();
            assertThat(above(admin, () -> System.nanoTime() - started < IDLE.toNanos()))
                    .as("without load")
                    .isEmpty();

            SampleRealm.create(admin, LoadedRealm.NAME);
            CompletableFuture<Void> load = CompletableFuture.runAsync(() -> importUsers(admin));
            assertThat(above(admin, () -> !load.isDone()))
                    .as("during the import")
                    .isEmpty();
            load.join();
        }
    }

    /** Findings above info in reports that are read for as long as a condition holds. */
    private static Set<String> above(AdminClient admin, BooleanSupplier condition) {
        Reports reports = new Reports(admin, "5m");
        Set<String> found = new TreeSet<>();
        do {
            JsonNode report = reports.now();
            for (JsonNode finding : report.path("findings")) {
                String rule = finding.path("rule").asText();
                if (!finding.path("severity").asText().equals("info") && !MACHINE.contains(rule)) {
                    found.add(rule + ": " + finding.path("why").asText());
                }
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        } while (condition.getAsBoolean());
        return found;
    }

    private static void importUsers(AdminClient admin) {
        GeneratedUsers users = GeneratedUsers.plain(SEED, HashedPassword.of(LoadedRealm.PASSWORD, SEED));
        for (int from = 0; from < USERS; from += BATCH) {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            try {
                users.write(from, from + BATCH, body);
            } catch (IOException e) {
                throw new CompletionException(e);
            }
            admin.post(
                            "/admin/realms/" + LoadedRealm.NAME + "/bulk-import/users",
                            "application/x-ndjson",
                            body.toByteArray())
                    .ok();
        }
    }
}
