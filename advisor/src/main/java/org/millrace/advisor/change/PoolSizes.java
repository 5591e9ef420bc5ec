package org.millrace.advisor.change;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.signal.PoolSignals;

/**
 * The sizes of the connection pool in force. A server whose pool is to begin with, or to keep, more connections than it may
 * have does not start, and no change may lead to that.
 *
 * @param inForce by the option that sets it; without those that are not known
 */
public record PoolSizes(Map<String, Integer> inForce) {

    public static final PoolSizes UNKNOWN = new PoolSizes(Map.of());

    private static final String MAX = KeycloakSettings.DB_POOL_MAX_SIZE.name();

    /** What may be as high as the greatest size, and no higher. */
    private static final List<String> OTHERS =
            List.of(KeycloakSettings.DB_POOL_INITIAL_SIZE.name(), KeycloakSettings.DB_POOL_MIN_SIZE.name());

    public PoolSizes {
        inForce = Map.copyOf(inForce);
    }

    /** As a window saw them last. */
    public static PoolSizes in(Window window) {
        Map<String, Integer> inForce = new HashMap<>();
        put(inForce, KeycloakSettings.DB_POOL_MAX_SIZE, window, PoolSignals.MAX);
        put(inForce, KeycloakSettings.DB_POOL_INITIAL_SIZE, window, PoolSignals.INITIAL);
        put(inForce, KeycloakSettings.DB_POOL_MIN_SIZE, window, PoolSignals.MIN);
        return new PoolSizes(inForce);
    }

    private static void put(Map<String, Integer> inForce, SettingName option, Window window, Signal size) {
        window.latestIfKnown(size).ifPresent(value -> inForce.put(option.name(), (int) value));
    }

    /**
     * The changes with no size above the greatest one that they lead to: what they would set higher they set to that, and what
     * is higher now is lowered along with it.
     */
    List<Change> fitted(List<Change> changes) {
        Optional<Integer> changed = greatest(changes);
        Optional<Integer> max = changed.or(() -> Optional.ofNullable(inForce.get(MAX)));
        if (max.isEmpty()) {
            return changes;
        }
        List<Change> fitted = new ArrayList<>();
        changes.forEach(change -> fitted.add(capped(change, max.get())));
        changed.ifPresent(size -> fitted.add(lowered(size)));
        return fitted;
    }

    /** What the first of them sets it to, which is the one that counts; empty if none does. */
    private static Optional<Integer> greatest(List<Change> changes) {
        return changes.stream()
                .flatMap(change -> change.apply().stream())
                .filter(step -> step.name().equals(MAX))
                .findFirst()
                .map(Step::to)
                .map(Integer::valueOf);
    }

    private static Change capped(Change change, int max) {
        List<Step> steps =
                change.apply().stream().flatMap(step -> capped(step, max)).toList();
        return new Change(steps, change.restart(), change.risk());
    }

    private static Stream<Step> capped(Step step, int max) {
        String to = step.to();
        return OTHERS.contains(step.name()) && to != null && Integer.parseInt(to) > max
                ? set(step.name(), step.from(), max)
                : Stream.of(step);
    }

    private Change lowered(int max) {
        List<Step> steps = OTHERS.stream()
                .filter(option -> inForce.getOrDefault(option, 0) > max)
                .flatMap(option -> set(option, String.valueOf(inForce.get(option)), max))
                .toList();
        return new Change(steps, true, Change.Risk.MEDIUM);
    }

    /** None if it is that already. */
    private static Stream<Step> set(String option, @Nullable String from, int to) {
        String value = Integer.toString(to);
        return value.equals(from) ? Stream.empty() : Stream.of(new Step(Step.Kind.OPTION, option, from, value));
    }
}
