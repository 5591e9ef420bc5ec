package org.millrace.advisor.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Average active requests by category: the distribution of request time. Immutable.
 *
 * @param samples number of samples
 * @param active average number of active requests
 * @param shares largest first; none without an active request
 */
public record TimeModel(int samples, double active, List<Share> shares) {

    public static final TimeModel NONE = new TimeModel(0, 0, List.of());

    /** More of them make a table unreadable. */
    private static final int MOST_DETAILS = 5;

    public TimeModel {
        shares = List.copyOf(shares);
    }

    /**
     * One category.
     *
     * @param requests average number of active requests
     * @param stalled average number of those that waited for at least a second without interruption
     * @param share share of all active requests, 0 to 1
     * @param details largest first
     * @param kinds average number by kind of request
     */
    public record Share(
            TimeCategory category,
            double requests,
            double stalled,
            double share,
            List<Detail> details,
            Map<RequestKind, Double> kinds) {
        public Share {
            details = List.copyOf(details);
            kinds = Map.copyOf(kinds);
        }
    }

    /** What exactly a category's requests did, and how many on average. */
    public record Detail(String what, double requests) {}

    /** The average over the samples. */
    public static TimeModel of(List<RequestSample> samples) {
        if (samples.isEmpty()) {
            return NONE;
        }
        Map<TimeCategory, Map<String, Double>> details = new EnumMap<>(TimeCategory.class);
        Map<TimeCategory, Map<RequestKind, Double>> kinds = new EnumMap<>(TimeCategory.class);
        Map<TimeCategory, Double> stalled = new EnumMap<>(TimeCategory.class);
        double all = 0;
        for (RequestSample sample : samples) {
            for (RequestSample.Part part : sample.parts()) {
                double requests = part.requests() / samples.size();
                all += requests;
                stalled.merge(part.category(), part.stalled() / samples.size(), Double::sum);
                details.computeIfAbsent(part.category(), each -> new HashMap<>())
                        .merge(part.detail(), requests, Double::sum);
                kinds.computeIfAbsent(part.category(), each -> new EnumMap<>(RequestKind.class))
                        .merge(part.kind(), requests, Double::sum);
            }
        }
        List<Share> shares = new ArrayList<>();
        double total = all;
        details.forEach((category, byDetail) -> {
            double requests =
                    byDetail.values().stream().mapToDouble(Double::doubleValue).sum();
            if (requests > 0) {
                shares.add(new Share(
                        category,
                        requests,
                        stalled.getOrDefault(category, 0.0),
                        requests / total,
                        largest(byDetail),
                        kinds.getOrDefault(category, Map.of())));
            }
        });
        shares.sort(Comparator.comparing(Share::requests).reversed());
        return new TimeModel(samples.size(), all, shares);
    }

    /** Of several nodes together. */
    public static TimeModel sum(List<TimeModel> nodes) {
        double all = nodes.stream().mapToDouble(TimeModel::active).sum();
        Map<TimeCategory, List<Share>> byCategory = new EnumMap<>(TimeCategory.class);
        nodes.forEach(node -> node.shares()
                .forEach(share -> byCategory
                        .computeIfAbsent(share.category(), each -> new ArrayList<>())
                        .add(share)));
        List<Share> shares = new ArrayList<>();
        byCategory.forEach((category, ofNodes) -> shares.add(sum(category, ofNodes, all)));
        shares.sort(Comparator.comparing(Share::requests).reversed());
        return new TimeModel(nodes.stream().mapToInt(TimeModel::samples).sum(), all, shares);
    }

    private static Share sum(TimeCategory category, List<Share> ofNodes, double all) {
        Map<String, Double> details = new HashMap<>();
        Map<RequestKind, Double> kinds = new EnumMap<>(RequestKind.class);
        for (Share share : ofNodes) {
            share.details().forEach(detail -> details.merge(detail.what(), detail.requests(), Double::sum));
            share.kinds().forEach((kind, requests) -> kinds.merge(kind, requests, Double::sum));
        }
        double requests = ofNodes.stream().mapToDouble(Share::requests).sum();
        double stalled = ofNodes.stream().mapToDouble(Share::stalled).sum();
        return new Share(category, requests, stalled, requests / all, largest(details), kinds);
    }

    private static List<Detail> largest(Map<String, Double> byDetail) {
        return byDetail.entrySet().stream()
                .filter(entry -> !entry.getKey().isEmpty())
                .map(entry -> new Detail(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparing(Detail::requests).reversed())
                .limit(MOST_DETAILS)
                .toList();
    }

    /** Average number of active requests in a category. */
    public double requests(TimeCategory category) {
        return shares.stream()
                .filter(share -> share.category() == category)
                .mapToDouble(Share::requests)
                .sum();
    }

    /** The share of a category's requests that have waited for a second or more without a break, 0 to 1. */
    public double stalledShare(TimeCategory category) {
        double requests = requests(category);
        double waiting = shares.stream()
                .filter(share -> share.category() == category)
                .mapToDouble(Share::stalled)
                .sum();
        return requests > 0 ? Math.min(1, waiting / requests) : 0;
    }

    /** The share of a category, 0 to 1. */
    public double share(TimeCategory category) {
        return active > 0 ? requests(category) / active : 0;
    }

    /** What exactly the requests of a category did, largest first; empty if not known. */
    public List<Detail> details(TimeCategory category) {
        return shares.stream()
                .filter(share -> share.category() == category)
                .flatMap(share -> share.details().stream())
                .toList();
    }
}
