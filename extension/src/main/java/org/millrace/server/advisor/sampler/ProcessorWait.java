package org.millrace.server.advisor.sampler;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * How many threads of this process are ready to run and have no processor, from the kernel's run-queue delay of each thread. Linux
 * only. One thread at a time.
 */
final class ProcessorWait {

    private final Path tasks;
    private Map<String, Long> before = Map.of();
    private long readAt;

    /** @param root of the file system; {@code /} unless in a test */
    ProcessorWait(Path root) {
        this.tasks = root.resolve("proc/self/task");
    }

    /** The average number since the call before; empty at first and where the kernel does not count it, as all zeros show. */
    OptionalDouble threads() {
        Map<String, Long> now = new HashMap<>();
        try (DirectoryStream<Path> directory = Files.newDirectoryStream(tasks)) {
            for (Path task : directory) {
                delay(task, now);
            }
        } catch (IOException | RuntimeException unreadable) {
            return OptionalDouble.empty();
        }
        long at = System.nanoTime();
        double waited = 0;
        for (Map.Entry<String, Long> thread : now.entrySet()) {
            Long earlier = before.get(thread.getKey());
            waited += earlier == null ? 0 : Math.max(0, thread.getValue() - earlier);
        }
        boolean first = before.isEmpty();
        double elapsed = at - readAt;
        before = now;
        readAt = at;
        boolean counted = now.values().stream().anyMatch(delay -> delay > 0);
        return first || !counted || elapsed <= 0 ? OptionalDouble.empty() : OptionalDouble.of(waited / elapsed);
    }

    private static void delay(Path task, Map<String, Long> into) {
        try {
            String[] words = Files.readString(task.resolve("schedstat"), StandardCharsets.US_ASCII)
                    .strip()
                    .split(" ");
            if (words.length >= 2) {
                into.put(task.getFileName().toString(), Long.parseLong(words[1]));
            }
        } catch (IOException | NumberFormatException gone) {
            into.remove(task.getFileName().toString()); // A thread may end while its directory is read.
        }
    }
}
