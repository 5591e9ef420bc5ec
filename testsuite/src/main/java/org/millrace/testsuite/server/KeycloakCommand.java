package org.millrace.testsuite.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.millrace.testsuite.server.database.Database;
import org.millrace.testsuite.server.process.HarnessSettings;
import org.millrace.testsuite.server.process.LogFile;
import org.millrace.testsuite.server.process.ProcessTree;
import org.millrace.testsuite.server.process.Started;

/** A call of {@code kc.sh}, without the {@code KC_} variables of the caller's shell. */
final class KeycloakCommand {
    /** System property: the port at which a debugger can attach to each started node; 0 for a free one, which the log of the node names. */
    private static final String DEBUG_PORT = "millrace.debug";

    private static final long BUILD_MINUTES = 5;
    private static final List<String> NOT_INHERITED = List.of("KC_", "JAVA_", "QUARKUS_", "DEBUG");

    /** A server may be given less than it can be built with. */
    private static final int BUILD_MEBIBYTES = 768;

    /** C1 only: it shortens a build. */
    private static final String C1_ONLY = "-XX:TieredStopAtLevel=1";

    private final ProcessBuilder builder;

    private KeycloakCommand(Path home, ServerOptions options, List<String> arguments) {
        List<String> command =
                new ArrayList<>(List.of("bash", home.resolve("bin/kc.sh").toString()));
        command.addAll(arguments);
        builder = new ProcessBuilder(command).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> NOT_INHERITED.stream().anyMatch(name::startsWith));
        environment.put("JAVA_HOME", HarnessSettings.javaHome().toString());
        environment.putAll(options.environment());
    }

    static KeycloakCommand build(Path home, ServerOptions options) {
        List<String> arguments = new ArrayList<>(List.of("build"));
        arguments.addAll(options.buildFlags());
        int heap = Math.max(BUILD_MEBIBYTES, options.heapMebibytes());
        return new KeycloakCommand(home, options.withHeapMebibytes(heap).withJavaOptions(C1_ONLY), arguments);
    }

    /** @param flags every option of the node, those of the server included */
    static KeycloakCommand start(Path home, ServerOptions options, Database database, Map<String, String> flags) {
        List<String> arguments = new ArrayList<>(List.of("start", "--optimized"));
        arguments.addAll(ServerOptions.flags(flags));
        KeycloakCommand command = new KeycloakCommand(home, options, arguments);
        Map<String, String> environment = command.builder.environment();
        environment.putAll(ServerOptions.environment(database.jdbcUrl(), database.user()));
        HarnessSettings.find(DEBUG_PORT)
                .ifPresent(port -> environment.putAll(Map.of("DEBUG", "true", "DEBUG_PORT", port)));
        return command;
    }

    /** @param log gets everything that the process prints */
    Process start(Path log) {
        try {
            return builder.redirectOutput(log.toFile()).start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + builder.command(), e);
        }
    }

    /**
     * Runs to the end.
     *
     * @throws IllegalStateException if that is not success, with the end of the log
     */
    void run(Path log) {
        try (Started started = new Started()) {
            Process process = started.add(() -> start(log), ProcessTree::kill);
            boolean ended = process.waitFor(BUILD_MINUTES, TimeUnit.MINUTES);
            if (!ended || process.exitValue() != 0) {
                throw new IllegalStateException(new LogFile(log).because("kc.sh did not succeed"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while kc.sh ran", e);
        }
    }
}
