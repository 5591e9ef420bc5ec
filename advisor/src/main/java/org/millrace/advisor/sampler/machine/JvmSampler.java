package org.millrace.advisor.sampler.machine;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.Sampler;

/** Reads the management beans of this JVM. */
public final class JvmSampler implements Sampler {

    private static final double NANOSECONDS = 1e9;
    private static final double MILLISECONDS = 1e3;

    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans().stream()
            .filter(JvmSampler::stopsTheApplication)
            .toList();
    private final List<GarbageCollectorMXBean> fullCollectors =
            collectors.stream().filter(JvmSampler::collectsEverything).toList();
    private final List<BufferPoolMXBean> buffers = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class);
    private long lastPauses;
    private long lastCollections;
    private final List<MemoryPoolMXBean> pools = ManagementFactory.getMemoryPoolMXBeans();

    @Override
    public String name() {
        return "jvm";
    }

    @Override
    public Duration interval() {
        return Duration.ofSeconds(1);
    }

    @Override
    public void sample(Readings readings) {
        readings.put(JvmSignals.UPTIME, ManagementFactory.getRuntimeMXBean().getUptime() / MILLISECONDS);
        readings.put(JvmSignals.PROCESSORS, Runtime.getRuntime().availableProcessors());
        readings.put(JvmSignals.THREADS, ManagementFactory.getThreadMXBean().getThreadCount());
        if (ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean process) {
            readings.put(JvmSignals.CPU_TIME, process.getProcessCpuTime() / NANOSECONDS);
        }
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        readings.put(JvmSignals.HEAP_USED, heap.getUsed());
        if (heap.getMax() > 0) {
            readings.put(JvmSignals.HEAP_MAX, heap.getMax());
        }
        long pauses = collectors.stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
        readings.put(JvmSignals.GC_PAUSES, pauses / MILLISECONDS);
        sampleCollections(pauses, readings);
        pools.forEach(pool -> sample(pool, readings));
        samplePools(readings);
        long direct = buffers.stream()
                .filter(buffer -> buffer.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        readings.put(JvmSignals.DIRECT_MEMORY, direct);
    }

    private void sampleCollections(long pauses, Readings readings) {
        long collections = collectors.stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
        readings.put(JvmSignals.COLLECTIONS, collections);
        readings.put(
                JvmSignals.FULL_COLLECTIONS,
                fullCollectors.stream()
                        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                        .sum());
        if (lastCollections > 0) {
            long since = collections - lastCollections;
            readings.put(JvmSignals.LAST_PAUSE, since == 0 ? 0 : (pauses - lastPauses) / MILLISECONDS / since);
        }
        lastPauses = pauses;
        lastCollections = collections;
    }

    private void samplePools(Readings readings) {
        double nonHeap = 0;
        double code = 0;
        double codeMax = 0;
        for (MemoryPoolMXBean pool : pools) {
            if (pool.getType() == MemoryType.NON_HEAP) {
                nonHeap += pool.getUsage().getUsed();
                if (pool.getName().startsWith("Code")) {
                    code += pool.getUsage().getUsed();
                    codeMax += Math.max(0, pool.getUsage().getMax());
                }
            }
        }
        readings.put(JvmSignals.NON_HEAP_USED, nonHeap);
        if (codeMax > 0) {
            readings.put(JvmSignals.CODE_CACHE_USED, code);
            readings.put(JvmSignals.CODE_CACHE_MAX, codeMax);
        }
    }

    private static void sample(MemoryPoolMXBean pool, Readings readings) {
        if (pool.getName().equals("Metaspace")) {
            readings.put(JvmSignals.METASPACE_USED, pool.getUsage().getUsed());
            if (pool.getUsage().getMax() > 0) {
                readings.put(JvmSignals.METASPACE_MAX, pool.getUsage().getMax());
            }
        }
        if (pool.getType() == MemoryType.HEAP && isOldGeneration(pool)) {
            @Nullable MemoryUsage afterCollection = pool.getCollectionUsage();
            if (afterCollection != null && afterCollection.getUsed() > 0) {
                readings.put(JvmSignals.LIVE_SET, afterCollection.getUsed());
            }
        }
    }

    private static boolean isOldGeneration(MemoryPoolMXBean pool) {
        return pool.getName().contains("Old Gen") || pool.getName().contains("Tenured");
    }

    private static boolean collectsEverything(GarbageCollectorMXBean collector) {
        return collector.getName().contains("Old") || collector.getName().contains("MarkSweep");
    }

    /** Collectors that run concurrently report their time in a separate bean. */
    private static boolean stopsTheApplication(GarbageCollectorMXBean collector) {
        return !collector.getName().contains("Concurrent")
                && !collector.getName().contains("Cycles");
    }
}
