package org.millrace.bulk.password.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {
    private final AtomicLong now = new AtomicLong();
    private final CircuitBreaker breaker = new CircuitBreaker(now::get);

    private void open() {
        for (int i = 1; i < CircuitBreaker.FAILURES; i++) {
            assertThat(breaker.failed()).isFalse();
        }
        assertThat(breaker.failed()).isTrue();
    }

    @Test
    void failuresInARowOpenTheCircuit() {
        breaker.failed();
        breaker.succeeded();

        open();

        assertThat(breaker.allowsCall()).isFalse();
    }

    @Test
    void afterThePauseOneCallDecides() {
        open();

        now.addAndGet(CircuitBreaker.PAUSE.toNanos());
        assertThat(breaker.allowsCall()).isTrue();
        assertThat(breaker.allowsCall()).isFalse();
        assertThat(breaker.failed()).isFalse();
        assertThat(breaker.allowsCall()).isFalse();

        now.addAndGet(CircuitBreaker.PAUSE.toNanos());
        assertThat(breaker.allowsCall()).isTrue();
        breaker.succeeded();
        assertThat(breaker.allowsCall()).isTrue();
    }
}
