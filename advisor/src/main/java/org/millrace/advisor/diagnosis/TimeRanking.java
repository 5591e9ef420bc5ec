package org.millrace.advisor.diagnosis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.TimeModel;
import org.millrace.advisor.rule.analysis.MachineUse;

/**
 * Groups of categories by the time that requests spend in them, largest first.
 *
 * <p>Time in the queue for a thread or for a connection belongs to the group itself only while a finding says that there are too
 * few of them. Otherwise the current holders wait for another resource, and the time is attributed to that.
 */
final class TimeRanking {

    /** With fewer samples the distribution is random. */
    private static final int LEAST_SAMPLES = 5;

    /** Below, the server is idle. */
    private static final double LEAST_ACTIVE = 0.5;

    /** A group with less of the time explains nothing. */
    private static final double LEAST_SHARE = 0.1;

    private final Map<TimeCategory, Double> weights = new EnumMap<>(TimeCategory.class);
    private final CausalGraph graph;
    private final boolean known;

    /**
     * @param model of the last minute
     * @param now time model of the last half minute: a finished category has no time in it
     * @param found rules with a current finding at warning or above that is not suppressed
     */
    TimeRanking(TimeModel model, TimeModel now, CausalGraph graph, Collection<String> found) {
        this.graph = graph;
        this.known = model.samples() >= LEAST_SAMPLES && model.active() >= LEAST_ACTIVE;
        model.shares()
                .forEach(share ->
                        weights.put(share.category(), Math.min(share.requests(), now.requests(share.category()))));
        if (known) {
            shareOut(TimeCategory.REQUEST_THREAD, found);
            shareOut(TimeCategory.CONNECTION, found);
        }
    }

    /** Categories that one cause can explain together. */
    record Group(Set<TimeCategory> categories, double requests) {}

    /**
     * What a finding about a group that no rule explains may be about, in the order to try: if the group needs the processors of this machine
     * and the installation uses them up, all that needs them; then the group itself. Statements of a database on the same machine need
     * the processors, too, unless the database itself uses most of them.
     *
     * @param usedUp by what; empty if there are processors left, or others use them
     */
    List<Group> unexplained(Group group, Optional<MachineUse> usedUp) {
        Set<TimeCategory> processors = EnumSet.copyOf(TimeCategory.ON_PROCESSORS);
        usedUp.filter(use -> use.database() > 0 && use.own() + use.otherNodes() >= use.database())
                .ifPresent(use -> processors.add(TimeCategory.DATABASE));
        return usedUp.isPresent() && processors.contains(largest(group))
                ? List.of(group(processors), group)
                : List.of(group);
    }

    /** The category that a finding about the group names. */
    TimeCategory named(Group group) {
        return group.categories().containsAll(TimeCategory.ON_PROCESSORS) ? TimeCategory.PROCESSOR : largest(group);
    }

    private TimeCategory largest(Group group) {
        return group.categories().stream()
                .max(Comparator.comparing(this::requests))
                .orElseThrow();
    }

    /** Whether requests were active at all and were sampled often enough. */
    boolean isKnown() {
        return known;
    }

    /** Largest first; those with hardly any time are left out. */
    List<Group> groups(Collection<String> found) {
        List<Group> groups = new ArrayList<>();
        groups.add(group(TimeCategory.IN_DATABASE));
        boolean processors = found.stream().anyMatch(rule -> intersects(rule, TimeCategory.ON_PROCESSORS));
        groups.add(group(processors ? TimeCategory.ON_PROCESSORS : EnumSet.of(TimeCategory.PROCESSOR)));
        for (TimeCategory category : TimeCategory.values()) {
            if (!TimeCategory.IN_DATABASE.contains(category) && !TimeCategory.ON_PROCESSORS.contains(category)) {
                groups.add(group(EnumSet.of(category)));
            }
        }
        double all = weights.values().stream().mapToDouble(Double::doubleValue).sum();
        groups.removeIf(group -> group.requests() <= 0 || group.requests() < LEAST_SHARE * all);
        groups.sort(Comparator.comparing(Group::requests).reversed());
        return groups;
    }

    /** The time in the categories that a rule explains. */
    double requests(String rule) {
        return group(graph.categoriesOf(rule)).requests();
    }

    double requests(TimeCategory category) {
        return weights.getOrDefault(category, 0.0);
    }

    boolean intersects(String rule, Set<TimeCategory> categories) {
        return graph.categoriesOf(rule).stream().anyMatch(categories::contains);
    }

    private Group group(Set<TimeCategory> categories) {
        return new Group(
                categories, categories.stream().mapToDouble(this::requests).sum());
    }

    private void shareOut(TimeCategory derived, Collection<String> found) {
        double time = requests(derived);
        Set<TimeCategory> own = EnumSet.of(derived);
        boolean explained = found.stream()
                .filter(rule -> intersects(rule, own))
                .anyMatch(rule ->
                        found.stream().noneMatch(other -> !intersects(other, own) && graph.isCause(other, rule)));
        double others =
                weights.values().stream().mapToDouble(Double::doubleValue).sum() - time;
        if (!explained && time > 0 && others > 0) {
            weights.remove(derived);
            weights.replaceAll((category, requests) -> requests * (1 + time / others));
        }
    }
}
