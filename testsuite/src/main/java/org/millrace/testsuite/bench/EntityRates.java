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
import java.util.Optional;
import org.millrace.testsuite.bench.measurement.Figures;
import org.millrace.testsuite.bench.measurement.Machine;
import org.millrace.testsuite.bench.measurement.Measurement;
import org.millrace.testsuite.bench.measurement.ProcessorTime;
import org.millrace.testsuite.bench.measurement.Spread;
import org.millrace.testsuite.client.AdminClient;

/** How fast entities of one kind come in by Keycloak's own call and by Millrace, and whether ten times as many take longer each. */
final class EntityRates {
    private static final int MORE = 10;

    private final EntitySample sample;
    private final Connection connection;
    private final ProcessorTime.Clock clock;
    private final Machine machine;
    private final Progress progress;
    private final EntityCell posts;
    private final Optional<EntityCell> partialImports;
    private final EntityCell few;
    private final EntityCell many;
    private final Map<Integer, String> expected = new HashMap<>();

    /** @param count entities of each cell but the largest */
    EntityRates(
            EntitySample sample,
            Connection connection,
            AdminClient admin,
            Machine machine,
            Progress progress,
            int count)
            throws SQLException {
        this.sample = sample;
        this.connection = connection;
        this.clock = ProcessorTime.Clock.of(connection);
        this.machine = machine;
        this.progress = progress;
        this.posts = EntityCell.posts(admin, sample, count);
        this.partialImports = sample.hasPartialImport()
                ? Optional.of(EntityCell.partialImports(admin, sample, count))
                : Optional.empty();
        this.few = EntityCell.millrace(admin, sample, count);
        this.many = EntityCell.millrace(admin, sample, MORE * count);
    }

    /** Runs all rounds, after one for the compilers of both JVMs; returns the tables. */
    String measure(int rounds) throws IOException, SQLException {
        List<EntityCell> cells = new ArrayList<>(List.of(posts, few, many));
        partialImports.ifPresent(cell -> cells.add(1, cell));
        for (EntityCell cell : cells) {
            measure(cell, 0);
        }
        List<Measurement> measurements = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            List<EntityCell> order = new ArrayList<>(cells);
            Collections.rotate(order, -(round - 1));
            for (EntityCell cell : order) {
                measurements.add(measure(cell, round));
            }
        }
        return table(cells, measurements);
    }

    private Measurement measure(EntityCell cell, int round) throws IOException, SQLException {
        EntityCell.Place place = cell.newPlace();
        try (PreparedStatement settled = connection.prepareStatement("CHECKPOINT")) {
            settled.execute();
        }
        ProcessorTime before = clock.read();
        long begun = System.nanoTime();
        cell.load(place);
        double seconds = (System.nanoTime() - begun) / 1e9;
        ProcessorTime used = clock.read().minus(before);
        check(cell, place.realm());
        progress.say("round %d  %-48s %,9.0f %s/s"
                .formatted(round, cell.name(), cell.entities() / seconds, sample.plural()));
        return new Measurement(cell.name(), round, cell.entities(), seconds, used, machine.processors(), 0);
    }

    private void check(EntityCell cell, String realm) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sample.rows())) {
            query.setString(1, realm);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                String rows = row.getLong(1) + " " + sample.plural() + ", " + row.getString(2);
                String same = expected.putIfAbsent(cell.entities(), rows);
                if (row.getLong(1) != cell.entities() || same != null && !same.equals(rows)) {
                    throw new IllegalStateException(cell.name() + " left other rows: " + rows + ", not " + same);
                }
            }
        }
    }

    private String table(List<EntityCell> cells, List<Measurement> measurements) {
        StringBuilder table = new StringBuilder("""
                | Way | %s/s (min-max) | PostgreSQL µs each | Keycloak µs each |
                |---|---:|---:|---:|
                """.formatted(sample.plural()));
        for (EntityCell cell : cells) {
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
                + figures.ratio("Millrace / `" + sample.call() + "`", few.name(), List.of(posts.name()))
                + partialImports
                        .map(cell -> figures.ratio("Millrace / `partialImport`", few.name(), List.of(cell.name())))
                        .orElse("")
                + figures.ratio("Millrace with ten times as many / Millrace", many.name(), List.of(few.name()));
    }
}
