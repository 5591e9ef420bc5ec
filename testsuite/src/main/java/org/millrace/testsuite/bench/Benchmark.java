package org.millrace.testsuite.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.millrace.testsuite.bench.cell.Cell;
import org.millrace.testsuite.bench.cell.CopyCell;
import org.millrace.testsuite.bench.cell.ForeignKeysByChunkCell;
import org.millrace.testsuite.bench.cell.JobCell;
import org.millrace.testsuite.bench.cell.MergeCell;
import org.millrace.testsuite.bench.cell.MillraceCell;
import org.millrace.testsuite.bench.cell.PartialImportCell;
import org.millrace.testsuite.bench.cell.PostCell;
import org.millrace.testsuite.bench.measurement.Figures;
import org.millrace.testsuite.bench.measurement.Machine;
import org.millrace.testsuite.bench.measurement.Measurement;
import org.millrace.testsuite.bench.measurement.ProcessTable;
import org.millrace.testsuite.bench.realm.BenchmarkRealm;
import org.millrace.testsuite.bench.realm.BenchmarkUsers;
import org.millrace.testsuite.bench.realm.StartingPoint;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.process.HarnessSettings;

/** {@code mvn -Pbench}: measures, prints the figures and writes them into the page. */
public final class Benchmark {
    private static final String FIGURES = "figures";
    private static final String HEAP = "heap";
    private static final String PACE = "pace";
    private static final String LOGINS = "logins";
    private static final String NODES = "nodes";
    private static final int SERVER_HEAP_MEBIBYTES = 1024;

    /** With less, the heap and not the database would say how many chunks there may be at once. */
    private static final int SWEEP_HEAP_MEBIBYTES = 4096;

    private final BenchmarkOptions options;
    private final Page page;
    private final Progress progress = new Progress(System.out);

    private Benchmark(BenchmarkOptions options) throws IOException {
        this.options = options;
        this.page = new Page(options.page(), sections());
    }

    /** Those of the page. */
    static String[] sections() {
        List<String> sections = new ArrayList<>(List.of(FIGURES, HEAP, PACE, LOGINS, NODES));
        for (EntitySample sample : EntitySample.values()) {
            sections.add(sample.plural());
        }
        return sections.toArray(String[]::new);
    }

    /** Takes its options from system properties. Any failure ends the run without figures. */
    public static void main(String[] arguments) throws IOException, SQLException {
        new Benchmark(BenchmarkOptions.fromSystemProperties()).run();
    }

    private void run() throws IOException, SQLException {
        ProcessTable.read();
        for (String part : options.parts()) {
            switch (part) {
                case FIGURES -> report(part, throughput());
                case HEAP -> report(part, heap());
                case PACE -> report(part, pace());
                case LOGINS -> report(part, logins());
                case NODES -> report(part, nodes());
                default -> report(part, rates(sample(part)));
            }
        }
        progress.say("written to " + options.page());
    }

    private void report(String section, String markdown) throws IOException {
        System.out.println("\n" + markdown);
        page.write(section, markdown);
    }

    private String throughput() throws IOException, SQLException {
        progress.say("starting PostgreSQL and Keycloak");
        try (ServerUnderTest server = ServerUnderTest.start(server(SERVER_HEAP_MEBIBYTES));
                Connection connection = server.database().connectAsSuperuser()) {
            Machine machine = Machine.of(connection);
            AdminClient admin = BenchmarkRealm.administrator(server.node());
            BenchmarkRealm realm = BenchmarkRealm.create(admin);
            BenchmarkUsers users = new BenchmarkUsers();
            progress.say("rendering " + options.users() + " users");
            List<Cell> cells = Throughput.cells(options, users, realm, server.database(), admin);
            try (StartingPoint start =
                    StartingPoint.create(server.database(), users, realm, System.currentTimeMillis())) {
                Throughput throughput = new Throughput(connection, start, admin, machine, progress);
                for (Cell cell : cells) {
                    throughput.warmUp(cell, warmUp(cell));
                }
                List<Measurement> measurements = new ArrayList<>(throughput.measure(cells, options.rounds()));
                LargeRealm large =
                        new LargeRealm(options.large(), options.users(), users, realm, server.database(), admin);
                if (options.large() > 0) {
                    measurements.addAll(throughput.measureLarge(large, options.rounds()));
                }
                return figures(cells, large, measurements, machine);
            }
        }
    }

    /** Cells of one kind share its warm-up. */
    private int warmUp(Cell cell) {
        if (cell instanceof MergeCell || cell instanceof JobCell || cell instanceof ForeignKeysByChunkCell) {
            return options.warmup() / 5;
        }
        if (cell instanceof MillraceCell) {
            return cell.rolesAUser() == 1 ? options.warmup() / 5 : options.warmup();
        }
        if (cell instanceof PostCell) {
            return options.warmupPosts() / 2;
        }
        return cell instanceof PartialImportCell ? options.warmupPartials() / 2 : 1;
    }

    private static ServerOptions server(int heapMebibytes) {
        return clustered(heapMebibytes).with("cache", "local");
    }

    private static ServerOptions clustered(int heapMebibytes) {
        // Statement statistics would cost those most that send most statements.
        return ServerOptions.postgres()
                .withEmptyDatabase()
                .with("spi-admin-realm-restapi-extension--bulk-import--foreign-key-checks", "chunk")
                .withDatabaseSetting("shared_preload_libraries", "")
                .withDatabaseSetting("shared_buffers", "1GB")
                .withHeapMebibytes(heapMebibytes)
                .withJavaOptions("-Xms" + heapMebibytes + "m");
    }

    private String figures(List<Cell> cells, LargeRealm large, List<Measurement> measurements, Machine machine) {
        Figures figures = new Figures(measurements);
        String floor = name(cells, CopyCell.class, 1);
        String millrace = name(cells, MillraceCell.class, 0);
        List<String> byChunk = names(cells, ForeignKeysByChunkCell.class);
        List<String> merges = names(cells, MergeCell.class);
        List<String> posts = names(cells, PostCell.class);
        return """
                Measured on %s in %d rounds of all ways.

                | | |
                |---|---|
                | Machine | %s |
                | Keycloak | %s, one node, local cache, heap of %d MiB, %s |
                | PostgreSQL | %s |
                | Before each cell | %,d users in the realm, vacuumed, analyzed, checkpointed, Keycloak's user cache cleared |
                | Warm-up | %,d users through Millrace, %,d through `POST /users` |

                %s
                | Ratio of the medians | | each round (min-max) |
                |---|---:|---:|
                """.formatted(
                                LocalDate.now(ZoneOffset.UTC),
                                options.rounds(),
                                machine.hardware(),
                                HarnessSettings.get("millrace.keycloak.version"),
                                SERVER_HEAP_MEBIBYTES,
                                machine.java(),
                                machine.postgres(),
                                StartingPoint.EXISTING_USERS,
                                options.warmup(),
                                options.warmupPosts(),
                                figures.medians(floor))
                + figures.ratio("Millrace / `COPY` with 2 connections (the floor)", millrace, List.of(floor))
                + figures.ratio(
                        "Millrace / `COPY` with 1 connection", millrace, List.of(name(cells, CopyCell.class, 0)))
                + figures.ratio(
                        "Millrace with foreign keys once for each chunk / the floor", byChunk.get(0), List.of(floor))
                + figures.ratio(
                        "A job / the one call, both with foreign keys once for each chunk",
                        byChunk.get(1),
                        byChunk.subList(0, 1))
                + figures.ratio("A job / the one call", name(cells, JobCell.class, 0), List.of(millrace))
                + figures.ratio("Millrace / best `POST /users`", millrace, posts)
                + figures.ratio("Millrace / `POST /users` and its role call", millrace, posts.subList(1, 2))
                + figures.ratio("Millrace / best `partialImport`", millrace, names(cells, PartialImportCell.class))
                + figures.ratio("Millrace merging what is unchanged / creating it", merges.get(0), List.of(millrace))
                + figures.ratio("Millrace merging one attribute each / creating", merges.get(1), List.of(millrace))
                + figures.ratio(
                        "Millrace / `COPY` with 2 connections, bare users",
                        name(cells, MillraceCell.class, 1),
                        List.of(name(cells, CopyCell.class, 2)))
                + largeRatios(figures, large, millrace)
                + "\nEach round, in the order of time:\n\n"
                + figures.rounds();
    }

    private String largeRatios(Figures figures, LargeRealm large, String millrace) {
        if (options.large() == 0) {
            return "";
        }
        String users = "%,d users".formatted(options.large());
        return figures.ratio(
                        "Millrace into " + users + " / into %,d".formatted(StartingPoint.EXISTING_USERS),
                        large.millraceName(),
                        List.of(millrace))
                + figures.ratio(
                        "Millrace / `COPY` with 2 connections, into " + users,
                        large.millraceName(),
                        List.of(large.copyName()))
                + figures.ratio(
                        "The same with foreign keys once for each chunk",
                        large.millraceByChunkName(),
                        List.of(large.copyName()))
                + figures.ratio("A job / the one call, into " + users, large.jobName(), List.of(large.millraceName()))
                + figures.ratio(
                        "A job of sorted users / a job, into " + users, large.sortedJobName(), List.of(large.jobName()))
                + figures.ratio(
                        "The same with foreign keys once for each chunk / a job without",
                        large.sortedJobByChunkName(),
                        List.of(large.jobName()));
    }

    private static List<String> names(List<Cell> cells, Class<? extends Cell> type) {
        List<String> names = new ArrayList<>();
        for (Cell cell : cells) {
            if (type.isInstance(cell)) {
                names.add(cell.name());
            }
        }
        return names;
    }

    private static String name(List<Cell> cells, Class<? extends Cell> type, int index) {
        return names(cells, type).get(index);
    }

    private String pace() throws IOException, SQLException {
        String tables = new PaceSweep(server(SWEEP_HEAP_MEBIBYTES), new BenchmarkUsers(), options, progress).measure();
        return "Measured on %s, users a second, medians of %d jobs (twice as many of those in turns) of %,d users each.%n%n%s"
                .formatted(LocalDate.now(ZoneOffset.UTC), options.rounds(), options.users(), tables);
    }

    private String logins() throws IOException {
        int jobUsers = 20 * options.users();
        String table = new LoginsUnderImport(server(SERVER_HEAP_MEBIBYTES), new BenchmarkUsers(), jobUsers, progress)
                .measure();
        return "Measured on " + LocalDate.now(ZoneOffset.UTC) + ".\n\n" + table;
    }

    private String nodes() throws IOException, SQLException {
        String figures =
                new NodeRates(clustered(SERVER_HEAP_MEBIBYTES), new BenchmarkUsers(), options, progress).measure();
        return "Measured on %s, medians of %d jobs of %,d users each on warm nodes, with statistics of statements.%n%n%s"
                .formatted(LocalDate.now(ZoneOffset.UTC), options.rounds(), options.users(), figures);
    }

    private static EntitySample sample(String part) {
        for (EntitySample sample : EntitySample.values()) {
            if (sample.plural().equals(part)) {
                return sample;
            }
        }
        throw new IllegalArgumentException("bench.parts names '" + part + "', which is none");
    }

    private String rates(EntitySample sample) throws IOException, SQLException {
        progress.say("starting PostgreSQL and Keycloak");
        try (ServerUnderTest server = ServerUnderTest.start(server(SERVER_HEAP_MEBIBYTES));
                Connection connection = server.database().connectAsSuperuser()) {
            Machine machine = Machine.of(connection);
            AdminClient admin = BenchmarkRealm.administrator(server.node());
            EntityRates rates = new EntityRates(sample, connection, admin, machine, progress, options.entities());
            return "Measured on " + LocalDate.now(ZoneOffset.UTC) + " in " + options.rounds() + " rounds, "
                    + machine.hardware() + ".\n\n" + rates.measure(options.rounds());
        }
    }

    private String heap() throws IOException, SQLException {
        progress.say("starting PostgreSQL and a small Keycloak");
        try (ServerUnderTest server = ServerUnderTest.start(server(HeapGrowth.HEAP_MEBIBYTES));
                Connection connection = server.database().connectAsSuperuser()) {
            AdminClient admin = BenchmarkRealm.administrator(server.node());
            BenchmarkRealm.create(admin);
            String table = new HeapGrowth(admin, connection, progress).measure();
            return "Measured on " + LocalDate.now(ZoneOffset.UTC) + ", Keycloak with a heap of "
                    + HeapGrowth.HEAP_MEBIBYTES + " MiB, "
                    + Machine.of(connection).java() + ".\n\n" + table;
        }
    }
}
