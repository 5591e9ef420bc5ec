package org.millrace.server.advisor.sampler;

import java.lang.Thread.State;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.model.RequestKind;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.bulk.chunk.ConcurrencyLimiter;
import org.millrace.bulk.chunk.run.ImportRun;

/**
 * What a request thread does or waits for, from its stack. The innermost frame that is decisive wins.
 *
 * @param detail the class or JAR that it is about; empty if the category says it all
 * @param runnable whether it runs, or would if there were a processor
 */
record RequestActivity(TimeCategory category, RequestKind kind, String detail, boolean runnable) {

    /** Deep enough for the endpoint of a request, below the frames of Hibernate and of authentication flows. */
    static final int DEPTH = 250;

    /** An idle thread parks within this many frames. */
    private static final int IDLE_DEPTH = 5;

    private static final String IDLE = "org.jboss.threads.EnhancedQueueExecutor$PoolThreadNode";

    /** By prefix of the class name; the order matters only where one prefix begins another. */
    private static final List<Map.Entry<String, TimeCategory>> WAITS = List.of(
            Map.entry("io.agroal.pool.ConnectionPool", TimeCategory.CONNECTION),
            Map.entry("org.postgresql.", TimeCategory.DATABASE),
            Map.entry("io.agroal.pool.wrapper.", TimeCategory.DATABASE),
            Map.entry("org.h2.", TimeCategory.DATABASE),
            Map.entry("org.mariadb.jdbc.", TimeCategory.DATABASE),
            Map.entry("com.mysql.cj.", TimeCategory.DATABASE),
            Map.entry("oracle.jdbc.", TimeCategory.DATABASE),
            Map.entry("com.microsoft.sqlserver.", TimeCategory.DATABASE),
            Map.entry("software.amazon.jdbc.", TimeCategory.DATABASE),
            Map.entry("org.bouncycastle.crypto.generators.", TimeCategory.HASHING),
            Map.entry("org.keycloak.crypto.hash.", TimeCategory.HASHING),
            Map.entry("org.keycloak.credential.hash.", TimeCategory.HASHING),
            Map.entry("org.jboss.resteasy.reactive.server.vertx.VertxInputStream", TimeCategory.CLIENT),
            // The blocking writer of Quarkus 3.33 is in quarkus-vertx-utils, the reader in resteasy-reactive-vertx.
            Map.entry("io.quarkus.vertx.utils.VertxOutputStream", TimeCategory.CLIENT),
            Map.entry("org.millrace.bulk.rest.response.OutcomeStream", TimeCategory.CLIENT),
            Map.entry("com.sun.jndi.ldap.", TimeCategory.LDAP),
            Map.entry("org.eclipse.angus.mail.", TimeCategory.SMTP),
            Map.entry("com.sun.mail.", TimeCategory.SMTP),
            Map.entry("org.apache.http.", TimeCategory.HTTP),
            Map.entry("org.apache.hc.", TimeCategory.HTTP),
            Map.entry("okhttp3.", TimeCategory.HTTP),
            Map.entry("jdk.internal.net.http.", TimeCategory.HTTP),
            Map.entry("sun.net.www.protocol.http.", TimeCategory.HTTP));

    /** Owners of work on a processor, and of waits that are none of the above. */
    private static final List<Map.Entry<String, TimeCategory>> OWNERS = List.of(
            Map.entry("com.fasterxml.jackson.", TimeCategory.TOKENS),
            Map.entry("org.keycloak.jose.", TimeCategory.TOKENS),
            Map.entry("org.keycloak.crypto.", TimeCategory.TOKENS),
            Map.entry("org.keycloak.util.JsonSerialization", TimeCategory.TOKENS),
            Map.entry("org.hibernate.", TimeCategory.PERSISTENCE),
            Map.entry("io.agroal.", TimeCategory.PERSISTENCE),
            Map.entry("com.arjuna.", TimeCategory.PERSISTENCE),
            Map.entry("org.millrace.", TimeCategory.MILLRACE),
            Map.entry("org.infinispan.", TimeCategory.CLUSTER),
            Map.entry("org.jgroups.", TimeCategory.CLUSTER),
            Map.entry("org.keycloak.", TimeCategory.SERVER),
            Map.entry("io.quarkus.", TimeCategory.SERVER),
            Map.entry("io.vertx.", TimeCategory.SERVER),
            Map.entry("io.netty.", TimeCategory.SERVER),
            Map.entry("org.jboss.", TimeCategory.SERVER));

    private static final List<String> JAVA = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    private static final List<String> TLS = List.of("sun.security.ssl.", "javax.net.ssl.");

    private static final List<String> SOCKETS = List.of(
            "sun.nio.ch.SocketDispatcher", "sun.nio.ch.Net", "sun.nio.ch.UnixDispatcher", "java.net.PlainSocket");

    /** Innermost decisive frame, and what its surroundings say. */
    private record Found(TimeCategory category, String type) {}

    /**
     * Empty for an idle thread.
     *
     * @param lock the class of the lock or monitor that it waits for; null if none
     * @param jar the provider JAR of a class; null if it is not from one
     */
    static Optional<RequestActivity> of(
            StackTraceElement[] stack, State state, @Nullable String lock, Function<String, @Nullable String> jar) {
        if (isIdle(stack)) {
            return Optional.empty();
        }
        RequestKind kind = kind(stack);
        Optional<Found> wait = first(stack, WAITS);
        if (wait.isPresent()) {
            TimeCategory category = wait.get().category();
            boolean hashes = category == TimeCategory.HASHING;
            return Optional.of(
                    category == TimeCategory.HTTP
                            ? remote(stack, kind, jar)
                            : new RequestActivity(category, kind, "", hashes && state == State.RUNNABLE));
        }
        return Optional.of(local(stack, state, lock, kind, jar));
    }

    /** Whether a request of an import waits for the threads that write its chunks. */
    boolean awaitsWriters() {
        return category == TimeCategory.OTHER
                && kind == RequestKind.IMPORT
                && detail.equals(ImportRun.class.getSimpleName());
    }

    /** Whether a thread that writes chunks waits until others have written theirs. */
    boolean awaitsPermit() {
        return category == TimeCategory.OTHER && detail.endsWith(ConcurrencyLimiter.class.getSimpleName());
    }

    /** Whether a thread of a pool is idle. */
    static boolean awaitsTask(StackTraceElement[] stack) {
        return stack.length == 0
                || Arrays.stream(stack)
                        .anyMatch(frame -> frame.getClassName().equals(ThreadPoolExecutor.class.getName())
                                && frame.getMethodName().equals("getTask"));
    }

    private static RequestActivity remote(
            StackTraceElement[] stack, RequestKind kind, Function<String, @Nullable String> jar) {
        for (StackTraceElement frame : stack) {
            String type = frame.getClassName();
            if (type.startsWith("org.keycloak.broker.")) {
                return new RequestActivity(TimeCategory.IDENTITY_PROVIDER, kind, "", false);
            }
            @Nullable String extension = jarOf(type, jar);
            if (extension != null) {
                return new RequestActivity(TimeCategory.HTTP, kind, "called by " + extension, false);
            }
        }
        return new RequestActivity(TimeCategory.HTTP, kind, "", false);
    }

    private static RequestActivity local(
            StackTraceElement[] stack,
            State state,
            @Nullable String lock,
            RequestKind kind,
            Function<String, @Nullable String> jar) {
        boolean socket = stack.length > 0 && startsWith(stack[0].getClassName(), SOCKETS);
        boolean runs = state == State.RUNNABLE && !socket;
        @Nullable String extension = innermostExtension(stack, jar);
        Optional<Found> owner = first(stack, OWNERS);
        if (state == State.BLOCKED || lock != null && isLock(lock)) {
            String where = owner.map(Found::type).orElse("unknown code");
            return new RequestActivity(
                    TimeCategory.LOCK, kind, lock + " in " + (extension == null ? simple(where) : extension), false);
        }
        if (extension != null) {
            return new RequestActivity(TimeCategory.EXTENSION, kind, extension, runs);
        }
        TimeCategory category = owner.map(Found::category).orElse(TimeCategory.SERVER);
        if (runs) {
            if (isTls(stack)) {
                return new RequestActivity(TimeCategory.TLS, kind, "", true);
            }
            TimeCategory onProcessor = category == TimeCategory.CLUSTER ? TimeCategory.SERVER : category;
            return new RequestActivity(onProcessor, kind, "", true);
        }
        return category == TimeCategory.CLUSTER
                ? new RequestActivity(category, kind, "", false)
                : new RequestActivity(
                        TimeCategory.OTHER,
                        kind,
                        owner.map(Found::type).map(RequestActivity::simple).orElse(""),
                        false);
    }

    /** Third-party code before the first frame of Keycloak: it may use any library. */
    private static @Nullable String innermostExtension(
            StackTraceElement[] stack, Function<String, @Nullable String> jar) {
        for (StackTraceElement frame : stack) {
            String type = frame.getClassName();
            if (type.startsWith("org.keycloak.") || type.startsWith("org.millrace.")) {
                return null;
            }
            @Nullable String extension = jarOf(type, jar);
            if (extension != null) {
                return extension;
            }
        }
        return null;
    }

    private static @Nullable String jarOf(String type, Function<String, @Nullable String> jar) {
        boolean known = startsWith(type, JAVA)
                || WAITS.stream().anyMatch(entry -> type.startsWith(entry.getKey()))
                || OWNERS.stream().anyMatch(entry -> type.startsWith(entry.getKey()));
        return known ? null : jar.apply(type);
    }

    private static Optional<Found> first(StackTraceElement[] stack, List<Map.Entry<String, TimeCategory>> places) {
        for (StackTraceElement frame : stack) {
            String type = frame.getClassName();
            for (Map.Entry<String, TimeCategory> place : places) {
                if (type.startsWith(place.getKey())) {
                    return Optional.of(new Found(place.getValue(), type));
                }
            }
        }
        return Optional.empty();
    }

    private static RequestKind kind(StackTraceElement[] stack) {
        for (int i = stack.length - 1; i >= 0; i--) {
            String type = stack[i].getClassName();
            if (type.startsWith("org.millrace.bulk.")) {
                return RequestKind.IMPORT;
            }
            if (type.startsWith("org.keycloak.protocol.oidc.endpoints.TokenEndpoint")) {
                return RequestKind.TOKEN;
            }
            if (type.startsWith("org.keycloak.services.resources.admin.")) {
                return RequestKind.ADMIN;
            }
            if (type.startsWith("org.keycloak.services.resources.LoginActionsService")
                    || type.startsWith("org.keycloak.protocol.AuthorizationEndpointBase")
                    || type.startsWith("org.keycloak.protocol.oidc.endpoints.AuthorizationEndpoint")) {
                return RequestKind.LOGIN_PAGE;
            }
        }
        return RequestKind.OTHER;
    }

    private static boolean isTls(StackTraceElement[] stack) {
        for (int i = 0; i < Math.min(stack.length, 24); i++) {
            if (startsWith(stack[i].getClassName(), TLS)) {
                return true;
            }
        }
        return false;
    }

    /** Of java.util.concurrent; conditions, queues and latches are no locks. */
    private static boolean isLock(String type) {
        return type.startsWith("java.util.concurrent.locks.Reentrant")
                || type.startsWith("java.util.concurrent.locks.Stamped");
    }

    private static boolean startsWith(String type, List<String> prefixes) {
        for (String prefix : prefixes) {
            if (type.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    private static String simple(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    private static boolean isIdle(StackTraceElement[] stack) {
        for (int i = 0; i < Math.min(stack.length, IDLE_DEPTH); i++) {
            if (stack[i].getClassName().equals(IDLE)) {
                return true;
            }
        }
        return stack.length == 0;
    }
}
