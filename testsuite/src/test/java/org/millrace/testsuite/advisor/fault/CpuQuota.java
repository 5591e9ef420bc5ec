package org.millrace.testsuite.advisor.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A control group with a CPU quota, to which processes can be moved; removed when it is closed. */
public final class CpuQuota implements AutoCloseable {

    private static final Path MOUNT = Path.of("/sys/fs/cgroup");
    private static final long PERIOD_MICROS = 100_000;

    private final Path parent;
    private final Path group;
    private final boolean unified;

    private CpuQuota(Path parent, Path group, boolean unified) {
        this.parent = parent;
        this.group = group;
        this.unified = unified;
    }

    /** Empty where this process may make no control group with a quota: not as an ordinary user, and in few containers. */
    public static Optional<CpuQuota> create() {
        boolean unified = Files.exists(MOUNT.resolve("cgroup.controllers"));
        Path hierarchy = unified ? MOUNT : MOUNT.resolve("cpu");
        Path parent = hierarchy.resolve(membership(unified ? "" : "cpu"));
        CpuQuota quota = new CpuQuota(parent, parent.resolve("millrace-" + UUID.randomUUID()), unified);
        try {
            Files.createDirectory(quota.group);
            quota.limit(1);
            return Optional.of(quota);
        } catch (IOException | UncheckedIOException forbidden) {
            quota.close();
            return Optional.empty(); // An answer: this machine does not allow it.
        }
    }

    private static String membership(String controller) {
        try {
            return Files.readAllLines(Path.of("/proc/self/cgroup")).stream()
                    .map(line -> line.split(":", 3))
                    .filter(fields -> List.of(fields[1].split(",")).contains(controller))
                    .map(fields -> fields[2].substring(1))
                    .findFirst()
                    .orElse("");
        } catch (IOException none) {
            return ""; // Another system than Linux: there is no group to make, which is found out next.
        }
    }

    /** Limits the processor time to this many cores. */
    public void limit(double cores) {
        long micros = Math.round(cores * PERIOD_MICROS);
        if (unified) {
            write(group.resolve("cpu.max"), micros + " " + PERIOD_MICROS);
        } else {
            write(group.resolve("cpu.cfs_period_us"), Long.toString(PERIOD_MICROS));
            write(group.resolve("cpu.cfs_quota_us"), Long.toString(micros));
        }
    }

    /** All threads of a process come with it. */
    public void add(long process) {
        write(group.resolve("cgroup.procs"), Long.toString(process));
    }

    private static void write(Path file, String value) {
        try {
            Files.writeString(file, value);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + value + " to " + file, e);
        }
    }

    @Override
    public void close() {
        try {
            if (Files.isDirectory(group)) {
                for (String process : Files.readAllLines(group.resolve("cgroup.procs"))) {
                    write(parent.resolve("cgroup.procs"), process);
                }
                Files.delete(group);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + group, e);
        }
    }
}
