package org.millrace.advisor.sampler.micrometer;

import io.micrometer.core.instrument.Statistic;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.signal.CacheSignals;
import org.millrace.advisor.model.signal.ClusterSignals;

/** What Infinispan and JGroups count; their names may change with a release, and are absent then. */
final class ClusterMeters {

    /** Whose writes go to other nodes; those of the other caches are as fast as memory, and many. */
    private static final List<String> CLUSTERED = Stream.of(
                    CacheSignals.DISTRIBUTED_CACHES, CacheSignals.SESSION_CACHES, List.of("work"))
            .flatMap(List::stream)
            .toList();

    private ClusterMeters() {}

    static List<MeterSum> all() {
        List<MeterSum> meters = new ArrayList<>(List.of(
                value(ClusterSignals.SIZE, "vendor.cluster_size"),
                value(ClusterSignals.MERGES, "vendor.jgroups_merge3_get_num_merge_events"),
                value(ClusterSignals.REPLICATIONS, "vendor.rpc_manager_replication_count"),
                value(ClusterSignals.FAILED_REPLICATIONS, "vendor.rpc_manager_replication_failures"),
                storeTimes(ClusterSignals.STORE_TIME, Statistic.TOTAL_TIME),
                storeTimes(ClusterSignals.STORES, Statistic.COUNT),
                value(
                        ClusterSignals.SEGMENTS_IN_FLIGHT,
                        "vendor.state_transfer_manager_inflight_segment_transfer_count"),
                value(ClusterSignals.TRANSPORT_THREADS, "vendor.jgroups_tcp_get_thread_pool_size"),
                value(ClusterSignals.LARGEST_TRANSPORT_THREADS, "vendor.jgroups_tcp_get_largest_size"),
                value(ClusterSignals.REJECTED_MESSAGES, "vendor.jgroups_tcp_get_num_rejected_msgs"),
                value(ClusterSignals.SENT_MESSAGES, "vendor.jgroups_tcp_get_num_msgs_sent"),
                value(ClusterSignals.RETRANSMISSIONS, "vendor.jgroups_unicast3_get_num_xmits"),
                value(ClusterSignals.DROPPED_MESSAGES, "vendor.jgroups_red_get_dropped_messages"),
                value(ClusterSignals.BLOCKINGS, "vendor.jgroups_ufc_get_number_of_blockings")));
        for (String cache : CacheSignals.ENTITY_CACHES) {
            meters.add(statistic(CacheSignals.hits(cache), "hits", cache));
            meters.add(statistic(CacheSignals.misses(cache), "misses", cache));
            meters.add(statistic(CacheSignals.evictions(cache), "evictions", cache));
            meters.add(statistic(CacheSignals.removals(cache), "remove_hits", cache));
        }
        for (String cache : CacheSignals.SESSION_CACHES) {
            meters.add(statistic(CacheSignals.hits(cache), "hits", cache));
            meters.add(statistic(CacheSignals.misses(cache), "misses", cache));
        }
        meters.add(statistic(CacheSignals.stores("work"), "stores", "work"));
        return meters;
    }

    private static MeterSum value(Signal signal, String meter) {
        return new MeterSum(signal, meter, Statistic.VALUE, id -> true);
    }

    private static MeterSum storeTimes(Signal signal, Statistic statistic) {
        return new MeterSum(
                signal,
                "vendor.statistics_store_times",
                statistic,
                id -> CLUSTERED.stream().anyMatch(cache -> cache.equals(id.getTag("cache"))));
    }

    private static MeterSum statistic(Signal signal, String statistic, String cache) {
        return new MeterSum(
                signal, "vendor.statistics_" + statistic, Statistic.VALUE, id -> cache.equals(id.getTag("cache")));
    }
}
