package org.millrace.testsuite.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The heap of a JVM on this machine, as reported by {@code jcmd}. */
public record JavaHeap(long pid) {
    /** One line a generation, or one in all. Class metadata, which has no total, is not part of the heap. */
    private static final Pattern USED = Pattern.compile("total .*\\bused (\\d+)K");

    /** Collects, and says what is left. */
    public double mebibytesAfterCollection() {
        jcmd("GC.run");
        return usedMebibytes(jcmd("GC.heap_info"));
    }

    /**
     * Stop-the-world collections.
     *
     * @param full collections of the whole heap, on request or after an allocation failure
     * @param others collections of a part of it
     * @param othersSeconds duration of these
     */
    public record Collections(long full, long others, double othersSeconds) {
        /** What came since then. */
        public Collections minus(Collections earlier) {
            return new Collections(full - earlier.full, others - earlier.others, othersSeconds - earlier.othersSeconds);
        }
    }

    /** Collections since the JVM's start, as G1 counts them. */
    public Collections collections() {
        String counters = jcmd("PerfCounter.print");
        return new Collections(
                counter(counters, "sun.gc.collector.1.invocations"),
                counter(counters, "sun.gc.collector.0.invocations"),
                (double) counter(counters, "sun.gc.collector.0.time") / counter(counters, "sun.os.hrt.frequency"));
    }

    private static long counter(String counters, String name) {
        return counters.lines()
                .filter(line -> line.startsWith(name + "="))
                .map(line -> Long.parseLong(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the JVM has no counter " + name));
    }

    /** @throws IllegalStateException if the collector describes its heap in an unknown way */
    static double usedMebibytes(String heapInfo) {
        List<MatchResult> spaces = USED.matcher(heapInfo).results().toList();
        if (spaces.isEmpty()) {
            throw new IllegalStateException("no heap in use said here: " + heapInfo);
        }
        return spaces.stream()
                        .mapToLong(space -> Long.parseLong(space.group(1)))
                        .sum()
                / 1024.0;
    }

    private String jcmd(String command) {
        String tool = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        try {
            Process process = new ProcessBuilder(tool, Long.toString(pid), command)
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException("jcmd " + command + " failed: " + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException("jcmd is part of the JDK that the build runs on", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while jcmd ran", e);
        }
    }
}
