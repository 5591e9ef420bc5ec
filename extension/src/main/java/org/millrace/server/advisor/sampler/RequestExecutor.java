package org.millrace.server.advisor.sampler;

import io.quarkus.runtime.ExecutorRecorder;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jboss.threads.EnhancedQueueExecutor;
import org.jspecify.annotations.Nullable;

/** The executor whose threads serve requests. */
public final class RequestExecutor {

    private RequestExecutor() {}

    /** Empty if this version of the server hides it otherwise than known. */
    public static Optional<EnhancedQueueExecutor> find() {
        return unwrap(ExecutorRecorder.getCurrent());
    }

    static Optional<EnhancedQueueExecutor> unwrap(@Nullable Executor executor) {
        @Nullable Object current = executor;
        while (current != null && !(current instanceof EnhancedQueueExecutor)) {
            current = delegateOf(current);
        }
        return Optional.ofNullable((EnhancedQueueExecutor) current);
    }

    /** Quarkus wraps it against shutdown, and its wrappers expose the delegate only to their own package. */
    private static @Nullable Object delegateOf(Object wrapper) {
        for (Class<?> type = wrapper.getClass(); type != null; type = type.getSuperclass()) {
            try {
                Method delegate = type.getDeclaredMethod("delegate");
                delegate.setAccessible(true);
                return delegate.invoke(wrapper);
            } catch (NoSuchMethodException notHere) {
                // Perhaps the superclass has it.
            } catch (ReflectiveOperationException | RuntimeException hidden) {
                return null; // Without it the signals are absent, which the report shows.
            }
        }
        return null;
    }
}
