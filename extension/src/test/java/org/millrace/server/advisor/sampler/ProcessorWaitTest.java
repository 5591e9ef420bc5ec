package org.millrace.server.advisor.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessorWaitTest {

    @TempDir
    private Path root;

    @Test
    void delaysOfThreadsAreAdded() throws IOException {
        ProcessorWait wait = new ProcessorWait(root);
        schedstat("1", "10 20 30");
        schedstat("2", "0 0 0");
        assertThat(wait.threads()).as("first reading").isEmpty();

        schedstat("1", "10 2000000020 30");

        assertThat(wait.threads().orElseThrow()).isPositive();
    }

    @Test
    void kernelWithoutSchedulerAccountingDoesNotShowWaits() throws IOException {
        ProcessorWait wait = new ProcessorWait(root);
        schedstat("1", "0 0 0");
        schedstat("2", "0 0 0");
        wait.threads();

        assertThat(wait.threads()).isEmpty();
    }

    private void schedstat(String thread, String content) throws IOException {
        Path task = root.resolve("proc/self/task").resolve(thread);
        Files.createDirectories(task);
        Files.writeString(task.resolve("schedstat"), content + "\n");
    }
}
