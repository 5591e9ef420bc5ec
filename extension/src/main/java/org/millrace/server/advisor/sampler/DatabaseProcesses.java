package org.millrace.server.advisor.sampler;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** How many processors the PostgreSQL processes of this machine use, from {@code /proc}. Linux only. One thread at a time. */
final class DatabaseProcesses {

    /** The kernel reports in hundredths of a second on every architecture that Java runs on. */
    private static final double TICKS_PER_SECOND = 100;

    /** Of the numbers behind the name: user and system time. */
    private static final int USER = 11;

    private static final int SYSTEM = 12;

    private final Path proc;
    private Map<String, Long> before = Map.of();
    private long readAt;

    /** @param root of the file system; {@code /} unless in a test */
    DatabaseProcesses(Path root) {
        this.proc = root.resolve("proc");
    }

    /** The average since the call before; empty at first and where no such process can be seen. */
    OptionalDouble processors() {
        Map<String, Long> now = new HashMap<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                ticks(process, now);
            }
        } catch (IOException | RuntimeException unreadable) {
            return OptionalDouble.empty();
        }
        long at = System.nanoTime();
        double used = 0;
        for (Map.Entry<String, Long> process : now.entrySet()) {
            // A process that has begun since has used all of its time since.
            used += Math.max(0, process.getValue() - before.getOrDefault(process.getKey(), 0L));
        }
        boolean first = before.isEmpty();
        double seconds = (at - readAt) / 1e9;
        before = now;
        readAt = at;
        return first || now.isEmpty() || seconds <= 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(used / TICKS_PER_SECOND / seconds);
    }

    private static void ticks(Path process, Map<String, Long> into) {
        try {
            String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
            int end = stat.lastIndexOf(')');
            int begin = stat.indexOf('(');
            if (begin < 0 || end < begin || !stat.substring(begin + 1, end).startsWith("postgres")) {
                return;
            }
            String[] numbers = stat.substring(end + 2).split(" ");
            into.put(process.getFileName().toString(), Long.parseLong(numbers[USER]) + Long.parseLong(numbers[SYSTEM]));
        } catch (IOException | RuntimeException gone) {
            into.remove(process.getFileName().toString()); // It may end while the directory is read.
        }
    }
}
