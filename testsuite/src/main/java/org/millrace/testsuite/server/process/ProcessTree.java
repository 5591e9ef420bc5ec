package org.millrace.testsuite.server.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A process and its children. {@code kc.sh} stays the parent of the JVM: ending the shell alone would leave the server. */
public final class ProcessTree {
    private static final long STOP_SECONDS = 120;

    private static final Logger LOG = System.getLogger(ProcessTree.class.getName());

    private ProcessTree() {}

    /** SIGKILL to all; returns when they are gone. */
    public static void kill(Process process) {
        kill(process.toHandle());
    }

    /** SIGKILL to all; returns when they are gone. */
    public static void kill(ProcessHandle process) {
        kill(handles(process));
    }

    private static void kill(List<ProcessHandle> handles) {
        handles.forEach(ProcessHandle::destroyForcibly);
        handles.forEach(handle -> handle.onExit().join());
    }

    /** Sends a signal to all that Java has no call for. */
    public static void signal(Process process, String name) {
        List<String> command = new ArrayList<>(List.of("kill", "-" + name));
        handles(process.toHandle()).forEach(handle -> command.add(Long.toString(handle.pid())));
        try {
            int status = new ProcessBuilder(command).inheritIO().start().waitFor();
            if (status != 0) {
                throw new IllegalStateException(command + " ended with " + status);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + command, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in " + command, e);
        }
    }

    /** SIGTERM to all, SIGKILL after half a minute. */
    public static void stop(Process process) {
        List<ProcessHandle> handles = handles(process.toHandle());
        handles.forEach(ProcessHandle::destroy);
        awaitExit(handles);
    }

    /** Returns when all have ended; processes still running after half a minute get SIGKILL. */
    public static void awaitExit(List<ProcessHandle> handles) {
        CompletableFuture<?>[] exits =
                handles.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new);
        try {
            CompletableFuture.allOf(exits).get(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException stillThere) {
            LOG.log(Level.WARNING, "killing {0} after {1} s", handles, STOP_SECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot wait for " + handles, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            kill(handles);
        }
    }

    /** Children first: a shell ends after its JVM. */
    private static List<ProcessHandle> handles(ProcessHandle process) {
        List<ProcessHandle> handles = new ArrayList<>(process.descendants().toList());
        handles.add(process);
        return handles;
    }
}
