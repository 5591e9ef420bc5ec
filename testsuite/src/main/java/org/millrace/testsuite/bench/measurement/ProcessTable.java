package org.millrace.testsuite.bench.measurement;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * All processes of a Linux machine at one instant, with the processor time that they have used. Times are in the kernel's
 * clock ticks, a hundred a second. Immutable.
 *
 * @param busy time that the processors were not idle, for whomever; what a hypervisor took away is part of it
 * @see <a href="https://man7.org/linux/man-pages/man5/proc.5.html">proc(5)</a>
 */
public record ProcessTable(Map<Long, Entry> processes, long busy) {
    static final double TICKS_A_SECOND = 100;

    private static final Path PROC = Path.of("/proc");

    /**
     * One process.
     *
     * @param own time of its own threads
     * @param waited time of its children that have ended and been waited for
     */
    public record Entry(long parent, String command, long own, long waited) {
        /** @param stat the text of {@code /proc/<pid>/stat} */
        static Entry of(String stat) {
            // The command stands in parentheses and may hold any character, parentheses and blanks too.
            int end = stat.lastIndexOf(')');
            String command = stat.substring(stat.indexOf('(') + 1, end);
            String[] fields = stat.substring(end + 2).split(" ");
            return new Entry(Long.parseLong(fields[1]), command, sum(fields, 11, 12), sum(fields, 13, 14));
        }
    }

    /** @throws IllegalStateException if this is no Linux */
    public static ProcessTable read() {
        if (!Files.isReadable(PROC.resolve("stat"))) {
            throw new IllegalStateException("There is no /proc/stat: the benchmark runs on Linux only");
        }
        Map<Long, Entry> processes = new HashMap<>();
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path directory : directories) {
                try {
                    Entry entry = Entry.of(text(directory.resolve("stat")));
                    processes.put(Long.parseLong(directory.getFileName().toString()), entry);
                } catch (IOException endedMeanwhile) {
                    // The process is gone: it uses no processor time any more.
                }
            }
            return new ProcessTable(Map.copyOf(processes), busy(text(PROC.resolve("stat"))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param stat the text of {@code /proc/stat} */
    static long busy(String stat) {
        String[] fields = stat.substring(0, stat.indexOf('\n')).split(" +");
        // user, nice, system, then (without idle and iowait) irq, softirq, steal; guests are in user already.
        return sum(fields, 1, 2, 3, 6, 7, 8);
    }

    /** A process and everything below it. */
    public Set<Long> tree(long root) {
        Map<Long, Set<Long>> children = new HashMap<>();
        processes.forEach((pid, entry) -> children.computeIfAbsent(entry.parent(), parent -> new HashSet<>())
                .add(pid));
        Set<Long> tree = new HashSet<>();
        Deque<Long> open = new ArrayDeque<>(Set.of(root));
        while (!open.isEmpty()) {
            long pid = open.pop();
            if (processes.containsKey(pid) && tree.add(pid)) {
                open.addAll(children.getOrDefault(pid, Set.of()));
            }
        }
        return tree;
    }

    /** Time of these processes and of those children of theirs that have ended. */
    long ticks(Set<Long> pids) {
        return pids.stream()
                .flatMap(pid -> Stream.ofNullable(processes.get(pid)))
                .mapToLong(entry -> entry.own() + entry.waited())
                .sum();
    }

    /**
     * One process that is there.
     *
     * @throws IllegalStateException if it is not
     */
    public Entry process(long pid) {
        Entry entry = processes.get(pid);
        if (entry == null) {
            throw new IllegalStateException("there is no process " + pid);
        }
        return entry;
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private static long sum(String[] fields, int... indexes) {
        return IntStream.of(indexes)
                .mapToLong(index -> Long.parseLong(fields[index]))
                .sum();
    }
}
