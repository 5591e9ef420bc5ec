package org.millrace.server.advisor.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.runtime.util.NoopShutdownScheduledExecutorService;
import org.jboss.threads.EnhancedQueueExecutor;
import org.junit.jupiter.api.Test;

class RequestExecutorTest {

    @Test
    void quarkusWrapperIsTakenOff() {
        EnhancedQueueExecutor executor =
                new EnhancedQueueExecutor.Builder().setRegisterMBean(false).build();
        try {
            assertThat(RequestExecutor.unwrap(new NoopShutdownScheduledExecutorService(executor)))
                    .hasValue(executor);
        } finally {
            executor.shutdown();
        }
    }

    @Test
    void otherExecutorIsNotKnown() {
        assertThat(RequestExecutor.unwrap(Runnable::run)).isEmpty();
    }

    @Test
    void serverThatHasNotStartedHasNone() {
        assertThat(RequestExecutor.unwrap(null)).isEmpty();
    }
}
