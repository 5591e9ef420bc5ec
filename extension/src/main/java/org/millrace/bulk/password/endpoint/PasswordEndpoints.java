package org.millrace.bulk.password.endpoint;

import io.micrometer.core.instrument.Metrics;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.millrace.server.DaemonThreads;

/**
 * Calls password endpoints: with a time limit, with a bounded number of calls at the same time, and not while an endpoint keeps failing.
 * One object a server. Thread-safe.
 */
public final class PasswordEndpoints implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(PasswordEndpoints.class);
    private static final long IDLE_SECONDS = 60;

    private final EndpointSettings settings;
    private final Map<String, Guarded> endpoints;
    private final ExecutorService threads;

    /**
     * Starts no thread before the first call.
     *
     * @param capacity database connections or request threads of this server, whichever are fewer
     */
    public PasswordEndpoints(EndpointSettings settings, int capacity) {
        this.settings = settings;
        this.endpoints = settings.endpoints().values().stream()
                .collect(Collectors.toMap(
                        EndpointSettings.Endpoint::name,
                        each -> new Guarded(
                                each, each.connector(settings.timeout()), new CircuitBreaker(System::nanoTime))));
        this.threads = threads(Math.max(1, capacity * settings.sharePercent() / 100));
    }

    private record Guarded(EndpointSettings.Endpoint settings, PasswordEndpoint connector, CircuitBreaker breaker) {}

    /** Without a queue: a call beyond the limit is rejected. A thread that ignores its interrupt keeps its permit until it ends. */
    private static ExecutorService threads(int most) {
        return new ThreadPoolExecutor(
                0,
                most,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                DaemonThreads.named("millrace-password-endpoint"));
    }

    /**
     * The settings of an endpoint.
     *
     * @throws EndpointUnavailableException if the realm may not use it, or if it is not configured
     */
    public EndpointSettings.Endpoint endpoint(String name, String realmName) throws EndpointUnavailableException {
        Guarded endpoint = endpoints.get(name);
        if (endpoint == null || !endpoint.settings().allows(realmName)) {
            throw EndpointUnavailableException.unknown(name);
        }
        return endpoint.settings();
    }

    /**
     * Whether the password of an account is right. Waits for at most the time limit.
     *
     * @param token the secret that identifies this server to the endpoint
     * @throws EndpointUnavailableException if the endpoint gives no verdict, or is not called
     */
    public boolean verify(EndpointSettings.Endpoint named, String account, String password, Optional<String> token)
            throws EndpointUnavailableException {
        Guarded endpoint = endpoints.get(named.name());
        if (endpoint == null) {
            throw EndpointUnavailableException.unknown(named.name());
        }
        if (!endpoint.breaker().allowsCall()) {
            throw refused(endpoint, "is not called: it has failed " + CircuitBreaker.FAILURES + " times in a row");
        }
        Future<Boolean> call;
        try {
            call = threads.submit(() -> endpoint.connector().verify(account, password, token));
        } catch (RejectedExecutionException e) {
            throw refused(endpoint, "is not called: too many logins are waiting for password endpoints");
        }
        try {
            boolean right = call.get(settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
            endpoint.breaker().succeeded();
            count(endpoint, right ? "right" : "wrong");
            return right;
        } catch (TimeoutException e) {
            call.cancel(true);
            throw failed(
                    endpoint, "did not respond within " + settings.timeout().toMillis() + " ms", null);
        } catch (ExecutionException e) {
            throw failed(endpoint, reason(e.getCause()), e.getCause());
        } catch (InterruptedException e) {
            call.cancel(true);
            Thread.currentThread().interrupt();
            throw failed(endpoint, "was interrupted", e);
        }
    }

    /** The messages of other exceptions may quote the response. */
    private static String reason(@Nullable Throwable cause) {
        return cause instanceof NoVerdictException
                ? String.valueOf(cause.getMessage())
                : "failed with "
                        + (cause == null ? "an error" : cause.getClass().getName());
    }

    private static EndpointUnavailableException refused(Guarded endpoint, String reason) {
        count(endpoint, "refused");
        return new EndpointUnavailableException(endpoint.settings().name(), reason, null);
    }

    private static EndpointUnavailableException failed(Guarded endpoint, String reason, @Nullable Throwable cause) {
        count(endpoint, "failed");
        EndpointUnavailableException exception =
                new EndpointUnavailableException(endpoint.settings().name(), reason, cause);
        LOG.warn(exception.getMessage());
        if (endpoint.breaker().failed()) {
            LOG.warnf(
                    "Password endpoint \"%s\" failed %d times in a row; it is called again after %d seconds",
                    endpoint.settings().name(), CircuitBreaker.FAILURES, CircuitBreaker.PAUSE.toSeconds());
        }
        return exception;
    }

    private static void count(Guarded endpoint, String outcome) {
        Metrics.counter(
                        "millrace.password.endpoint",
                        "endpoint",
                        endpoint.settings().name(),
                        "outcome",
                        outcome)
                .increment();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
