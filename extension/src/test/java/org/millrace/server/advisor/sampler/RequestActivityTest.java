package org.millrace.server.advisor.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.advisor.model.RequestKind;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.bulk.chunk.run.ImportThreads;

class RequestActivityTest {

    @Test
    void threadParkedInItsPoolIsIdle() {
        assertThat(category(stack(
                        "jdk.internal.misc.Unsafe",
                        "java.util.concurrent.locks.LockSupport",
                        "org.jboss.threads.EnhancedQueueExecutor$PoolThreadNode",
                        "org.jboss.threads.EnhancedQueueExecutor$ThreadBody")))
                .isEmpty();
    }

    @Test
    void readingFromTheDatabaseIsRecognisedByTheDriver() {
        assertThat(category(stack(
                        "sun.nio.ch.NioSocketImpl",
                        "java.net.Socket$SocketInputStream",
                        "org.postgresql.core.VisibleBufferedInputStream",
                        "io.agroal.pool.wrapper.PreparedStatementWrapper")))
                .hasValue(TimeCategory.DATABASE);
    }

    @Test
    void waitingForAConnectionIsReportedByThePool() {
        assertThat(category(stack(
                        "jdk.internal.misc.Unsafe",
                        "java.util.concurrent.SynchronousQueue",
                        "io.agroal.pool.ConnectionPool",
                        "org.hibernate.Session")))
                .hasValue(TimeCategory.CONNECTION);
    }

    @Test
    void waitingForAHashingPermitIsHashing() {
        assertThat(category(stack(
                        "jdk.internal.misc.Unsafe",
                        "java.util.concurrent.Semaphore",
                        "org.keycloak.crypto.hash.Argon2PasswordHashProvider")))
                .hasValue(TimeCategory.HASHING);
    }

    @Test
    void readingASlowBodyIsWaitingForTheClient() {
        assertThat(category(stack(
                        "java.lang.Object",
                        "org.jboss.resteasy.reactive.server.vertx.VertxInputStream$VertxBlockingInput",
                        "com.fasterxml.jackson.core.json.UTF8StreamJsonParser")))
                .hasValue(TimeCategory.CLIENT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"io.quarkus.vertx.utils.VertxOutputStream", "org.millrace.bulk.rest.response.OutcomeStream"})
    void writingToASlowClientIsWaitingForIt(String writer) {
        assertThat(category(stack("java.lang.Object", writer, "org.millrace.bulk.rest.BulkImportResource")))
                .hasValue(TimeCategory.CLIENT);
    }

    /** Only what the tests have on their class path; the writer and the reader of Quarkus are not among it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.jboss.threads.EnhancedQueueExecutor$PoolThreadNode",
                "org.millrace.bulk.rest.response.OutcomeStream",
                "org.postgresql.Driver",
                "org.keycloak.credential.hash.PasswordHashProvider"
            })
    void classThatIsLookedForExists(String name) throws ClassNotFoundException {
        assertThat(Class.forName(name, false, RequestActivityTest.class.getClassLoader()))
                .isNotNull();
    }

    @Test
    void innermostPlaceDecides() {
        assertThat(category(stack("org.apache.http.impl.io.SessionInputBufferImpl", "com.example.Other")))
                .hasValue(TimeCategory.HTTP);
    }

    @Test
    void unknownWorkIsStillWork() {
        assertThat(category(stack("com.example.Anything", "org.jboss.threads.EnhancedQueueExecutor$Task")))
                .hasValue(TimeCategory.SERVER);
    }

    @Test
    void timeInTlsOfADatabaseConnectionIsTimeInTheDatabase() {
        assertThat(category(stack("sun.security.ssl.SSLSocketImpl", "org.postgresql.core.PGStream")))
                .hasValue(TimeCategory.DATABASE);
    }

    @Test
    void callOfAnIdentityProviderIsRecognisedByTheBroker() {
        assertThat(category(stack(
                        "sun.nio.ch.Net",
                        "org.apache.http.impl.io.SessionInputBufferImpl",
                        "org.keycloak.broker.oidc.OIDCIdentityProvider")))
                .hasValue(TimeCategory.IDENTITY_PROVIDER);
    }

    @Test
    void ldapServerIsRecognisedThroughTls() {
        assertThat(category(stack("sun.nio.ch.Net", "sun.security.ssl.SSLSocketImpl", "com.sun.jndi.ldap.Connection")))
                .hasValue(TimeCategory.LDAP);
    }

    @Test
    void threadThatSleepsInAnExtensionIsNamedByItsJar() {
        RequestActivity activity = activity(
                Thread.State.TIMED_WAITING,
                null,
                stack("java.lang.Thread", "com.example.SlowListener", "org.keycloak.events.EventBuilder"));

        assertThat(activity.category()).isEqualTo(TimeCategory.EXTENSION);
        assertThat(activity.detail()).isEqualTo("example.jar");
        assertThat(activity.runnable()).isFalse();
    }

    @Test
    void workOfKeycloakBelowAnExtensionIsKeycloaks() {
        RequestActivity activity = activity(
                Thread.State.RUNNABLE,
                null,
                stack("java.util.HashMap", "org.keycloak.models.cache.RealmAdapter", "com.example.SlowListener"));

        assertThat(activity.category()).isEqualTo(TimeCategory.SERVER);
    }

    @Test
    void lockIsNamedByItsClassAndByWhereItIsWaitedFor() {
        RequestActivity activity = activity(
                Thread.State.BLOCKED,
                "java.util.Hashtable",
                stack("java.util.Hashtable", "org.keycloak.theme.ThemeManager"));

        assertThat(activity.category()).isEqualTo(TimeCategory.LOCK);
        assertThat(activity.detail()).isEqualTo("java.util.Hashtable in ThemeManager");
    }

    @Test
    void importThatWaitsForTheThreadsThatWriteItIsRecognised() {
        StackTraceElement[] stack = stack(
                "java.util.concurrent.FutureTask",
                "org.millrace.bulk.chunk.run.ImportRun",
                "org.millrace.bulk.rest.BulkImportResource");

        assertThat(activity(Thread.State.WAITING, null, stack).awaitsWriters()).isTrue();
        assertThat(activity(Thread.State.RUNNABLE, null, stack).awaitsWriters()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.millrace.bulk.throttle.AdaptiveConcurrencyLimiter",
                "org.millrace.bulk.chunk.FixedConcurrencyLimiter"
            })
    void writerThatWaitsForOthersIsRecognised(String limiter) throws ClassNotFoundException {
        assertThat(Class.forName(limiter)).isNotNull();
        assertThat(activity(Thread.State.WAITING, null, stack(limiter, "org.millrace.bulk.chunk.run.DirectChunkWriter"))
                        .awaitsPermit())
                .isTrue();
        assertThat(activity(Thread.State.WAITING, null, stack("org.millrace.bulk.chunk.ChunkExecutor"))
                        .awaitsPermit())
                .isFalse();
    }

    @Test
    void threadOfAPoolIsIdleWhileItAwaitsATask() throws InterruptedException {
        ExecutorService pool = ImportThreads.pool(1);
        try {
            CountDownLatch working = new CountDownLatch(1);
            CountDownLatch release = new CountDownLatch(1);
            pool.execute(() -> {
                working.countDown();
                try {
                    release.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            working.await();
            Thread worker = ImportThreads.alive().get(0);

            assertThat(RequestActivity.awaitsTask(worker.getStackTrace())).isFalse();
            release.countDown();
            long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (!RequestActivity.awaitsTask(worker.getStackTrace())) {
                assertThat(System.nanoTime()).isLessThan(deadline);
                Thread.onSpinWait();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void infinispanOnAProcessorIsWorkOfTheServer() {
        StackTraceElement[] stack = stack("org.infinispan.container.DataContainer", "org.keycloak.models.cache.Cache");

        assertThat(activity(Thread.State.RUNNABLE, null, stack).category()).isEqualTo(TimeCategory.SERVER);
        assertThat(activity(Thread.State.WAITING, null, stack).category()).isEqualTo(TimeCategory.CLUSTER);
    }

    @Test
    void theTypeFollowsFromTheEndpoint() {
        RequestActivity activity = activity(
                Thread.State.RUNNABLE,
                null,
                stack("org.postgresql.core.PGStream", "org.keycloak.protocol.oidc.endpoints.TokenEndpoint"));

        assertThat(activity.kind()).isEqualTo(RequestKind.TOKEN);
    }

    private static Optional<TimeCategory> category(StackTraceElement[] stack) {
        return RequestActivity.of(stack, Thread.State.RUNNABLE, null, type -> null)
                .map(RequestActivity::category);
    }

    private static RequestActivity activity(Thread.State state, @Nullable String lock, StackTraceElement[] stack) {
        return RequestActivity.of(stack, state, lock, type -> type.startsWith("com.example.") ? "example.jar" : null)
                .orElseThrow();
    }

    private static StackTraceElement[] stack(String... classes) {
        return Arrays.stream(classes)
                .map(name -> new StackTraceElement(name, "method", null, -1))
                .toArray(StackTraceElement[]::new);
    }
}
