package org.millrace.testsuite.bench.measurement;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** All measurements of a run as Markdown: medians of the rounds, ratios, and single rounds. Immutable. */
public final class Figures {
    private final List<Measurement> measurements;
    private final Map<String, List<Measurement>> byCell;

    /** The figures of measurements of all rounds. */
    public Figures(List<Measurement> measurements) {
        this.measurements = List.copyOf(measurements);
        this.byCell = measurements.stream()
                .collect(Collectors.groupingBy(Measurement::cell, LinkedHashMap::new, Collectors.toList()));
    }

    /** Medians a cell. @param floor the cell that counts as 1 */
    public String medians(String floor) {
        StringBuilder table = new StringBuilder("""
                | Way | Users a round | Users/s (min-max) | of the floor | PostgreSQL µs/user | Keycloak µs/user | client µs/user | ceiling users/s | WAL B/user | others' CPU |
                |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
                """);
        double floorRate = rate(floor).median();
        byCell.forEach((cell, rounds) -> {
            Spread rate = rate(cell);
            table.append(format(
                    "| %s | %,d | **%,.0f** (%,.0f-%,.0f) | %.3f | %,.0f | %,.0f | %,.0f | %,.0f | %,.0f | %s |%n",
                    cell,
                    rounds.get(0).users(),
                    rate.median(),
                    rate.min(),
                    rate.max(),
                    rate.median() / floorRate,
                    median(cell, Measurement::postgresMicros),
                    median(cell, Measurement::keycloakMicros),
                    median(cell, Measurement::clientMicros),
                    median(cell, Measurement::ceiling),
                    median(cell, Measurement::walBytesAUser),
                    others(rounds)));
        });
        return table.toString();
    }

    /** A line of the table of ratios. @param others of which the fastest is compared with */
    public String ratio(String label, String cell, List<String> others) {
        String best = others.stream()
                .max(Comparator.comparingDouble(other -> rate(other).median()))
                .orElseThrow();
        List<Measurement> above = cell(cell);
        List<Measurement> below = cell(best);
        Spread rounds = Spread.of(IntStream.range(0, above.size())
                .mapToDouble(i -> above.get(i).usersPerSecond() / below.get(i).usersPerSecond()));
        return format(
                "| %s | **%.2f** | %.2f-%.2f |%n",
                label, rate(cell).median() / rate(best).median(), rounds.min(), rounds.max());
    }

    /** Each measurement in the order of time. */
    public String rounds() {
        StringBuilder table = new StringBuilder("""
                | Round | Way | Seconds | Users/s | PostgreSQL µs/user | Keycloak µs/user | client µs/user | others' CPU |
                |---:|---|---:|---:|---:|---:|---:|---:|
                """);
        measurements.forEach(measurement -> table.append(format(
                "| %d | %s | %.1f | %,.0f | %,.0f | %,.0f | %,.0f | %s |%n",
                measurement.round(),
                measurement.cell(),
                measurement.seconds(),
                measurement.usersPerSecond(),
                measurement.postgresMicros(),
                measurement.keycloakMicros(),
                measurement.clientMicros(),
                others(List.of(measurement)))));
        return table.toString();
    }

    /** One measurement for the console. */
    public static String line(Measurement measurement) {
        return format(
                "round %d  %-48s %,9.0f users/s   PostgreSQL %,5.0f  Keycloak %,5.0f  client %,4.0f µs/user   others %s",
                measurement.round(),
                measurement.cell(),
                measurement.usersPerSecond(),
                measurement.postgresMicros(),
                measurement.keycloakMicros(),
                measurement.clientMicros(),
                others(List.of(measurement)));
    }

    private static String others(List<Measurement> rounds) {
        double share = Spread.of(rounds.stream().mapToDouble(Measurement::foreignShare))
                .median();
        long disturbed = rounds.stream().filter(Measurement::disturbed).count();
        String mark = rounds.size() == 1 ? " (d)" : " (d %d of %d)".formatted(disturbed, rounds.size());
        return format("%.0f %%", 100 * share) + (disturbed == 0 ? "" : mark);
    }

    private Spread rate(String cell) {
        return Spread.of(cell(cell).stream().mapToDouble(Measurement::usersPerSecond));
    }

    private double median(String cell, ToDoubleFunction<Measurement> figure) {
        return Spread.of(cell(cell).stream().mapToDouble(figure)).median();
    }

    private List<Measurement> cell(String name) {
        return byCell.getOrDefault(name, List.of());
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
