package org.millrace.server.advisor.report;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The answers of some nodes as they come in. Thread-safe. */
final class Gathering {

    private final Set<String> expected;
    private final Map<String, byte[]> answers = new ConcurrentHashMap<>();
    private final CountDownLatch missing;

    Gathering(Set<String> expected) {
        this.expected = Set.copyOf(expected);
        this.missing = new CountDownLatch(this.expected.size());
    }

    /** The first answer of a node that was asked counts. */
    void take(String node, byte[] document) {
        if (expected.contains(node) && answers.putIfAbsent(node, document) == null) {
            missing.countDown();
        }
    }

    /** Returns as soon as all have answered, or when the time is over; empty for a node that has not. */
    Map<String, Optional<byte[]>> await(Duration limit) throws InterruptedException {
        missing.await(limit.toMillis(), TimeUnit.MILLISECONDS);
        Map<String, Optional<byte[]>> found = new TreeMap<>();
        expected.forEach(node -> found.put(node, Optional.ofNullable(answers.get(node))));
        return found;
    }
}
