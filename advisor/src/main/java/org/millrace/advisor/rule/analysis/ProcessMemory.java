package org.millrace.advisor.rule.analysis;

import java.util.OptionalDouble;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.JvmSettings;
import org.millrace.advisor.model.signal.JvmSignals;

/** Estimated memory demand of the process, in bytes. */
public final class ProcessMemory {

    public static final double MEBIBYTE = 1024.0 * 1024;

    /** Growth of classes and compiled code after the last reading. */
    private static final double GROWTH = 1.2;

    /** Of a stack of one megabyte, so much is touched as a rule. */
    private static final double PER_THREAD = 0.2 * MEBIBYTE;

    /** Tables of the collector and of the JVM itself, which nothing counts. */
    private static final double COLLECTOR = 60 * MEBIBYTE;

    /** What Keycloak's start script gives the heap in a container. */
    private static final double PERCENTAGE = 70;

    /** The JVM rounds sizes. */
    private static final double NEAR = 0.05;

    private ProcessMemory() {}

    /** Non-heap memory: classes, compiled code, threads, buffers and the collector's own memory, as far as they are known. */
    public static double besideHeap(Window window) {
        return GROWTH * window.latestIfKnown(JvmSignals.NON_HEAP_USED).orElse(0)
                + PER_THREAD * window.maxIfKnown(JvmSignals.THREADS).orElse(0)
                + window.maxIfKnown(JvmSignals.DIRECT_MEMORY).orElse(0)
                + COLLECTOR;
    }

    /**
     * The heap's share of a memory limit, also of a hypothetical one; empty if the heap size is configured, or the limit is
     * unknown.
     */
    public static OptionalDouble heapShare(Window window, double limit) {
        double share = window.latestIfKnown(JvmSignals.HEAP_MAX).orElse(0) / limit;
        double set = window.number(JvmSettings.MAX_RAM_PERCENTAGE).orElse(PERCENTAGE) / 100;
        boolean decides = window.settings()
                .find(JvmSettings.MAX_RAM_PERCENTAGE)
                .map(Setting::origin)
                .filter(origin -> origin.equals(JvmSettings.DEFAULT))
                .isEmpty();
        boolean sized = window.settings()
                .find(JvmSettings.MAX_HEAP)
                .map(Setting::origin)
                .filter(JvmSettings.SET::contains)
                .isPresent();
        // A heap that may take all of it fits into no limit.
        return decides && !sized && Math.abs(share - set) < NEAR && set < 1 - NEAR
                ? OptionalDouble.of(Math.max(share, set))
                : OptionalDouble.empty();
    }
}
