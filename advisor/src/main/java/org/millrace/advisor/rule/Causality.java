package org.millrace.advisor.rule;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.model.TimeCategory;

/**
 * Relations of a rule to other rules and to the time of requests. Immutable; rules are named by {@link RuleId}.
 *
 * @param at station of the findings, null for a rule that is never the principal bottleneck
 * @param explained categories of the time model that a finding explains; empty for those of the station
 * @param explainedOnSharedProcessors further ones while a local database and this server need the same processors
 * @param consequences rules whose findings are direct consequences of a finding
 * @param consequencesOnSharedProcessors further ones while a local database and this server need the same processors
 * @param suppressed rules whose advice would be harmful during a finding
 */
public record Causality(
        @Nullable Station at,
        Set<TimeCategory> explained,
        Set<TimeCategory> explainedOnSharedProcessors,
        Set<String> consequences,
        Set<String> consequencesOnSharedProcessors,
        Set<String> suppressed) {

    private static final Causality NONE = new Causality(null, Set.of(), Set.of(), Set.of(), Set.of(), Set.of());

    public Causality {
        explained = ordered(explained);
        explainedOnSharedProcessors = ordered(explainedOnSharedProcessors);
        consequences = Set.copyOf(consequences);
        consequencesOnSharedProcessors = Set.copyOf(consequencesOnSharedProcessors);
        suppressed = Set.copyOf(suppressed);
    }

    /** Of a rule without relations. */
    public static Causality none() {
        return NONE;
    }

    /** Of a rule about a station of requests. */
    public static Causality at(Station station) {
        return new Causality(station, Set.of(), Set.of(), Set.of(), Set.of(), Set.of());
    }

    /** Explains these categories, not those of the station. */
    public Causality explaining(TimeCategory... categories) {
        return explaining(Arrays.asList(categories));
    }

    /** Explains these categories, not those of the station. */
    public Causality explaining(Collection<TimeCategory> categories) {
        return new Causality(
                at,
                both(explained, categories),
                explainedOnSharedProcessors,
                consequences,
                consequencesOnSharedProcessors,
                suppressed);
    }

    /** Explains these categories too while a local database and this server need the same processors. */
    public Causality explainingOnSharedProcessors(TimeCategory... categories) {
        return new Causality(
                at,
                explained,
                both(explainedOnSharedProcessors, Arrays.asList(categories)),
                consequences,
                consequencesOnSharedProcessors,
                suppressed);
    }

    /** A finding causes findings of these rules. */
    public Causality leadingTo(String... rules) {
        return new Causality(
                at,
                explained,
                explainedOnSharedProcessors,
                both(consequences, List.of(rules)),
                consequencesOnSharedProcessors,
                suppressed);
    }

    /** The same, but only while a local database and this server need the same processors. */
    public Causality leadingToOnSharedProcessors(String... rules) {
        return new Causality(
                at,
                explained,
                explainedOnSharedProcessors,
                consequences,
                both(consequencesOnSharedProcessors, List.of(rules)),
                suppressed);
    }

    /** A finding suppresses findings of these rules. */
    public Causality holdingBack(String... rules) {
        return new Causality(
                at,
                explained,
                explainedOnSharedProcessors,
                consequences,
                consequencesOnSharedProcessors,
                both(suppressed, List.of(rules)));
    }

    /** A finding suppresses advice that puts more load on a resource that cannot take it. */
    public Causality holdingBackMoreConcurrency() {
        return holdingBack(
                RuleId.POOL_TOO_SMALL, RuleId.THREADS_ALL_BUSY, RuleId.SCALE_OUT_LATE, RuleId.CPU_REQUEST_LOW);
    }

    /** The station; empty for a rule that is never the principal bottleneck. */
    public Optional<Station> station() {
        return Optional.ofNullable(at);
    }

    /** Categories of the time model that a finding explains; empty for one about users, or about no station of a request. */
    public Set<TimeCategory> categories() {
        return explained.isEmpty() ? station().map(Station::categories).orElse(Set.of()) : explained;
    }

    /** The relations while a local database and this server need the same processors. */
    public Causality withSharedProcessors() {
        return new Causality(
                at,
                explainedOnSharedProcessors.isEmpty() ? explained : both(categories(), explainedOnSharedProcessors),
                explainedOnSharedProcessors,
                both(consequences, consequencesOnSharedProcessors),
                consequencesOnSharedProcessors,
                suppressed);
    }

    private static <T> Set<T> both(Collection<T> some, Collection<T> others) {
        Set<T> all = new HashSet<>(some);
        all.addAll(others);
        return all;
    }

    private static Set<TimeCategory> ordered(Set<TimeCategory> categories) {
        Set<TimeCategory> ordered = EnumSet.noneOf(TimeCategory.class);
        ordered.addAll(categories);
        return Collections.unmodifiableSet(ordered);
    }
}
