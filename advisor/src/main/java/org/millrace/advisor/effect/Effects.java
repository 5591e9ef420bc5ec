package org.millrace.advisor.effect;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.effect.ObservedChange.Kind;

/** Compares the measurements before and after changes. Stateless. */
public final class Effects {

    /** Changes at most this far apart form one group, because there are no measurements between them. */
    static final Duration TOGETHER = Duration.ofSeconds(60);

    /** Maximum length of the periods before and after a change: the load differs over longer ones. */
    static final Duration LONGEST = Duration.ofHours(24);

    /** Maximum delay between a change and the end of the fingerprint before it. */
    private static final Duration SEEN = Duration.ofSeconds(15);

    private Effects() {}

    /**
     * A change with the measurements before and after it.
     *
     * @param nodes names of the nodes that recorded it
     * @param together number of changes in its group, including this one
     * @param kinds measurements by kind of request
     */
    public record Effect(
            ObservedChange change,
            List<String> nodes,
            int together,
            Period before,
            Period after,
            Map<String, Sides> kinds) {}

    /** Start and end of the measurements; null if there are none. */
    public record Period(@Nullable Instant since, @Nullable Instant until) {}

    /** Measurements of one kind of request before and after; {@link Totals#NONE} without any. */
    public record Sides(Totals before, Totals after) {}

    /** Of one kind of request in a period. */
    public record Totals(long requests, Measure throughput, Measure latency, Measure cost) {

        public static final Totals NONE = new Totals(0, Measure.NONE, Measure.NONE, Measure.NONE);

        Totals and(Fingerprint more) {
            return new Totals(
                    requests + more.requests(),
                    throughput.and(more.throughput()),
                    latency.and(more.latency()),
                    cost.and(more.cost()));
        }
    }

    /** The effects of changes, the latest first. */
    public static List<Effect> of(Collection<ObservedChange> changes, Collection<Fingerprint> fingerprints) {
        List<List<ObservedChange>> groups = groups(changes);
        List<Effect> effects = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            List<ObservedChange> group = groups.get(i);
            Instant first = group.get(0).at();
            Instant last = last(group);
            Instant from = i == 0 ? Instant.MIN : last(groups.get(i - 1));
            Instant to = i + 1 == groups.size()
                    ? Instant.MAX
                    : groups.get(i + 1).get(0).at();
            List<Fingerprint> before = fingerprints.stream()
                    .filter(each ->
                            !each.since().isBefore(from) && !each.since().isBefore(first.minus(LONGEST)))
                    .filter(each ->
                            each.since().isBefore(first) && !each.until().isAfter(first.plus(SEEN)))
                    .toList();
            List<Fingerprint> after = fingerprints.stream()
                    .filter(each -> !each.since().isBefore(last) && each.since().isBefore(last.plus(LONGEST)))
                    .filter(each -> to.equals(Instant.MAX) || !each.until().isAfter(to.plus(SEEN)))
                    .filter(each -> each.since().isBefore(to))
                    .toList();
            effects.addAll(0, effects(group, before, after));
        }
        return effects;
    }

    /** Those of changes that follow a proposal, the latest first. */
    public static List<Effect> applied(
            Collection<ObservedChange> changes, Collection<Fingerprint> fingerprints, int most) {
        if (changes.stream().allMatch(change -> change.advice() == null)) {
            return List.of();
        }
        return of(changes, fingerprints).stream()
                .filter(effect -> effect.change().advice() != null)
                .limit(most)
                .toList();
    }

    private static List<List<ObservedChange>> groups(Collection<ObservedChange> changes) {
        List<List<ObservedChange>> groups = new ArrayList<>();
        changes.stream().sorted(Comparator.comparing(ObservedChange::at)).forEach(change -> {
            if (groups.isEmpty()
                    || last(groups.get(groups.size() - 1)).plus(TOGETHER).isBefore(change.at())) {
                groups.add(new ArrayList<>());
            }
            groups.get(groups.size() - 1).add(change);
        });
        return groups;
    }

    private static Instant last(List<ObservedChange> group) {
        return group.get(group.size() - 1).at();
    }

    /** Several nodes see the same change of a database's setting. */
    private static List<Effect> effects(List<ObservedChange> group, List<Fingerprint> before, List<Fingerprint> after) {
        Map<List<Optional<String>>, List<ObservedChange>> same = new LinkedHashMap<>();
        group.forEach(change -> same.computeIfAbsent(identity(change), each -> new ArrayList<>())
                .add(change));
        Map<String, Sides> kinds = kinds(before, after);
        List<Effect> effects = new ArrayList<>();
        for (List<ObservedChange> seen : same.values()) {
            Set<String> nodes = new LinkedHashSet<>();
            seen.forEach(change -> nodes.add(change.node()));
            ObservedChange shown = seen.stream()
                    .filter(change -> change.advice() != null)
                    .findFirst()
                    .orElse(seen.get(0));
            effects.add(0, new Effect(shown, List.copyOf(nodes), same.size(), period(before), period(after), kinds));
        }
        return effects;
    }

    private static List<Optional<String>> identity(ObservedChange change) {
        return List.of(
                Optional.of(
                        change.kind() == Kind.MARK ? change.id() : change.kind().label()),
                Optional.of(change.name()),
                Optional.ofNullable(change.from()),
                Optional.ofNullable(change.to()));
    }

    private static Period period(List<Fingerprint> measured) {
        return new Period(
                measured.stream()
                        .map(Fingerprint::since)
                        .min(Comparator.naturalOrder())
                        .orElse(null),
                measured.stream()
                        .map(Fingerprint::until)
                        .max(Comparator.naturalOrder())
                        .orElse(null));
    }

    private static Map<String, Sides> kinds(List<Fingerprint> before, List<Fingerprint> after) {
        Map<String, Sides> kinds = new TreeMap<>();
        before.forEach(each -> kinds.merge(
                each.kind(),
                new Sides(Totals.NONE.and(each), Totals.NONE),
                (known, one) -> new Sides(known.before().and(each), known.after())));
        after.forEach(each -> kinds.merge(
                each.kind(),
                new Sides(Totals.NONE, Totals.NONE.and(each)),
                (known, one) -> new Sides(known.before(), known.after().and(each))));
        return kinds;
    }
}
