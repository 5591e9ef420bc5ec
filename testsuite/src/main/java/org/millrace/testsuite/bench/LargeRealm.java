package org.millrace.testsuite.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.millrace.testsuite.bench.cell.Cell;
import org.millrace.testsuite.bench.cell.CopyCell;
import org.millrace.testsuite.bench.cell.ForeignKeysByChunkCell;
import org.millrace.testsuite.bench.cell.JobCell;
import org.millrace.testsuite.bench.cell.MillraceCell;
import org.millrace.testsuite.bench.realm.BenchmarkRealm;
import org.millrace.testsuite.bench.realm.BenchmarkUsers;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.server.database.Database;

/**
 * The benchmark's realm with many users in it: the indexes no longer fit into the processor's caches, and a checkpoint makes
 * each page of them be logged whole once more. For one thread.
 */
final class LargeRealm {
    /** Rendered at once: rows of a million users would not fit into memory. */
    private static final int SLICE = 100_000;

    /** Far from the numbers of all other users. */
    private static final int FIRST = 100_000_000;

    private final int users;
    private final int cellUsers;
    private final BenchmarkUsers generated;
    private final BenchmarkRealm realm;
    private final Database database;
    private final AdminClient admin;
    private int next = FIRST;

    /**
     * Nothing is filled yet.
     *
     * @param users how many there are to be before the first cell
     * @param cellUsers how many each cell adds
     */
    LargeRealm(
            int users,
            int cellUsers,
            BenchmarkUsers generated,
            BenchmarkRealm realm,
            Database database,
            AdminClient admin) {
        this.users = users;
        this.cellUsers = cellUsers;
        this.generated = generated;
        this.realm = realm;
        this.database = database;
        this.admin = admin;
    }

    /** Loads all users there are to be, by way of {@code COPY}. */
    void fill(Progress progress) {
        progress.say("filling the realm with %,d users".formatted(users));
        for (int filled = 0; filled < users; filled += SLICE) {
            copyOf(Math.min(SLICE, users - filled)).load();
        }
    }

    /** Every way to load into this realm, each with users of its own and the rounds beginning with another one. */
    List<Cell> cells(int round) {
        List<Cell> cells = new ArrayList<>(List.of(
                new Named(copyName(), copyOf(cellUsers)),
                new Named(millraceName(), MillraceCell.of(admin, lines())),
                new Named(millraceByChunkName(), byChunk(MillraceCell.of(admin, lines()))),
                new Named(jobName(), new JobCell(admin, lines())),
                new Named(sortedJobName(), new JobCell(admin, sortedLines())),
                new Named(sortedJobByChunkName(), byChunk(new JobCell(admin, sortedLines())))));
        Collections.rotate(cells, -(round - 1));
        return cells;
    }

    private Cell byChunk(Cell cell) {
        return new ForeignKeysByChunkCell(cell, database);
    }

    private List<byte[]> lines() {
        return generated.lines(take(cellUsers), cellUsers);
    }

    /** As {@code LC_ALL=C sort} leaves the file: the username is the first field of each line. */
    private List<byte[]> sortedLines() {
        List<byte[]> lines = new ArrayList<>(lines());
        lines.sort(Arrays::compareUnsigned);
        return lines;
    }

    /** Leaves nothing to be done for what was loaded so far. */
    void settle(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("VACUUM (ANALYZE)");
            statement.execute("CHECKPOINT");
        }
    }

    String copyName() {
        return "`COPY`, 2 connections, into %,d users".formatted(users);
    }

    String millraceName() {
        return "Millrace, into %,d users".formatted(users);
    }

    String millraceByChunkName() {
        return millraceName() + ", foreign keys once for each chunk";
    }

    String jobName() {
        return "A job, into %,d users".formatted(users);
    }

    String sortedJobName() {
        return "A job of sorted users, into %,d users".formatted(users);
    }

    String sortedJobByChunkName() {
        return sortedJobName() + ", foreign keys once for each chunk";
    }

    private CopyCell copyOf(int count) {
        return CopyCell.of(
                database,
                2,
                count,
                CopyCell.transactions(generated::user, take(count), count, realm, System.currentTimeMillis()));
    }

    private int take(int count) {
        int first = next;
        next += count;
        return first;
    }

    /** A cell by another name. */
    private record Named(String name, Cell cell) implements Cell {
        @Override
        public int users() {
            return cell.users();
        }

        @Override
        public void prepare() throws IOException {
            cell.prepare();
        }

        @Override
        public void load() throws IOException {
            cell.load();
        }
    }
}
