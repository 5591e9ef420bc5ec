package org.millrace.server.advisor.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.Advisor;
import org.millrace.advisor.AdvisorConfig;
import org.millrace.advisor.SteadyClock;
import org.millrace.advisor.effect.Changes;
import org.millrace.advisor.report.ReportFormat;
import org.millrace.advisor.rule.Thresholds;
import org.millrace.server.Database;
import org.millrace.server.advisor.report.ReportFormats;

class AdvisorStoreTest {

    private static final ReportFormat JSON = ReportFormats.all().get(0);

    private final CountDownLatch responds = new CountDownLatch(1);
    private final AtomicInteger opened = new AtomicInteger();

    private final AdvisorStore store = new AdvisorStore(
            new Advisor(
                    () -> "kc-1",
                    AdvisorConfig.DEFAULT,
                    List.of(),
                    List.of(),
                    List.of(),
                    Thresholds.STANDARD,
                    SteadyClock.system()),
            new Changes(() -> "kc-1", Map.of(), 10, Instant.now()),
            new StoreLimits(10, 10, Duration.ofDays(1), 1024),
            "kc-1",
            this::open);

    private Database open() throws SQLException {
        opened.incrementAndGet();
        try {
            responds.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new SQLException("the database is gone");
    }

    @Test
    void queriesDoNotPileUpBehindADatabaseThatDoesNotRespond() throws InterruptedException {
        while (opened.get() == 0) {
            assertThat(store.report("first", JSON)).isEmpty();
        }
        assertThat(store.report("second", JSON)).isEmpty();
        assertThat(store.report("third", JSON)).isEmpty();

        responds.countDown();
        store.close();

        assertThat(opened).as("the first query, and the last write").hasValueLessThanOrEqualTo(2);
    }
}
