package org.millrace.advisor.sampler.machine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.sampler.PressureFile;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.Sampler;
import org.millrace.advisor.sampler.TextFile;

/**
 * Reads the control group of this process, version 2 where it is mounted, else version 1.
 *
 * @see <a href="https://docs.kernel.org/admin-guide/cgroup-v2.html">Control Group v2</a>
 */
public final class CgroupSampler implements Sampler {

    /** Version 1 writes "unlimited" as a number near 2^63. */
    private static final double UNLIMITED = 1e18;

    private static final double MICROSECONDS = 1e6;
    private static final double NANOSECONDS = 1e9;

    private final Path mount;
    private final TextFile membership;
    private final boolean unified;

    /** @param root of the file system; {@code /} unless in a test */
    public CgroupSampler(Path root) {
        this.mount = root.resolve("sys/fs/cgroup");
        this.membership = new TextFile(root.resolve("proc/self/cgroup"));
        this.unified = Files.exists(mount.resolve("cgroup.controllers"));
    }

    @Override
    public String name() {
        return "cgroup";
    }

    @Override
    public Duration interval() {
        return Duration.ofSeconds(5);
    }

    @Override
    public void sample(Readings readings) {
        // Read each time: a process can be moved while it runs.
        List<String> groups = membership.lines().orElse(List.of());
        if (unified) {
            sampleVersion2(group("", groups), readings);
        } else {
            sampleVersion1(groups, readings);
        }
    }

    private static void sampleVersion2(Path group, Readings readings) {
        new TextFile(group.resolve("cpu.max")).lines().ifPresent(lines -> putQuota(lines, readings));
        Map<String, Double> cpu = new TextFile(group.resolve("cpu.stat")).table();
        // Without a cpu controller the file has only usage figures, and says nothing about throttling.
        if (cpu.containsKey("nr_periods")) {
            readings.put(CgroupSignals.CPU_PERIODS, cpu.get("nr_periods"));
            readings.put(CgroupSignals.CPU_THROTTLED_PERIODS, cpu.getOrDefault("nr_throttled", 0.0));
            readings.put(CgroupSignals.CPU_THROTTLED_TIME, cpu.getOrDefault("throttled_usec", 0.0) / MICROSECONDS);
        }
        put(group.resolve("memory.max"), CgroupSignals.MEMORY_LIMIT, readings);
        put(group.resolve("memory.current"), CgroupSignals.MEMORY_USED, readings);
        put(group.resolve("pids.max"), CgroupSignals.PROCESS_LIMIT, readings);
        put(group.resolve("pids.current"), CgroupSignals.PROCESSES, readings);
        putRow(group.resolve("memory.events"), "oom_kill", CgroupSignals.OUT_OF_MEMORY_KILLS, readings);
        putRow(group.resolve("memory.stat"), "anon", CgroupSignals.ANONYMOUS_MEMORY, readings);
        new PressureFile(group.resolve("cpu.pressure"))
                .some()
                .ifPresent(share -> readings.put(CgroupSignals.CPU_PRESSURE, share));
        new PressureFile(group.resolve("memory.pressure"))
                .full()
                .ifPresent(share -> readings.put(CgroupSignals.MEMORY_PRESSURE, share));
    }

    private void sampleVersion1(List<String> groups, Readings readings) {
        Path cpu = group("cpu", groups);
        Path memory = group("memory", groups);
        Path processes = group("pids", groups);
        double quota = new TextFile(cpu.resolve("cpu.cfs_quota_us")).number().orElse(-1);
        double period = new TextFile(cpu.resolve("cpu.cfs_period_us")).number().orElse(-1);
        if (quota > 0 && period > 0) {
            readings.put(CgroupSignals.CPU_QUOTA, quota / period);
        }
        Map<String, Double> statistics = new TextFile(cpu.resolve("cpu.stat")).table();
        if (statistics.containsKey("nr_periods")) {
            readings.put(CgroupSignals.CPU_PERIODS, statistics.get("nr_periods"));
            readings.put(CgroupSignals.CPU_THROTTLED_PERIODS, statistics.getOrDefault("nr_throttled", 0.0));
            readings.put(
                    CgroupSignals.CPU_THROTTLED_TIME, statistics.getOrDefault("throttled_time", 0.0) / NANOSECONDS);
        }
        put(memory.resolve("memory.limit_in_bytes"), CgroupSignals.MEMORY_LIMIT, readings);
        put(memory.resolve("memory.usage_in_bytes"), CgroupSignals.MEMORY_USED, readings);
        put(processes.resolve("pids.max"), CgroupSignals.PROCESS_LIMIT, readings);
        put(processes.resolve("pids.current"), CgroupSignals.PROCESSES, readings);
        putRow(memory.resolve("memory.oom_control"), "oom_kill", CgroupSignals.OUT_OF_MEMORY_KILLS, readings);
        putRow(memory.resolve("memory.stat"), "total_rss", CgroupSignals.ANONYMOUS_MEMORY, readings);
    }

    /** Directory of the control group; inside a container it is the mount itself, which the membership file does not show. */
    private Path group(String controller, List<String> groups) {
        Path hierarchy = controller.isEmpty() ? mount : mount.resolve(controller);
        for (String line : groups) {
            String[] fields = line.split(":", 3);
            if (fields.length == 3 && List.of(fields[1].split(",")).contains(controller)) {
                Path own = hierarchy.resolve(fields[2].substring(1));
                return Files.isDirectory(own) ? own : hierarchy;
            }
        }
        return hierarchy;
    }

    private static void putQuota(List<String> lines, Readings readings) {
        String[] words = lines.isEmpty() ? new String[0] : lines.get(0).strip().split(" ");
        if (words.length == 2) {
            double quota = TextFile.parse(words[0]).orElse(Double.NaN);
            double period = TextFile.parse(words[1]).orElse(Double.NaN);
            readings.put(CgroupSignals.CPU_QUOTA, quota / period);
        }
    }

    private static void putRow(Path file, String row, Signal signal, Readings readings) {
        Double value = new TextFile(file).table().get(row);
        if (value != null) {
            readings.put(signal, value);
        }
    }

    private static void put(Path file, Signal signal, Readings readings) {
        new TextFile(file)
                .number().stream().filter(value -> value < UNLIMITED).forEach(value -> readings.put(signal, value));
    }
}
