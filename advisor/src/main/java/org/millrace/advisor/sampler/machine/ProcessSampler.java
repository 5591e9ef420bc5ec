package org.millrace.advisor.sampler.machine;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.Sampler;

/** Reads values that are too expensive to read each second: open files, and the processor time of thread groups. */
public final class ProcessSampler implements Sampler {

    private static final double NANOSECONDS = 1e9;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    @Override
    public String name() {
        return "process";
    }

    @Override
    public Duration interval() {
        return Duration.ofSeconds(10);
    }

    @Override
    public void sample(Readings readings) {
        if (ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.UnixOperatingSystemMXBean process) {
            readings.put(JvmSignals.OPEN_FILES, process.getOpenFileDescriptorCount());
            readings.put(JvmSignals.MAX_FILES, process.getMaxFileDescriptorCount());
        }
        if (threads.isThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled()) {
            sampleThreads(readings);
        }
    }

    private void sampleThreads(Readings readings) {
        long loops = 0;
        double loopTime = 0;
        double carrierTime = 0;
        for (@Nullable ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().startsWith("vert.x-eventloop-thread")) {
                loops++;
                loopTime += seconds(thread);
            } else if (thread != null && thread.getThreadName().startsWith("ForkJoinPool-1-worker")) {
                carrierTime += seconds(thread);
            }
        }
        readings.put(JvmSignals.EVENT_LOOPS, loops);
        readings.put(JvmSignals.EVENT_LOOP_TIME, loopTime);
        readings.put(JvmSignals.CARRIER_TIME, carrierTime);
    }

    private double seconds(ThreadInfo thread) {
        return Math.max(0, threads.getThreadCpuTime(thread.getThreadId())) / NANOSECONDS;
    }
}
