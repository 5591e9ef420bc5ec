package org.millrace.testsuite.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
import org.millrace.testsuite.bench.measurement.ProcessorTime;
import org.millrace.testsuite.bench.realm.BenchmarkRealm;
import org.millrace.testsuite.bench.realm.BenchmarkUsers;
import org.millrace.testsuite.bench.realm.LoadedRows;
import org.millrace.testsuite.bench.realm.StartingPoint;
import org.millrace.testsuite.bench.realm.UserRows;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.server.database.Database;

/** Times every cell in every round, each from the same start, and sees that those which load the same leave the same. */
final class Throughput {
    private final Connection connection;
    private final ProcessorTime.Clock clock;
    private final StartingPoint start;
    private final AdminClient admin;
    private final Machine machine;
    private final Progress progress;
    private final Map<String, LoadedRows> expected = new HashMap<>();

    Throughput(Connection connection, StartingPoint start, AdminClient admin, Machine machine, Progress progress)
            throws SQLException {
        this.connection = connection;
        this.clock = ProcessorTime.Clock.of(connection);
        this.start = start;
        this.admin = admin;
        this.machine = machine;
        this.progress = progress;
    }

    /** Loads at least this number of users, in full cells, to warm up both JVMs. */
    void warmUp(Cell cell, int users) throws IOException, SQLException {
        for (int loaded = 0; loaded < users; loaded += cell.users()) {
            restore();
            cell.prepare();
            long begun = System.nanoTime();
            cell.load();
            double seconds = (System.nanoTime() - begun) / 1e9;
            progress.say("warm-up  %-48s %,9.0f users/s".formatted(cell.name(), cell.users() / seconds));
        }
    }

    /** The rounds, each beginning with another cell. */
    List<Measurement> measure(List<Cell> cells, int rounds) throws IOException, SQLException {
        List<Measurement> measurements = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            List<Cell> order = new ArrayList<>(cells);
            Collections.rotate(order, -(round - 1));
            for (Cell cell : order) {
                restore();
                cell.prepare();
                Measurement measurement = measure(cell, round);
                progress.say(Figures.line(measurement));
                measurements.add(measurement);
                check(cell);
            }
        }
        return measurements;
    }

    /**
     * Fills the realm, and then measures the floor and each way of Millrace by turns, each with other users, whose names meet all
     * pages of the indexes.
     */
    List<Measurement> measureLarge(LargeRealm large, int rounds) throws IOException, SQLException {
        restore();
        large.fill(progress);
        List<Measurement> measurements = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            for (Cell cell : large.cells(round)) {
                cell.prepare();
                large.settle(connection);
                Measurement measurement = measure(cell, round);
                progress.say(Figures.line(measurement));
                measurements.add(measurement);
            }
        }
        return measurements;
    }

    private void restore() throws SQLException {
        start.restore();
        BenchmarkRealm.forgetUsers(admin);
    }

    private Measurement measure(Cell cell, int round) throws IOException, SQLException {
        long walBefore = walPosition();
        ProcessorTime before = clock.read();
        long begun = System.nanoTime();
        cell.load();
        double seconds = (System.nanoTime() - begun) / 1e9;
        ProcessorTime used = clock.read().minus(before);
        long walBytes = walPosition() - walBefore;
        return new Measurement(cell.name(), round, cell.users(), seconds, used, machine.processors(), walBytes);
    }

    private long walPosition() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')")) {
            row.next();
            return row.getLong(1);
        }
    }

    private void check(Cell cell) throws SQLException {
        LoadedRows rows = LoadedRows.of(connection);
        LoadedRows same = expected.putIfAbsent(cell.leaves(), rows);
        if (same != null && !same.equals(rows)) {
            throw new IllegalStateException(
                    cell.name() + " left other rows than another way: " + rows + ", not " + same);
        }
    }

    /** Every way, from the floor up. */
    static List<Cell> cells(
            BenchmarkOptions options,
            BenchmarkUsers users,
            BenchmarkRealm realm,
            Database database,
            AdminClient admin) {
        long now = System.currentTimeMillis();
        List<UserRows> rows = CopyCell.transactions(users::user, 0, options.users(), realm, now);
        List<UserRows> bareRows = CopyCell.transactions(users::bareUser, 0, options.users(), realm, now);
        List<byte[]> lines = users.lines(Math.max(options.users(), options.posts()));
        List<byte[]> created = lines.subList(0, options.users());
        List<byte[]> calls = PartialImportCell.calls(users, options.partials());
        return Stream.<Cell>of(
                        CopyCell.of(database, 1, options.users(), rows),
                        CopyCell.of(database, 2, options.users(), rows),
                        MillraceCell.of(admin, created),
                        new ForeignKeysByChunkCell(MillraceCell.of(admin, created), database),
                        new JobCell(admin, created),
                        new ForeignKeysByChunkCell(new JobCell(admin, created), database),
                        MergeCell.unchanged(admin, created),
                        MergeCell.changed(admin, created, users.changedLines(options.users())),
                        new PostCell(admin, options.posts(), lines, realm, false),
                        new PostCell(admin, options.posts(), lines, realm, true),
                        new PartialImportCell(admin, 1, options.partials(), calls),
                        new PartialImportCell(admin, 4, options.partials(), calls),
                        CopyCell.ofBare(database, 2, options.users(), bareRows),
                        MillraceCell.ofBare(admin, users.bareLines(options.users())))
                .toList();
    }
}
