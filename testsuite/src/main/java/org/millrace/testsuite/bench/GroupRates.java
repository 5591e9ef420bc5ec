package org.millrace.testsuite.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.millrace.testsuite.client.AdminClient;

/** How fast groups come in by Keycloak's own call and by Millrace, and whether ten times as many take longer each. */
final class GroupRates {
    private static final int MORE = 10;

    /** Sums do not depend on the order of rows; ids and times are those that no two runs share. */
    private static final String ROWS = """
            SELECT count(*), sum(hashtext(concat_ws('|', g.name, g.description, g.parent_group, g.type, (
              SELECT string_agg(a.name || '=' || a.value, ',' ORDER BY a.name, a.value)
              FROM group_attribute a WHERE a.group_id = g.id)))::bigint)
            FROM keycloak_group g JOIN realm r ON r.id = g.realm_id WHERE r.name = ?""";

    private final Connection connection;
    private final ProcessorTime.Clock clock;
    private final Machine machine;
    private final Progress progress;
    private final GroupCell posts;
    private final GroupCell few;
    private final GroupCell many;
    private final Map<Integer, String> expected = new HashMap<>();

    /** @param count groups of each cell but the largest */
    GroupRates(Connection connection, AdminClient admin, Machine machine, Progress progress, int count)
            throws SQLException {
        this.connection = connection;
        this.clock = ProcessorTime.Clock.of(connection);
        this.machine = machine;
        this.progress = progress;
        this.posts = GroupCell.posts(admin, count);
        this.few = GroupCell.millrace(admin, count);
        this.many = GroupCell.millrace(admin, MORE * count);
    }

    /** Runs all rounds, after one for the compilers of both JVMs; returns the tables. */
    String measure(int rounds) throws IOException, SQLException {
        List<GroupCell> cells = List.of(posts, few, many);
        for (GroupCell cell : cells) {
            measure(cell, 0);
        }
        List<Measurement> measurements = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            List<GroupCell> order = new ArrayList<>(cells);
            Collections.rotate(order, -(round - 1));
            for (GroupCell cell : order) {
                measurements.add(measure(cell, round));
            }
        }
        return table(cells, measurements);
    }

    private Measurement measure(GroupCell cell, int round) throws IOException, SQLException {
        String realm = cell.newRealm();
        try (PreparedStatement settled = connection.prepareStatement("CHECKPOINT")) {
            settled.execute();
        }
        ProcessorTime before = clock.read();
        long begun = System.nanoTime();
        cell.load(realm);
        double seconds = (System.nanoTime() - begun) / 1e9;
        ProcessorTime used = clock.read().minus(before);
        check(cell, realm);
        progress.say("round %d  %-48s %,9.0f groups/s".formatted(round, cell.name(), cell.groups() / seconds));
        return new Measurement(cell.name(), round, cell.groups(), seconds, used, machine.processors(), 0);
    }

    private void check(GroupCell cell, String realm) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(ROWS)) {
            query.setString(1, realm);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                String rows = row.getLong(1) + " groups, " + row.getString(2);
                String same = expected.putIfAbsent(cell.groups(), rows);
                if (row.getLong(1) != cell.groups() || same != null && !same.equals(rows)) {
                    throw new IllegalStateException(cell.name() + " left other rows: " + rows + ", not " + same);
                }
            }
        }
    }

    private String table(List<GroupCell> cells, List<Measurement> measurements) {
        StringBuilder table = new StringBuilder("""
                | Way | Groups/s (min-max) | PostgreSQL µs/group | Keycloak µs/group |
                |---|---:|---:|---:|
                """);
        for (GroupCell cell : cells) {
            List<Measurement> rounds = measurements.stream()
                    .filter(measurement -> measurement.cell().equals(cell.name()))
                    .toList();
            Spread rate = Spread.of(rounds.stream().mapToDouble(Measurement::usersPerSecond));
            table.append(String.format(
                    Locale.ROOT,
                    "| %s | **%,.0f** (%,.0f-%,.0f) | %,.0f | %,.0f |%n",
                    cell.name(),
                    rate.median(),
                    rate.min(),
                    rate.max(),
                    Spread.of(rounds.stream().mapToDouble(Measurement::postgresMicros))
                            .median(),
                    Spread.of(rounds.stream().mapToDouble(Measurement::keycloakMicros))
                            .median()));
        }
        Figures figures = new Figures(measurements);
        return table
                + "\n| Ratio of the medians | | each round (min-max) |\n|---|---:|---:|\n"
                + figures.ratio("Millrace / `POST /groups`", few.name(), List.of(posts.name()))
                + figures.ratio("Millrace with ten times as many / Millrace", many.name(), List.of(few.name()));
    }
}
