package org.millrace.advisor.diagnosis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.ChangeSet;
import org.millrace.advisor.change.PoolSizes;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Settings;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.JvmSettings;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.analysis.HeapRoom;

/**
 * Makes the changes of all findings of a report fit together: no setting is given two values, the pool has one size, and the heap
 * has room for all larger caches together.
 */
public final class ConsistentChanges {

    private static final String UNSET = "unset";

    private static final String DEFAULT = "default";

    private ConsistentChanges() {}

    /** The findings in the order given: of several values for a setting, that of the first finding counts. */
    static List<RankedFinding> of(List<RankedFinding> findings, Window window) {
        List<Change> changes = findings.stream()
                .map(ranked -> ranked.finding().change())
                .flatMap(Optional::stream)
                .toList();
        Map<String, Step> decided = new LinkedHashMap<>();
        List<Step> steps = ChangeSet.of(changes, PoolSizes.in(window)).apply();
        HeapRoom.in(window).shared(steps).forEach(step -> decided.put(key(step), step));
        List<RankedFinding> consistent = new ArrayList<>();
        for (RankedFinding ranked : findings) {
            Finding finding = ranked.finding();
            consistent.add(finding.change()
                    .map(change -> ranked.with(explained(finding, fitted(change, decided, window.settings()))))
                    .orElse(ranked));
        }
        return consistent;
    }

    /** With the reason if other findings have left no room for a larger cache. */
    private static Finding explained(Finding finding, @Nullable Change fitted) {
        boolean lacksRoom = fitted == null
                && finding.change().stream()
                        .flatMap(change -> change.apply().stream())
                        .anyMatch(step -> KeycloakSettings.isCacheMaxCount(step.name()));
        return lacksRoom
                ? finding.proposing(null)
                        .adding(
                                " The heap has no room to enlarge this cache alongside the other caches of this report.")
                : finding.proposing(fitted);
    }

    /** Null if nothing is left of it. */
    private static @Nullable Change fitted(Change change, Map<String, Step> decided, Settings settings) {
        List<Step> steps = change.apply().stream()
                .map(step -> decided.getOrDefault(key(step), step))
                .map(step -> withoutDefault(step, settings))
                .filter(step -> !Objects.equals(step.from(), step.to()))
                .distinct()
                .toList();
        return steps.isEmpty() ? null : new Change(steps, change.restart(), change.risk());
    }

    /** The change, of which a revert unsets the options that are not set. */
    public static Change unpinned(Change change, Settings settings) {
        List<Step> steps = change.apply().stream()
                .map(step -> withoutDefault(step, settings))
                .toList();
        return new Change(steps, change.restart(), change.risk());
    }

    /** To go back from an option that was not set is to unset it: its default may change with a version or the memory. */
    private static Step withoutDefault(Step step, Settings settings) {
        boolean unset = switch (step.kind()) {
            case OPTION, BUILD_OPTION -> isUnset(step, settings);
            case JVM_OPTION -> isChosenByTheJvm(step, settings);
            default -> false;
        };
        return unset ? new Step(step.kind(), step.name(), null, step.to()) : step;
    }

    private static boolean isUnset(Step step, Settings settings) {
        Optional<Setting> setting = settings.find(new SettingName(step.name()));
        return setting.filter(known -> known.value() == null
                        || known.origin().equals(UNSET)
                        || known.origin().equals(DEFAULT))
                .isPresent();
    }

    /** A heap that is a share of the memory has a size, too, which no option has set. */
    private static boolean isChosenByTheJvm(Step step, Settings settings) {
        return settings.find(JvmSettings.option(step.name().replace("-XX:", "")))
                .filter(known -> !JvmSettings.SET.contains(known.origin()))
                .isPresent();
    }

    private static String key(Step step) {
        return step.kind() + " " + step.name();
    }
}
