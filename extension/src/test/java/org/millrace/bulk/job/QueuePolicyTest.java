package org.millrace.bulk.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueuePolicyTest {
    private static final WorkQueueSource SOURCE =
            new WorkQueueSource("legacy", "jdbc:other://host/db?password=hush", "drainer", "hush");

    @Test
    void rowsRestTwiceAsLongEachTimeUpToALimit() {
        QueuePolicy policy = new QueuePolicy(Map.of(), 5, Duration.ofSeconds(10));

        assertThat(policy.rest(1)).hasSeconds(10);
        assertThat(policy.rest(2)).hasSeconds(20);
        assertThat(policy.rest(4)).hasSeconds(80);
        assertThat(policy.rest(100)).isEqualTo(policy.rest(11));
    }

    @Test
    void sourceShowsNeitherAddressNorPassword() {
        assertThat(SOURCE).hasToString("WorkQueueSource[legacy]");
        assertThat(new QueuePolicy(Map.of("legacy", SOURCE), 5, Duration.ofSeconds(10)).toString())
                .doesNotContain("hush");
    }

    @Test
    void addressOfAnotherDatabaseIsRefusedWithoutBeingShown() {
        assertThatThrownBy(SOURCE::connect)
                .isInstanceOf(SQLException.class)
                .hasMessage("the address of work queue legacy is none of PostgreSQL");
    }
}
