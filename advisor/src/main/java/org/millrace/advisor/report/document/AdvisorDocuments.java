package org.millrace.advisor.report.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
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
import org.millrace.advisor.report.Headline;
import org.millrace.advisor.report.IncidentEntry;
import org.millrace.advisor.report.Json;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Thresholds;

/** The JSON documents that accompany the report. */
public final class AdvisorDocuments {

    record SnapshotDocument(
            String node, @Nullable Instant sampledAt, List<SignalDocument> signals, List<SettingDocument> settings) {}

    record SignalDocument(String name, double value, String unit, Signal.Kind kind) {}

    record SettingDocument(String name, @Nullable String value, String origin) {}

    record Catalogue(List<RuleDocument> rules, List<RuleDocument> loadTestRules) {}

    record RuleDocument(
            String id,
            String title,
            Lane lane,
            String rationale,
            List<String> inputs,
            List<ThresholdDocument> thresholds,
            List<String> sources) {}

    @JsonPropertyOrder({"name", "key", "value", "default", "unit", "reason"})
    record ThresholdDocument(
            String name,
            String key,
            double value,
            @JsonProperty("default") double standard,
            String unit,
            String reason) {}

    /**
     * The summary for the management port.
     *
     * @param status {@code stale} if the diagnosis is too old, else null
     * @param findings number of findings by severity
     */
    record Summary(
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String status,

            Map<String, Long> findings,
            @Nullable String principal,
            @Nullable String title,
            @Nullable Instant since,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            List<ObservationDocument> observed,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String why,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String doNow,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            List<?> timeModel,

            Instant sampledAt) {}

    record IncidentList(List<IncidentDocument> incidents) {}

    record IncidentDocument(
            String id,
            String principal,
            @Nullable String title,
            @Nullable String severity,
            String node,
            Instant since,
            @Nullable Instant until,
            String report) {}

    private AdvisorDocuments() {}

    /** Signals and settings as last read; without a snapshot there is no time and there are no signals. */
    public static String snapshot(String node, Optional<Snapshot> snapshot, Settings settings) {
        return Json.write(new SnapshotDocument(
                node,
                snapshot.map(Snapshot::at).orElse(null),
                snapshot.map(Snapshot::readings).orElse(Map.of()).entrySet().stream()
                        .map(entry -> signal(entry.getKey(), entry.getValue()))
                        .toList(),
                settings.all().stream().map(AdvisorDocuments::setting).toList()));
    }

    /** The catalogue, with the thresholds as they are set here. */
    public static String rules(List<Rule> rules, List<Rule> loadTest, Thresholds thresholds) {
        return Json.write(new Catalogue(cards(rules, thresholds), cards(loadTest, Thresholds.STANDARD)));
    }

    /** Rule ids, titles and counts, and more if an operator allows it: the management port has no authentication. */
    public static String summary(Diagnosis diagnosis, ManagementDetails details) {
        return summary(null, diagnosis, details);
    }

    /** The same of a diagnosis that is too old to be said of now. */
    public static String staleSummary(Diagnosis diagnosis, ManagementDetails details) {
        return summary("stale", diagnosis, details);
    }

    private static String summary(@Nullable String status, Diagnosis diagnosis, ManagementDetails details) {
        Optional<RankedFinding> principal = diagnosis.principalFinding();
        Optional<RankedFinding> shown = details == ManagementDetails.NONE ? Optional.empty() : principal;
        boolean full = details == ManagementDetails.FULL;
        return Json.write(new Summary(
                status,
                counts(diagnosis),
                diagnosis.principal().orElse(null),
                principal.map(ranked -> ranked.rule().title()).orElse(null),
                principal.map(RankedFinding::since).orElse(null),
                shown.map(ranked -> ObservationDocument.of(ranked.finding())).orElse(null),
                full ? shown.map(ranked -> ranked.finding().why()).orElse(null) : null,
                full ? Headline.doNow(diagnosis).orElse(null) : null,
                switch (details) {
                    case NONE -> null;
                    case FIGURES -> TimeShareDocument.figures(diagnosis.timeModel());
                    case FULL -> TimeShareDocument.of(diagnosis.timeModel());
                },
                diagnosis.at()));
    }

    private static Map<String, Long> counts(Diagnosis diagnosis) {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Severity severity : Severity.values()) {
            counts.put(
                    severity.name().toLowerCase(Locale.ROOT),
                    diagnosis.findings().stream()
                            .filter(ranked -> ranked.finding().severity() == severity)
                            .count());
        }
        return counts;
    }

    /** All incidents, without their reports. */
    public static String incidents(List<IncidentEntry> incidents, String base) {
        return Json.write(new IncidentList(
                incidents.stream().map(each -> incident(each, base)).toList()));
    }

    private static IncidentDocument incident(IncidentEntry incident, String base) {
        return new IncidentDocument(
                incident.id(),
                incident.rule(),
                incident.title(),
                incident.severity(),
                incident.node(),
                incident.since(),
                incident.until(),
                base + "/" + incident.id());
    }

    private static SignalDocument signal(Signal signal, double value) {
        return new SignalDocument(signal.name(), value, signal.unit(), signal.kind());
    }

    private static SettingDocument setting(Setting setting) {
        return new SettingDocument(setting.name().name(), setting.value(), setting.origin());
    }

    private static List<RuleDocument> cards(List<Rule> rules, Thresholds thresholds) {
        return rules.stream().map(rule -> rule(rule.card(), thresholds)).toList();
    }

    private static RuleDocument rule(RuleCard card, Thresholds thresholds) {
        return new RuleDocument(
                card.id(),
                card.title(),
                card.lane(),
                card.rationale(),
                card.inputs().stream().map(Input::name).toList(),
                card.thresholds().stream()
                        .map(threshold -> threshold(threshold, thresholds.of(card.id(), threshold)))
                        .toList(),
                card.sources());
    }

    private static ThresholdDocument threshold(Threshold threshold, double value) {
        return new ThresholdDocument(
                threshold.name(), threshold.key(), value, threshold.standard(), threshold.unit(), threshold.reason());
    }
}
