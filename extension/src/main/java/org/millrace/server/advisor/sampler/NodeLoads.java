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
import java.util.function.Supplier;
import org.infinispan.Cache;
import org.infinispan.context.Flag;
import org.infinispan.manager.EmbeddedCacheManager;
import org.infinispan.remoting.transport.Address;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.Advisor;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.EventLoopSignals;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.analysis.Processors;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.Sampler;
import org.millrace.advisor.sampler.TextFile;

/**
 * Publishes the requests and the processor use of this node to the other nodes, and reads theirs, from the replicated cache that
 * {@code NodeReports} uses too: no node has to be queried. An entry expires after a minute.
 */
public final class NodeLoads implements Sampler {

    private static final String PROCESSORS = "Cpus_allowed_list:";

    private static final String KEY = "millrace-advisor-load ";

    /** Averaging time of the published load; shorter ones are too noisy. */
    private static final Duration AVERAGED_OVER = Duration.ofMinutes(1);

    /** Longer than one interval, and short enough that a node that has left does not count for long. */
    private static final Duration LIFESPAN = Duration.ofMinutes(1);

    private final String machine;
    private volatile @Nullable Nodes nodes;
    private volatile @Nullable Supplier<Window> window;
    private volatile double otherNodes;

    /** @param root of the file system; {@code /} unless in a test */
    public NodeLoads(Path root) {
        this.machine = machine(root);
    }

    /**
     * The boot of the kernel, which is the same in all containers of a machine, and the processors that this process may use. Where
     * the kernel does not provide it, each node is on a machine of its own.
     */
    static String machine(Path root) {
        String processors = new TextFile(root.resolve("proc/self/status"))
                .lines().stream()
                        .flatMap(List::stream)
                        .filter(line -> line.startsWith(PROCESSORS))
                        .map(line -> "/" + line.substring(PROCESSORS.length()).replaceAll("\\s", ""))
                        .findFirst()
                        .orElse("");
        return new TextFile(root.resolve("proc/sys/kernel/random/boot_id"))
                .lines()
                .flatMap(lines -> lines.stream().findFirst())
                .map(id -> id.replaceAll("\\s", ""))
                .filter(id -> !id.isEmpty())
                .map(id -> id + processors)
                .orElseGet(() -> UUID.randomUUID().toString());
    }

    /** The other nodes of the cluster, and what each node publishes. */
    interface Nodes {

        /** Empty without a cluster. */
        List<String> others();

        /** Null unless it has published lately. */
        @Nullable
        Object published(String node);

        void publish(String load);
    }

    /**
     * What one node publishes.
     *
     * @param requests a second
     * @param cpu used processors by those it may use, 0 to 1
     * @param cores number of processors that it uses, 0 or more
     * @param machine identifies the machine and the processors that the node may use
     */
    record Load(double requests, double cpu, double cores, String machine) {

        /** As nodes publish it. */
        String text() {
            return requests + " " + cpu + " " + cores + " " + machine;
        }

        /** Empty for an unknown format, as of another version. */
        static Optional<Load> of(@Nullable Object published) {
            String[] words = published instanceof String text ? text.split(" ") : new String[0];
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
    public void publishLoadOf(Advisor own) {
        publishLoadOf(() -> own.window(AVERAGED_OVER));
    }

    void publishLoadOf(Supplier<Window> own) {
        window = own;
    }

    /** @param shared the cache that every node has */
    public void join(Cache<String, Object> shared) {
        join(new CacheNodes(shared));
    }

    void join(Nodes cluster) {
        nodes = cluster;
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
        double others = 0;
        try {
            Nodes cluster = nodes;
            Supplier<Window> own = window;
            if (cluster != null && own != null) {
                others = sample(cluster, own.get(), readings);
            }
        } finally {
            otherNodes = others;
        }
    }

    /** Processors that the other nodes on this machine use. */
    private double sample(Nodes cluster, Window own, Readings readings) {
        List<String> others = cluster.others();
        if (others.isEmpty()) {
            return 0;
        }
        Optional<Load> load = Load.of(own, machine);
        load.ifPresent(known -> cluster.publish(known.text()));
        List<Load> loads = new ArrayList<>();
        for (String other : others) {
            Load.of(cluster.published(other)).ifPresent(loads::add);
        }
        boolean all = loads.size() == others.size();
        // A quota is this process's alone: other nodes do not use it.
        List<Load> here = own.has(CgroupSignals.CPU_QUOTA)
                ? List.of()
                : loads.stream()
                        .filter(other -> other.machine().equals(machine))
                        .toList();
        double cores = here.stream().mapToDouble(Load::cores).sum();
        readings.put(ClusterSignals.NODES_HERE, here.size() + 1);
        readings.put(ClusterSignals.OTHER_NODES_CPU, cores);
        if (load.isPresent() && all) {
            loads.add(load.get());
            put(loads, readings);
        }
        return cores;
    }

    /** Processors that the other nodes on this machine use; 0 with a CPU quota, or if that is not known. Thread-safe. */
    public double otherNodesCpu() {
        return otherNodes;
    }

    /** @param loads of all nodes */
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

    /** In the cache that every node has. */
    private record CacheNodes(Cache<String, Object> cache) implements Nodes {

        @Override
        public List<String> others() {
            EmbeddedCacheManager manager = cache.getCacheManager();
            @Nullable List<Address> members = manager.getMembers();
            @Nullable Address self = manager.getAddress();
            return self == null || members == null
                    ? List.of()
                    : members.stream()
                            .filter(member -> !Objects.equals(member, self))
                            .map(Objects::toString)
                            .toList();
        }

        @Override
        public @Nullable Object published(String node) {
            return cache.getAdvancedCache().withFlags(Flag.CACHE_MODE_LOCAL).get(KEY + node);
        }

        @Override
        public void publish(String load) {
            var unused = cache.getAdvancedCache()
                    .withFlags(Flag.IGNORE_RETURN_VALUES, Flag.FAIL_SILENTLY)
                    .putAsync(
                            KEY + cache.getCacheManager().getAddress(),
                            load,
                            LIFESPAN.toMillis(),
                            TimeUnit.MILLISECONDS);
        }
    }
}
