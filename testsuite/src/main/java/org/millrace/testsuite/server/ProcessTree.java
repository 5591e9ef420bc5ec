package org.millrace.testsuite.server;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A process and its children. {@code kc.sh} stays the parent of the JVM: ending the shell alone would leave the server. */
final class ProcessTree {
    private static final long STOP_SECONDS = 30;

    private ProcessTree() {}

    /** SIGKILL to all; returns when they are gone. */
    static void kill(Process process) {
        List<ProcessHandle> handles = handles(process);
        handles.forEach(ProcessHandle::destroyForcibly);
        handles.forEach(handle -> handle.onExit().join());
    }

    /** SIGTERM to all, SIGKILL after half a minute. */
    static void stop(Process process) {
        List<ProcessHandle> handles = handles(process);
        handles.forEach(ProcessHandle::destroy);
        CompletableFuture.allOf(handles.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, STOP_SECONDS, TimeUnit.SECONDS)
                .join();
        handles.forEach(ProcessHandle::destroyForcibly);
        handles.forEach(handle -> handle.onExit().join());
    }

    /** Children first: a shell whose JVM has gone ends by itself. */
    private static List<ProcessHandle> handles(Process process) {
        List<ProcessHandle> handles = new ArrayList<>(process.descendants().toList());
        handles.add(process.toHandle());
        return handles;
    }
}
