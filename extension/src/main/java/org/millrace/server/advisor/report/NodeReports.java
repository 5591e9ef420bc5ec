package org.millrace.server.advisor.report;

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.infinispan.Cache;
import org.infinispan.context.Flag;
import org.infinispan.manager.EmbeddedCacheManager;
import org.infinispan.notifications.Listener;
import org.infinispan.notifications.cachelistener.annotation.CacheEntryCreated;
import org.infinispan.notifications.cachelistener.event.CacheEntryCreatedEvent;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Requests the reports of the other nodes of the cluster, and answers such requests. Thread-safe.
 *
 * <p>A question and its answers are entries of the cache by which Keycloak's nodes tell each other things: it is replicated to
 * every node, and Keycloak passes over what it has not put there itself. They live for seconds. The nodes trust each other as
 * Keycloak's own do; callers over HTTP are authorized before.
 */
@Listener(observation = Listener.Observation.POST)
public final class NodeReports implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(NodeReports.class);

    /** Replicated, on every node of every cluster of embedded caches. */
    private static final String CACHE = "work";

    private static final String QUESTION = "millrace-advisor-question ";
    private static final String ANSWER = "millrace-advisor-answer ";

    /** Longer than the timeout of a request. */
    private static final Duration LIFESPAN = Duration.ofSeconds(10);

    private final Map<String, Gathering> gatherings = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor answering =
            new ThreadPoolExecutor(0, 1, 30, TimeUnit.SECONDS, new ArrayBlockingQueue<>(8), NodeReports::thread);
    private volatile @Nullable Cache<String, Object> cache;
    private volatile @Nullable Function<Duration, String> own;
    private volatile Consumer<Cache<String, Object>> joined = shared -> {};

    /** @param report this node's over a window, as a document; called on a thread of ours. Until then nothing is answered. */
    public void answerWith(Function<Duration, String> report) {
        own = report;
    }

    /** @param who called with the cache once this node has joined the cluster */
    public void alongWith(Consumer<Cache<String, Object>> who) {
        joined = who;
    }

    /** From now on this node answers, and may ask. Does nothing where nodes know nothing of each other. */
    public void join(EmbeddedCacheManager manager) {
        @Nullable Cache<String, Object> work = manager.getCache(CACHE, false);
        if (work != null
                && manager.getAddress() != null
                && work.getCacheConfiguration().clustering().cacheMode().isReplicated()) {
            work.addListener(this);
            cache = work;
            joined.accept(work);
        }
    }

    /**
     * The reports of the other nodes, by their names in the cluster; blocks until all have answered, up to the limit. Empty for a
     * node without an answer. Without other nodes, the map is empty.
     *
     * @throws InterruptedException if the thread is to end
     */
    Map<String, Optional<String>> ask(Duration window, Duration limit) throws InterruptedException {
        Cache<String, Object> work = cache;
        if (work == null) {
            return Map.of();
        }
        EmbeddedCacheManager manager = work.getCacheManager();
        Set<String> others = new HashSet<>();
        manager.getMembers().forEach(member -> others.add(String.valueOf(member)));
        others.remove(String.valueOf(manager.getAddress()));
        if (others.isEmpty()) {
            return Map.of();
        }
        String id = UUID.randomUUID().toString();
        Gathering gathering = new Gathering(others);
        gatherings.put(id, gathering);
        try {
            put(work, QUESTION + id, window.toString());
            return inflated(gathering.await(limit));
        } finally {
            gatherings.remove(id);
        }
    }

    /** Called by Infinispan on a thread that must not wait. */
    @CacheEntryCreated
    public void entryCreated(CacheEntryCreatedEvent<Object, Object> event) {
        if (event.getKey() instanceof String key) {
            if (key.startsWith(QUESTION) && !event.isOriginLocal() && event.getValue() instanceof String window) {
                answer(key.substring(QUESTION.length()), window);
            } else if (key.startsWith(ANSWER) && event.getValue() instanceof byte[] document) {
                take(key.substring(ANSWER.length()), document);
            }
        }
    }

    private void answer(String id, String window) {
        try {
            answering.execute(() -> send(id, Duration.parse(window)));
        } catch (RejectedExecutionException busy) {
            LOG.debug("Too many concurrent requests for the advisor report of this node; one was dropped", busy);
        }
    }

    private void send(String id, Duration window) {
        Cache<String, Object> work = cache;
        Function<Duration, String> report = own;
        if (work == null || report == null) {
            return;
        }
        try {
            String node = String.valueOf(work.getCacheManager().getAddress());
            put(work, ANSWER + id + " " + node, CompressedText.pack(report.apply(window)));
        } catch (RuntimeException e) {
            LOG.warn("Cannot send the advisor report to another node", e);
        }
    }

    private void take(String idAndNode, byte[] document) {
        String[] parts = idAndNode.split(" ", 2);
        @Nullable Gathering gathering = gatherings.get(parts[0]);
        if (gathering != null && parts.length == 2) {
            gathering.take(parts[1], document);
        }
    }

    /** Asynchronous, because a hanging node would otherwise block all others. */
    private static void put(Cache<String, Object> work, String key, Object value) {
        var unused = work.getAdvancedCache()
                .withFlags(Flag.IGNORE_RETURN_VALUES, Flag.FAIL_SILENTLY)
                .putAsync(key, value, LIFESPAN.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static Map<String, Optional<String>> inflated(Map<String, Optional<byte[]>> documents) {
        Map<String, Optional<String>> texts = new LinkedHashMap<>();
        documents.forEach((node, document) -> texts.put(node, document.flatMap(CompressedText::unpack)));
        return texts;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "advisor-cluster");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() {
        Cache<String, Object> work = cache;
        cache = null;
        if (work != null && work.getStatus().allowInvocations()) {
            work.removeListener(this);
        }
        answering.shutdownNow();
    }
}
