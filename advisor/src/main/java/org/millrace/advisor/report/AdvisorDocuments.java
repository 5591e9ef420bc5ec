package org.millrace.advisor.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Settings;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.Snapshot;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Thresholds;

/** The JSON documents that accompany the report. */
public final class AdvisorDocuments {

    private AdvisorDocuments() {}

    /** Signals and settings as last read; without a snapshot there is no time and there are no signals. */
    public static String snapshot(String node, Optional<Snapshot> snapshot, Settings settings) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("node", node);
        document.put("sampledAt", snapshot.map(taken -> taken.at().toString()).orElse(null));
        document.put(
                "signals",
                snapshot.map(Snapshot::readings).orElse(Map.of()).entrySet().stream()
                        .map(entry -> signal(entry.getKey(), entry.getValue()))
                        .toList());
        document.put(
                "settings",
                settings.all().stream().map(AdvisorDocuments::setting).toList());
        return Json.write(document);
    }

    /** The catalogue, with the thresholds as they are set here. */
    public static String rules(List<Rule> rules, List<Rule> loadTest, Thresholds thresholds) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("rules", cards(rules, thresholds));
        document.put("loadTestRules", cards(loadTest, Thresholds.STANDARD));
        return Json.write(document);
    }

    private static List<Map<String, Object>> cards(List<Rule> rules, Thresholds thresholds) {
        return rules.stream()
                .map(rule -> AdvisorDocuments.rule(rule.card(), thresholds))
                .toList();
    }

    /** Rule ids, titles and counts, and more if an operator allows it: the management port has no authentication. */
    public static String summary(Diagnosis diagnosis, ManagementDetails details) {
        return summary(diagnosis, details, new LinkedHashMap<>());
    }

    /** The same of a diagnosis that is too old to be said of now. */
    public static String staleSummary(Diagnosis diagnosis, ManagementDetails details) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("status", "stale");
        return summary(diagnosis, details, document);
    }

    private static String summary(
            Diagnosis diagnosis, ManagementDetails details, Map<String, @Nullable Object> document) {
        Map<String, Object> counts = new LinkedHashMap<>();
        for (Severity severity : Severity.values()) {
            long count = diagnosis.findings().stream()
                    .filter(ranked -> ranked.finding().severity() == severity)
                    .count();
            counts.put(label(severity), count);
        }
        document.put("findings", counts);
        Optional<RankedFinding> principal = diagnosis.principalFinding();
        document.put("principal", diagnosis.principal().orElse(null));
        document.put("title", principal.map(ranked -> ranked.rule().title()).orElse(null));
        document.put(
                "since",
                principal.map(RankedFinding::since).map(Instant::toString).orElse(null));
        details.add(diagnosis, document);
        document.put("sampledAt", diagnosis.at().toString());
        return Json.write(document);
    }

    /** All incidents, without their reports. */
    public static String incidents(List<IncidentEntry> incidents, String base) {
        List<Map<String, @Nullable Object>> documents = new ArrayList<>();
        for (IncidentEntry incident : incidents) {
            Map<String, @Nullable Object> document = new LinkedHashMap<>();
            document.put("id", incident.id());
            document.put("principal", incident.rule());
            document.put("title", incident.title());
            document.put("severity", incident.severity());
            document.put("node", incident.node());
            document.put("since", incident.since().toString());
            document.put(
                    "until", incident.until() == null ? null : incident.until().toString());
            document.put("report", base + "/" + incident.id());
            documents.add(document);
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("incidents", documents);
        return Json.write(document);
    }

    private static Map<String, Object> signal(Signal signal, double value) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", signal.name());
        document.put("value", value);
        document.put("unit", signal.unit());
        document.put("kind", label(signal.kind()));
        return document;
    }

    private static Map<String, @Nullable Object> setting(Setting setting) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("name", setting.name().name());
        document.put("value", setting.value());
        document.put("origin", setting.origin());
        return document;
    }

    private static Map<String, Object> rule(RuleCard card, Thresholds thresholds) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("id", card.id());
        document.put("title", card.title());
        document.put("lane", label(card.lane()));
        document.put("rationale", card.rationale());
        document.put("inputs", card.inputs().stream().map(Input::name).toList());
        document.put(
                "thresholds",
                card.thresholds().stream()
                        .map(threshold -> threshold(threshold, thresholds.of(card.id(), threshold)))
                        .toList());
        document.put("sources", card.sources());
        return document;
    }

    private static Map<String, Object> threshold(Threshold threshold, double value) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", threshold.name());
        document.put("key", threshold.key());
        document.put("value", value);
        document.put("default", threshold.standard());
        document.put("unit", threshold.unit());
        document.put("reason", threshold.reason());
        return document;
    }

    private static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
