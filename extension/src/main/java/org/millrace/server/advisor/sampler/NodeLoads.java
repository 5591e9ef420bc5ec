package org.millrace.server.advisor.sampler;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.infinispan.Cache;
import org.infinispan.context.Flag;
import org.infinispan.manager.EmbeddedCacheManager;
import org.infinispan.remoting.transport.Address;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.Advisor;
import org.millrace.advisor.model.ClusterSignals;
import org.millrace.advisor.model.EventLoopSignals;
import org.millrace.advisor.model.HttpSignals;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.rule.Processors;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.Sampler;

/**
 * Publishes the number of requests of this node to the other nodes, and reads theirs, from the replicated cache that
 * {@code NodeReports} uses too: no node has to be queried. An entry expires after a minute.
 */
public final class NodeLoads implements Sampler {

    private static final String KEY = "millrace-advisor-load ";

    /** Averaging time of the published load; shorter ones are too noisy. */
    private static final Duration SPOKEN_OF = Duration.ofMinutes(1);

    /** A node that is late is still heard; one that has gone is not, for longer than the cluster takes to notice. */
    private static final Duration LIFESPAN = Duration.ofMinutes(1);

    private volatile @Nullable Cache<String, Object> cache;
    private volatile @Nullable Advisor advisor;

    /**
     * What one node says.
     *
     * @param requests a second
     * @param cpu of the processors it may use, 0 to 1
     */
    record Load(double requests, double cpu) {

        /** As nodes tell it. */
        String told() {
            return requests + " " + cpu;
        }

        /** Empty for an unknown format, as of another version. */
        static Optional<Load> of(@Nullable Object told) {
            String[] numbers = told instanceof String text ? text.split(" ") : new String[0];
            try {
                return numbers.length == 2
                        ? Optional.of(new Load(Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1])))
                        : Optional.empty();
            } catch (NumberFormatException unknown) {
                return Optional.empty();
            }
        }

        /** Empty until both are known. */
        static Optional<Load> of(Window window) {
            OptionalDouble requests = served(window);
            OptionalDouble cpu = Processors.share(window);
            return requests.isPresent() && cpu.isPresent()
                    ? Optional.of(new Load(requests.getAsDouble(), cpu.getAsDouble()))
                    : Optional.empty();
        }
    }

    /** Requests have no meter before the first; a node that nothing was sent to has served none. */
    private static OptionalDouble served(Window window) {
        boolean none = !window.has(HttpSignals.REQUESTS) && window.has(EventLoopSignals.PENDING);
        return none ? OptionalDouble.of(0) : window.rateIfKnown(HttpSignals.REQUESTS);
    }

    /**
     * Starts publishing.
     *
     * @param own source of the samples
     */
    public void publishLoadOf(Advisor own) {
        advisor = own;
    }

    /** @param shared the cache that every node has */
    public void join(Cache<String, Object> shared) {
        cache = shared;
    }

    @Override
    public String name() {
        return "loads of nodes";
    }

    @Override
    public Duration interval() {
        return Duration.ofSeconds(15);
    }

    /** A cache that is being rebalanced may block reads. */
    @Override
    public boolean mayBlock() {
        return true;
    }

    @Override
    public void sample(Readings readings) {
        Cache<String, Object> shared = cache;
        Advisor own = advisor;
        if (shared == null || own == null) {
            return;
        }
        EmbeddedCacheManager manager = shared.getCacheManager();
        List<Address> members = manager.getMembers();
        @Nullable Address self = manager.getAddress();
        if (self == null || members == null || members.size() < 2) {
            return;
        }
        Optional<Load> load = Load.of(own.window(SPOKEN_OF));
        load.ifPresent(known -> tell(shared, self, known));
        List<Load> loads = new ArrayList<>();
        for (Address member : members) {
            Optional<Load> told = Objects.equals(member, self)
                    ? load
                    : Load.of(shared.getAdvancedCache()
                            .withFlags(Flag.CACHE_MODE_LOCAL)
                            .get(KEY + member));
            told.ifPresent(loads::add);
        }
        if (loads.size() == members.size()) {
            put(loads, readings);
        }
    }

    private static void tell(Cache<String, Object> shared, Address self, Load load) {
        var unused = shared.getAdvancedCache()
                .withFlags(Flag.IGNORE_RETURN_VALUES, Flag.FAIL_SILENTLY)
                .putAsync(KEY + self, load.told(), LIFESPAN.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** @param loads of all nodes, at least one */
    static void put(List<Load> loads, Readings readings) {
        readings.put(
                ClusterSignals.BUSIEST_REQUESTS,
                loads.stream().mapToDouble(Load::requests).max().orElseThrow());
        readings.put(
                ClusterSignals.MEAN_REQUESTS,
                loads.stream().mapToDouble(Load::requests).average().orElseThrow());
        readings.put(
                ClusterSignals.BUSIEST_CPU,
                loads.stream().mapToDouble(Load::cpu).max().orElseThrow());
        readings.put(
                ClusterSignals.LEAST_CPU,
                loads.stream().mapToDouble(Load::cpu).min().orElseThrow());
    }
}
