package org.millrace.server.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.advisor.model.ThreadSignals;

class ActivityTest {

    @Test
    void threadParkedInItsPoolIsIdle() {
        assertThat(Activity.of(stack(
                        "jdk.internal.misc.Unsafe",
                        "java.util.concurrent.locks.LockSupport",
                        "org.jboss.threads.EnhancedQueueExecutor$PoolThreadNode",
                        "org.jboss.threads.EnhancedQueueExecutor$ThreadBody")))
                .isEmpty();
    }

    @Test
    void readingFromTheDatabaseIsToldByTheDriver() {
        assertThat(Activity.of(stack(
                        "sun.nio.ch.NioSocketImpl",
                        "java.net.Socket$SocketInputStream",
                        "org.postgresql.core.VisibleBufferedInputStream",
                        "io.agroal.pool.wrapper.PreparedStatementWrapper")))
                .hasValue(ThreadSignals.IN_DATABASE);
    }

    @Test
    void waitingForAConnectionIsToldByThePool() {
        assertThat(Activity.of(stack(
                        "jdk.internal.misc.Unsafe",
                        "java.util.concurrent.SynchronousQueue",
                        "io.agroal.pool.ConnectionPool",
                        "org.hibernate.Session")))
                .hasValue(ThreadSignals.WAITING_FOR_CONNECTION);
    }

    @Test
    void waitingForAHashingPermitIsHashing() {
        assertThat(Activity.of(stack(
                        "jdk.internal.misc.Unsafe",
                        "java.util.concurrent.Semaphore",
                        "org.keycloak.crypto.hash.Argon2PasswordHashProvider")))
                .hasValue(ThreadSignals.HASHING);
    }

    @Test
    void readingASlowBodyIsWaitingForTheClient() {
        assertThat(Activity.of(stack(
                        "java.lang.Object",
                        "org.jboss.resteasy.reactive.server.vertx.VertxInputStream$VertxBlockingInput",
                        "com.fasterxml.jackson.core.json.UTF8StreamJsonParser")))
                .hasValue(ThreadSignals.WITH_CLIENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"io.quarkus.vertx.utils.VertxOutputStream", "org.millrace.bulk.rest.OutcomeStream"})
    void writingToASlowClientIsWaitingForIt(String writer) {
        assertThat(Activity.of(stack("java.lang.Object", writer, "org.millrace.bulk.rest.BulkImportResource")))
                .hasValue(ThreadSignals.WITH_CLIENT);
    }

    /** Only what the tests have on their class path; the writer and the reader of Quarkus are not among it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.jboss.threads.EnhancedQueueExecutor$PoolThreadNode",
                "org.millrace.bulk.rest.OutcomeStream",
                "org.postgresql.Driver",
                "org.keycloak.credential.hash.PasswordHashProvider"
            })
    void classThatIsLookedForExists(String name) throws ClassNotFoundException {
        assertThat(Class.forName(name, false, ActivityTest.class.getClassLoader()))
                .isNotNull();
    }

    @Test
    void innermostPlaceDecides() {
        assertThat(Activity.of(
                        stack("org.apache.http.impl.io.SessionInputBufferImpl", "org.postgresql.jdbc.PgStatement")))
                .hasValue(ThreadSignals.IN_REMOTE_CALL);
    }

    @Test
    void unknownWorkIsStillWork() {
        assertThat(Activity.of(stack("com.example.Anything", "org.jboss.threads.EnhancedQueueExecutor$Task")))
                .hasValue(ThreadSignals.ELSEWHERE);
    }

    private static StackTraceElement[] stack(String... classes) {
        return Arrays.stream(classes)
                .map(name -> new StackTraceElement(name, "method", null, -1))
                .toArray(StackTraceElement[]::new);
    }
}
