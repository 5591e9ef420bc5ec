package org.millrace.testsuite.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.millrace.testsuite.bench.measurement.ProcessTable;
import org.millrace.testsuite.bench.realm.BenchmarkUsers;
import org.millrace.testsuite.bench.realm.ImportCall;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.server.JavaHeap;
import org.millrace.testsuite.server.JavaHeap.Collections;

/**
 * What is left on Keycloak's heap after a collection, while one call brings two million users with nothing but a name, and
 * after it.
 */
final class HeapGrowth {
    static final int HEAP_MEBIBYTES = 512;

    private static final int FEW = 10_000;
    private static final int MANY = 2_000_000;
    private static final int STEP = 200_000;

    /** Users who may not be in the database while the sender pauses: a chunk that is not full yet. */
    private static final int UNDER_WAY = 2000;

    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final AdminClient admin;
    private final Connection connection;
    private final JavaHeap heap;
    private final Progress progress;
    private final List<Sample> samples = new ArrayList<>();
    private int asked;

    /** Heap in use after a collection. */
    private record Sample(String when, double mebibytes) {}

    /** @param connection to the server's database, which this server has alone */
    HeapGrowth(AdminClient admin, Connection connection, Progress progress) {
        this.admin = admin;
        this.connection = connection;
        this.heap = new JavaHeap(javaBelowThis());
        this.progress = progress;
    }

    /** Runs all imports; returns the table. */
    String measure() throws IOException, SQLException {
        create("warm", FEW, body -> write(body, "warm", 0, FEW));
        create("few", FEW, body -> write(body, "few", 0, FEW));
        sample("after a call with %,d".formatted(FEW));
        long before = storedUsers();
        Collections atStart = heap.collections();
        asked = 0;
        long begun = System.nanoTime();
        create("many", MANY, body -> {
            write(body, "many", 0, FEW);
            sampleOnTheWay(body, before, FEW);
            for (int sent = FEW, next = STEP; next <= MANY; sent = next, next += STEP) {
                write(body, "many", sent, next);
                sampleOnTheWay(body, before, next);
            }
        });
        sample("after a call with %,d".formatted(MANY));
        Collections collections = heap.collections().minus(atStart);
        double seconds = (System.nanoTime() - begun) / 1e9;
        return table()
                + String.format(
                        Locale.ROOT,
                        "%nIn the %,.0f s of the large call: %d full collections besides the %d asked for, %d others, which took"
                                + " %.1f s (%.1f %%) in all.%n",
                        seconds,
                        collections.full() - asked,
                        asked,
                        collections.others(),
                        collections.othersSeconds(),
                        100 * collections.othersSeconds() / seconds);
    }

    /** The call's own summary says whether all were created. */
    private void create(String name, int users, ImportCall.Records records) throws IOException {
        long problems = ImportCall.create(admin, "?outcomes=problems", users, records);
        progress.say("heap     %,d users '%s' imported, %d problems".formatted(users, name, problems));
    }

    private static void write(OutputStream body, String name, int from, int to) throws IOException {
        for (int number = from; number < to; number++) {
            String line = "{\"username\":\"" + BenchmarkUsers.prefix(number) + name + number + "\"}\n";
            body.write(line.getBytes(StandardCharsets.US_ASCII));
        }
    }

    private void sampleOnTheWay(OutputStream body, long before, int sent) throws IOException {
        body.flush();
        try {
            awaitStored(before + sent - UNDER_WAY);
        } catch (SQLException e) {
            throw new IOException("cannot count users", e);
        }
        sample("in the call, %,d sent".formatted(sent));
    }

    private void awaitStored(long users) throws SQLException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (storedUsers() < users) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("less than " + users + " users after " + PATIENCE);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private long storedUsers() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM user_entity")) {
            row.next();
            return row.getLong(1);
        }
    }

    private void sample(String when) {
        Sample sample = new Sample(when, heap.mebibytesAfterCollection());
        asked++;
        samples.add(sample);
        progress.say("heap     %-32s %.1f MiB".formatted(sample.when(), sample.mebibytes()));
    }

    private static long javaBelowThis() {
        long self = ProcessHandle.current().pid();
        ProcessTable table = ProcessTable.read();
        return table.tree(self).stream()
                .filter(pid -> pid != self && table.process(pid).command().equals("java"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("this JVM has started no Keycloak"));
    }

    private String table() {
        StringBuilder table = new StringBuilder("| When | Heap in use after a collection |\n|---|---:|\n");
        for (Sample sample : samples) {
            table.append(String.format(Locale.ROOT, "| %s | %.1f MiB |%n", sample.when(), sample.mebibytes()));
        }
        return table.toString();
    }
}
