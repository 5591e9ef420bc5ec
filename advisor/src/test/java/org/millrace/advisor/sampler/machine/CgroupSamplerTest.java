package org.millrace.advisor.sampler.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.sampler.Readings;

class CgroupSamplerTest {

    @TempDir
    private Path root;

    @Test
    void readsVersion2() throws IOException {
        write("proc/self/cgroup", "0::/system.slice/keycloak.service\n");
        write("sys/fs/cgroup/cgroup.controllers", "cpu memory pids\n");
        String group = "sys/fs/cgroup/system.slice/keycloak.service/";
        write(group + "cpu.max", "150000 100000\n");
        write(group + "cpu.stat", "usage_usec 9\nnr_periods 400\nnr_throttled 40\nthrottled_usec 2500000\n");
        write(group + "memory.max", "1073741824\n");
        write(group + "memory.current", "524288000\n");
        write(group + "pids.max", "max\n");

        Readings readings = sample();

        assertThat(readings.values())
                .containsEntry(CgroupSignals.CPU_QUOTA, 1.5)
                .containsEntry(CgroupSignals.CPU_PERIODS, 400.0)
                .containsEntry(CgroupSignals.CPU_THROTTLED_PERIODS, 40.0)
                .containsEntry(CgroupSignals.CPU_THROTTLED_TIME, 2.5)
                .containsEntry(CgroupSignals.MEMORY_LIMIT, 1073741824.0)
                .containsEntry(CgroupSignals.MEMORY_USED, 524288000.0)
                .doesNotContainKey(CgroupSignals.PROCESS_LIMIT);
    }

    @Test
    void groupOutsideTheContainersViewIsTheMountItself() throws IOException {
        write("proc/self/cgroup", "0::/../kubepods/pod1\n");
        write("sys/fs/cgroup/cgroup.controllers", "cpu\n");
        write("sys/fs/cgroup/cpu.max", "max 100000\n");
        write("sys/fs/cgroup/cpu.stat", "nr_periods 0\nnr_throttled 0\nthrottled_usec 0\n");

        Readings readings = sample();

        assertThat(readings.values())
                .containsEntry(CgroupSignals.CPU_PERIODS, 0.0)
                .doesNotContainKey(CgroupSignals.CPU_QUOTA);
    }

    @Test
    void readsVersion1() throws IOException {
        write("proc/self/cgroup", "4:memory:/docker/1\n3:cpu,cpuacct:/docker/1\n");
        write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "100000\n");
        write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
        write("sys/fs/cgroup/cpu/cpu.stat", "nr_periods 36\nnr_throttled 6\nthrottled_time 193000000\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        write("sys/fs/cgroup/memory/memory.usage_in_bytes", "805306368\n");

        Readings readings = sample();

        assertThat(readings.values())
                .containsEntry(CgroupSignals.CPU_QUOTA, 1.0)
                .containsEntry(CgroupSignals.CPU_THROTTLED_PERIODS, 6.0)
                .containsEntry(CgroupSignals.CPU_THROTTLED_TIME, 0.193)
                .containsEntry(CgroupSignals.MEMORY_USED, 805306368.0)
                .doesNotContainKey(CgroupSignals.MEMORY_LIMIT);
    }

    @Test
    void followsAProcessThatIsMoved() throws IOException {
        write("proc/self/cgroup", "3:cpu,cpuacct:/\n");
        write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
        write("sys/fs/cgroup/cpu/small/cpu.cfs_quota_us", "50000\n");
        write("sys/fs/cgroup/cpu/small/cpu.cfs_period_us", "100000\n");
        CgroupSampler sampler = new CgroupSampler(root);
        Readings before = new Readings();
        sampler.sample(before);

        write("proc/self/cgroup", "3:cpu,cpuacct:/small\n");
        Readings after = new Readings();
        sampler.sample(after);

        assertThat(before.values()).doesNotContainKey(CgroupSignals.CPU_QUOTA);
        assertThat(after.values()).containsEntry(CgroupSignals.CPU_QUOTA, 0.5);
    }

    @Test
    void withoutControlGroupsEverythingIsAbsent() {
        assertThat(sample().values()).isEmpty();
    }

    private Readings sample() {
        Readings readings = new Readings();
        new CgroupSampler(root).sample(readings);
        return readings;
    }

    private void write(String file, String content) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }
}
