package org.millrace.testsuite.importer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.millrace.testsuite.server.Node;

/** What a node prints from one moment on. */
final class ServerLog {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private static final Pattern ENTRY = Pattern.compile("\\d{4}-\\S+ \\S+ ([A-Z]+) .*");

    /** What Keycloak says of bodies that go elsewhere and are beyond its own limit, maybe late. */
    private static final String TOO_LARGE = "IOException: Request too large";

    /** What Quarkus says of a request, maybe after its client has its answer and the next test has begun. */
    private static final Pattern REQUEST = Pattern.compile("HTTP Request to (\\S+) failed");

    private static final Pattern OURS = Pattern.compile("/bulk-import/[a-z-]+([/?].*)?");

    private final Node node;
    private final int start;

    private ServerLog(Node node, int start) {
        this.node = node;
        this.start = start;
    }

    static ServerLog from(Node node) {
        return new ServerLog(node, node.log().length());
    }

    String text() {
        return node.log().substring(start);
    }

    /** Waits until something is printed, and gives what was. */
    MatchResult await(String regex) {
        Pattern pattern = Pattern.compile(regex);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            List<MatchResult> found = pattern.matcher(text()).results().toList();
            if (!found.isEmpty()) {
                return found.get(0);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        throw new AssertionError("nothing like '" + regex + "' was printed, but:\n" + text());
    }

    /** @throws AssertionError if an error or the trace of an exception was printed, but for what only a debug level prints */
    void assertNoError() {
        assertThat(withoutDebug()).noneMatch(line -> line.contains(" ERROR ") || line.startsWith("\tat "));
    }

    private List<String> withoutDebug() {
        List<String> lines = new ArrayList<>();
        // What stands before the first entry is the end of an earlier one that was printed late.
        boolean debug = true;
        for (String line : text().split("\n")) {
            Matcher entry = ENTRY.matcher(line);
            debug = entry.matches() ? entry.group(1).equals("DEBUG") || isOfAnother(line) : debug;
            if (!debug) {
                lines.add(line);
            }
        }
        return lines;
    }

    /** Whether an entry is about a request that Keycloak itself has to answer. */
    private static boolean isOfAnother(String line) {
        Matcher request = REQUEST.matcher(line);
        return line.contains(TOO_LARGE)
                || request.find() && !OURS.matcher(request.group(1)).find();
    }
}
