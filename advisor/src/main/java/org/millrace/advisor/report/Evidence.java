package org.millrace.advisor.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.Trend;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.rule.Observation;

/** Picks the signals that show best what a diagnosis puts first: what was compared before what explains. */
public final class Evidence {

    /** More than a chart of a page's width can tell apart. */
    private static final int POINTS = 180;

    /** One main trend, and two more. */
    private static final int MOST = 3;

    private Evidence() {}

    /** Of the principal finding, else of the worst; empty if there is none, or nothing that changes with time. */
    public static List<Trend> of(Diagnosis diagnosis, Window window) {
        return diagnosis.findings().stream()
                .findFirst()
                .map(finding -> of(finding, window))
                .orElse(List.of());
    }

    private static List<Trend> of(RankedFinding finding, Window window) {
        return candidates(finding, window).stream()
                .map(signal -> Trend.of(window, signal, POINTS))
                .flatMap(Optional::stream)
                // What never changes says no more than the number in the table, and goes last.
                .sorted(Comparator.comparing(Trend::isFlat))
                .limit(MOST)
                .toList();
    }

    private static Set<Signal> candidates(RankedFinding finding, Window window) {
        Map<String, Signal> byName = new LinkedHashMap<>();
        window.signals().forEach(signal -> byName.put(signal.name(), signal));
        List<Observation> observed = new ArrayList<>(finding.finding().observed());
        observed.sort(Comparator.comparing(observation -> observation.compared() == null));
        Set<Signal> candidates = new LinkedHashSet<>();
        for (Observation observation : observed) {
            Signal signal = byName.get(observation.signal());
            if (signal != null) {
                candidates.add(signal);
            }
        }
        finding.rule().inputs().stream()
                .filter(Signal.class::isInstance)
                .map(Signal.class::cast)
                .forEach(candidates::add);
        return candidates;
    }
}
