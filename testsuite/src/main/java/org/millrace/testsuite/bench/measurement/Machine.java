package org.millrace.testsuite.bench.measurement;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the figures were measured on. */
public record Machine(int processors, String hardware, String java, String postgres) {
    private static final List<String> SETTINGS = List.of(
            "fsync",
            "synchronous_commit",
            "full_page_writes",
            "shared_buffers",
            "max_wal_size",
            "checkpoint_timeout",
            "autovacuum");

    /** @throws IllegalStateException if commits of this database would not outlive a crash: they cost too little */
    public static Machine of(Connection connection) throws SQLException {
        int processors = Runtime.getRuntime().availableProcessors();
        String hardware = "%d processors%s, %.0f GiB memory, %s %s"
                .formatted(
                        processors,
                        find("/proc/cpuinfo", "model name\\s*:\\s*(.+)")
                                .map(name -> " (" + name + ")")
                                .orElse(""),
                        find("/proc/meminfo", "MemTotal:\\s*(\\d+) kB")
                                        .map(Double::parseDouble)
                                        .orElse(0.0)
                                / (1024 * 1024),
                        System.getProperty("os.name"),
                        System.getProperty("os.arch"));
        String java = System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version");
        return new Machine(processors, hardware, java, postgres(connection));
    }

    private static Optional<String> find(String file, String pattern) {
        try {
            Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(Path.of(file)));
            return matcher.find() ? Optional.of(matcher.group(1).trim()) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String postgres(Connection connection) throws SQLException {
        List<String> settings = new ArrayList<>();
        for (String name : SETTINGS) {
            String value = show(connection, name);
            if (name.matches("fsync|synchronous_commit|full_page_writes") && !value.equals("on")) {
                throw new IllegalStateException(name + " is " + value + ": commits have to be durable");
            }
            settings.add(name + "=" + value);
        }
        return show(connection, "server_version") + ", " + String.join(", ", settings);
    }

    private static String show(Connection connection, String setting) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW " + setting)) {
            row.next();
            return row.getString(1);
        }
    }
}
