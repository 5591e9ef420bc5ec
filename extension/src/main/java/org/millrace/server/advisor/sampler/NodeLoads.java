package org.millrace.server.advisor.sampler;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.UUID;
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
import org.millrace.advisor.model.JvmSignals;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.rule.Processors;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.Sampler;
import org.millrace.advisor.sampler.TextFile;

/**
 * Publishes the requests and the processor use of this node to the other nodes, and reads theirs, from the replicated cache that
 * {@link NodeReports} uses too: no node has to be queried. An entry expires after a minute.
 */
public final class NodeLoads implements Sampler {

    private static final String KEY = "millrace-advisor-load ";

    /** Averaging time of the published load; shorter ones are too noisy. */
    private static final Duration SPOKEN_OF = Duration.ofMinutes(1);

    /** A node that is late is still heard; one that has gone is not, for longer than the cluster takes to notice. */
    private static final Duration LIFESPAN = Duration.ofMinutes(1);

    private final String machine;
    private volatile @Nullable Cache<String, Object> cache;
    private volatile @Nullable Advisor advisor;
    private volatile double otherNodes;

    /** @param root of the file system; {@code /} unless in a test */
    public NodeLoads(Path root) {
        // Of the kernel: the same in all containers of a machine. Elsewhere, each node is on a machine of its own.
        this.machine = new TextFile(root.resolve("proc/sys/kernel/random/boot_id"))
                .lines()
                .flatMap(lines -> lines.stream().findFirst())
                .map(String::strip)
                .filter(id -> !id.isEmpty())
                .orElseGet(() -> UUID.randomUUID().toString());
    }

    /**
     * What one node says.
     *
     * @param requests a second
     * @param cpu of the processors it may use, 0 to 1
     * @param cores processors that it uses
     * @param machine the same on all nodes of a machine
     */
    record Load(double requests, double cpu, double cores, String machine) {

        /** As nodes tell it. */
        String told() {
            return requests + " " + cpu + " " + cores + " " + machine;
        }

        /** Empty for an unknown format, as of another version. */
        static Optional<Load> of(@Nullable Object told) {
            String[] words = told instanceof String text ? text.split(" ") : new String[0];
            try {
                return words.length == 4
                        ? Optional.of(new Load(
                                Double.parseDouble(words[0]),
                                Double.parseDouble(words[1]),
                                Double.parseDouble(words[2]),
                                words[3]))
                        : Optional.empty();
            } catch (NumberFormatException unknown) {
                return Optional.empty();
            }
        }

        /** Empty until all is known. */
        static Optional<Load> of(Window window, String machine) {
            OptionalDouble requests = served(window);
            OptionalDouble cpu = Processors.share(window);
            return requests.isPresent() && cpu.isPresent()
                    ? Optional.of(new Load(
                            requests.getAsDouble(), cpu.getAsDouble(), window.rate(JvmSignals.CPU_TIME), machine))
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
    public void tellOf(Advisor own) {
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
        Optional<Load> load = Load.of(own.window(SPOKEN_OF), machine);
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
        if (load.isPresent() && loads.size() == members.size()) {
            put(loads, load.get(), readings);
            otherNodes = readings.values().getOrDefault(ClusterSignals.OTHER_NODES_CPU, 0.0);
        } else {
            otherNodes = 0;
        }
    }

    /** Processors that the other nodes on this machine use; 0 if that is not known. Any thread may ask. */
    public double otherNodesCpu() {
        return otherNodes;
    }

    private static void tell(Cache<String, Object> shared, Address self, Load load) {
        var unused = shared.getAdvancedCache()
                .withFlags(Flag.IGNORE_RETURN_VALUES, Flag.FAIL_SILENTLY)
                .putAsync(KEY + self, load.told(), LIFESPAN.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** @param loads of all nodes, {@code own} among them */
    static void put(List<Load> loads, Load own, Readings readings) {
        List<Load> here = loads.stream()
                .filter(load -> load.machine().equals(own.machine()))
                .toList();
        readings.put(ClusterSignals.NODES_HERE, here.size());
        readings.put(
                ClusterSignals.OTHER_NODES_CPU,
                Math.max(0, here.stream().mapToDouble(Load::cores).sum() - own.cores()));
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
