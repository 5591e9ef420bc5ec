package org.millrace.advisor.rule.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.rule.Observation;

/** What busy request threads were at, by how many on average. */
public final class Occupation {

    private static final Map<Signal, String> ACTIVITIES = activities();

    private final Map<Signal, Double> means;

    private Occupation(Map<Signal, Double> means) {
        this.means = means;
    }

    public static Occupation of(Window window) {
        Map<Signal, Double> means = new LinkedHashMap<>();
        ACTIVITIES
                .keySet()
                .forEach(activity -> window.meanIfKnown(activity).ifPresent(mean -> means.put(activity, mean)));
        return new Occupation(means);
    }

    /** What at least half of the busy threads were at. */
    public Optional<Signal> mainActivity() {
        double all = means.values().stream().mapToDouble(Double::doubleValue).sum();
        return means.entrySet().stream()
                .filter(entry -> all > 0 && entry.getValue() >= all / 2)
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey);
    }

    /** A sentence with a leading space, or nothing if it is not known. */
    public String sentence() {
        List<String> parts = new ArrayList<>();
        means.entrySet().stream()
                .filter(entry -> entry.getValue() >= 0.5)
                .sorted(Map.Entry.<Signal, Double>comparingByValue(Comparator.reverseOrder()))
                .forEach(entry -> parts.add(Figures.number(entry.getValue()) + " " + ACTIVITIES.get(entry.getKey())));
        return parts.isEmpty() ? "" : " Of the threads, on average " + String.join(", ", parts) + ".";
    }

    public List<Observation> observations() {
        return means.entrySet().stream()
                .filter(entry -> entry.getValue() >= 0.5)
                .map(entry -> Observation.of(
                        entry.getKey().name(), entry.getValue(), entry.getKey().unit()))
                .toList();
    }

    private static Map<Signal, String> activities() {
        Map<Signal, String> activities = new LinkedHashMap<>();
        activities.put(ThreadSignals.WAITING_FOR_CONNECTION, "waited for a database connection");
        activities.put(ThreadSignals.IN_DATABASE, "waited for an answer of the database");
        activities.put(ThreadSignals.HASHING, "hashed passwords");
        activities.put(ThreadSignals.WITH_CLIENT, "waited for a client to send or to read");
        activities.put(ThreadSignals.IN_REMOTE_CALL, "called another server");
        activities.put(ThreadSignals.ELSEWHERE, "did something else");
        return activities;
    }
}
