package org.millrace.bulk.job.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueuePolicyTest {
    private static final WorkQueueSource SOURCE = new WorkQueueSource(
            "legacy", "jdbc:other://host/db?password=hush", "drainer", "hush", "customers", Optional.of("users"));

    @Test
    void sourceShowsNeitherAddressNorPassword() {
        assertThat(SOURCE).hasToString("WorkQueueSource[legacy]");
        assertThat(new QueuePolicy(Map.of("legacy", SOURCE), 5, Duration.ofSeconds(10), 1024).toString())
                .doesNotContain("hush");
    }

    @Test
    void queueIsOfTheRealmAndEntityThatTheOperatorNamed() {
        QueuePolicy policy = new QueuePolicy(Map.of("legacy", SOURCE), 5, Duration.ofSeconds(10), 1024);

        assertThat(policy.mayTakeFrom("legacy", "customers", "users")).isTrue();
        assertThat(policy.mayTakeFrom("legacy", "others", "users")).isFalse();
        assertThat(policy.mayTakeFrom("legacy", "customers", "clients")).isFalse();
        assertThat(policy.mayTakeFrom("unknown", "customers", "users")).isFalse();
    }

    @Test
    void queueMayBeOfEveryRealmAndEntity() {
        WorkQueueSource source = new WorkQueueSource("all", "", "", "", WorkQueueSource.ANY_REALM, Optional.empty());
        QueuePolicy policy = new QueuePolicy(Map.of("all", source), 5, Duration.ofSeconds(10), 1024);

        assertThat(policy.mayTakeFrom("all", "customers", "users")).isTrue();
        assertThat(policy.mayTakeFrom("all", "others", "clients")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://db/legacy",
                "jdbc:postgresql://db:5433/legacy?sslmode=verify-full",
                "jdbc:postgresql://one,two:5433/legacy"
            })
    void addressNamesHostAndDatabase(String url) {
        assertThat(WorkQueueSource.isAddress(url)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "jdbc:other://db/legacy",
                "jdbc:postgresql://db",
                "jdbc:postgresql://db?user=x&password=hush",
                "jdbc:postgresql://db/legacy?password=hush",
                "jdbc:postgresql://db/legacy?sslmode=require&sslpassword=hush",
                "jdbc:postgresql://db/a/b"
            })
    void addressThatTheDriverWouldWriteIntoTheLogIsRefused(String url) {
        assertThat(WorkQueueSource.isAddress(url)).isFalse();
    }

    @Test
    void addressOfAnotherDatabaseIsRefusedWithoutBeingShown() {
        assertThatThrownBy(SOURCE::connect)
                .isInstanceOf(SQLException.class)
                .hasMessage("the URL of work queue legacy is not a PostgreSQL URL");
    }
}
