package org.millrace.advisor.sampler.machine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.millrace.advisor.model.signal.HostSignals;
import org.millrace.advisor.sampler.PressureFile;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.Sampler;
import org.millrace.advisor.sampler.TextFile;

/** Reads {@code /proc}; on systems without it all signals are absent. */
public final class HostSampler implements Sampler {

    private static final double KIBIBYTE = 1024;

    /**
     * Positions of the time without work among the numbers of the first line of {@code /proc/stat}. Alone, these two may
     * <a href="https://man7.org/linux/man-pages/man5/proc_stat.5.html">decrease</a>.
     */
    private static final int IDLE = 3;

    private static final int IOWAIT = 4;

    /** Of the stolen time. */
    private static final int STEAL = 7;

    /** Time of guests is contained in the user time, and not to be counted again. */
    private static final int GUEST = 8;

    private final Path proc;

    /** @param root of the file system; {@code /} unless in a test */
    public HostSampler(Path root) {
        this.proc = root.resolve("proc");
    }

    @Override
    public String name() {
        return "host";
    }

    @Override
    public Duration interval() {
        return Duration.ofSeconds(10);
    }

    @Override
    public void sample(Readings readings) {
        sampleMemory(new TextFile(proc.resolve("meminfo")).table(), readings);
        new TextFile(proc.resolve("loadavg"))
                .lines()
                .filter(lines -> !lines.isEmpty())
                .ifPresent(lines -> TextFile.parse(lines.get(0).split(" ")[0])
                        .ifPresent(load -> readings.put(HostSignals.LOAD, load)));
        new TextFile(proc.resolve("stat")).lines().ifPresent(lines -> sampleProcessors(lines, readings));
        Map<String, Double> own = new TextFile(proc.resolve("self/status")).table();
        if (own.containsKey("VmSwap")) {
            readings.put(HostSignals.OWN_SWAP, own.get("VmSwap") * KIBIBYTE);
        }
        Map<String, Double> memory = new TextFile(proc.resolve("vmstat")).table();
        if (memory.containsKey("pswpin")) {
            readings.put(HostSignals.SWAPPED_IN, memory.get("pswpin"));
        }
        new TextFile(proc.resolve("sys/kernel/random/entropy_avail"))
                .number()
                .ifPresent(bits -> readings.put(HostSignals.ENTROPY, bits));
        new PressureFile(proc.resolve("pressure/cpu"))
                .some()
                .ifPresent(share -> readings.put(HostSignals.CPU_PRESSURE, share));
    }

    private static void sampleMemory(Map<String, Double> memory, Readings readings) {
        if (memory.containsKey("MemTotal")) {
            readings.put(HostSignals.MEMORY_TOTAL, memory.get("MemTotal") * KIBIBYTE);
        }
        if (memory.containsKey("MemAvailable")) {
            readings.put(HostSignals.MEMORY_AVAILABLE, memory.get("MemAvailable") * KIBIBYTE);
        }
        if (memory.containsKey("SwapTotal") && memory.containsKey("SwapFree")) {
            readings.put(HostSignals.SWAP_USED, (memory.get("SwapTotal") - memory.get("SwapFree")) * KIBIBYTE);
        }
    }

    private static void sampleProcessors(List<String> lines, Readings readings) {
        String[] words = lines.isEmpty() ? new String[0] : lines.get(0).split("\\s+");
        if (words.length > STEAL + 1 && words[0].equals("cpu")) {
            double[] ticks = Arrays.stream(words)
                    .skip(1)
                    .limit(GUEST)
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            double all = Arrays.stream(ticks).sum();
            readings.put(HostSignals.CPU_TICKS, all);
            readings.put(HostSignals.STOLEN_TICKS, ticks[STEAL]);
            readings.put(HostSignals.WANTED_TICKS, all - ticks[IDLE] - ticks[IOWAIT]);
        }
    }
}
