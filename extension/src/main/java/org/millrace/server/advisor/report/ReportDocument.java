package org.millrace.server.advisor.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.Rules;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.model.RequestKind;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.TimeModel;
import org.millrace.advisor.report.Report;
import org.millrace.advisor.report.ServerContext;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;

/** Reads the report of another node, which may be of a version with other rules. */
final class ReportDocument {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private ReportDocument() {}

    /** @throws IllegalArgumentException if it is no report */
    static Report read(String document) {
        try {
            return report(MAPPER.readTree(document));
        } catch (JsonProcessingException | RuntimeException e) {
            throw new IllegalArgumentException("document: not a report of the advisor", e);
        }
    }

    private static Report report(JsonNode json) {
        Diagnosis diagnosis = new Diagnosis(
                Instant.parse(text(json, "generatedAt")),
                Duration.parse(text(json, "window")),
                list(json.path("findings"), ReportDocument::finding),
                textOrNull(json.path("next")),
                list(json.path("healthy"), JsonNode::asText),
                list(json.path("skipped"), ReportDocument::skipped),
                list(json.path("suppressed"), held -> new Diagnosis.Suppressed(text(held, "rule"), text(held, "by"))),
                list(json.path("recent"), ReportDocument::finding),
                timeModel(json.path("timeModel")));
        @Nullable String stalled = textOrNull(json.path("stalledSince"));
        return new Report(
                text(json, "node"),
                diagnosis,
                stalled == null ? null : Instant.parse(stalled),
                List.of(),
                List.of(),
                ServerContext.ofJson(facts(json.path("context"))));
    }

    private static Map<String, String> facts(JsonNode json) {
        Map<String, String> facts = new LinkedHashMap<>();
        json.properties()
                .forEach(fact -> facts.put(fact.getKey(), fact.getValue().asText()));
        return facts;
    }

    /** How many samples another node has is not sent: enough to show its shares. */
    private static TimeModel timeModel(JsonNode json) {
        List<TimeModel.Share> shares = new ArrayList<>();
        for (JsonNode share : json) {
            category(text(share, "category"))
                    .ifPresent(category -> shares.add(new TimeModel.Share(
                            category,
                            share.path("activeRequests").asDouble(),
                            share.path("stalled").asDouble(),
                            share.path("share").asDouble(),
                            list(
                                    share.path("details"),
                                    detail -> new TimeModel.Detail(
                                            text(detail, "what"),
                                            detail.path("activeRequests").asDouble())),
                            kinds(share.path("kinds")))));
        }
        return new TimeModel(
                shares.size(),
                shares.stream().mapToDouble(TimeModel.Share::requests).sum(),
                shares);
    }

    private static Map<RequestKind, Double> kinds(JsonNode json) {
        Map<RequestKind, Double> kinds = new EnumMap<>(RequestKind.class);
        for (RequestKind kind : RequestKind.values()) {
            if (json.path(kind.label()).isNumber()) {
                kinds.put(kind, json.path(kind.label()).asDouble());
            }
        }
        return kinds;
    }

    /** Empty for one that this version does not have. */
    private static Optional<TimeCategory> category(String label) {
        return Stream.of(TimeCategory.values())
                .filter(each -> each.label().equals(label))
                .findFirst();
    }

    private static RankedFinding finding(JsonNode json) {
        RuleCard card = card(json);
        boolean symptom = card.lane() == label(Lane.class, json.path("lane"));
        @Nullable Change change = json.path("change").isObject() ? change(json.path("change")) : null;
        Finding finding = new Finding(
                label(Severity.class, json.path("severity")),
                list(json.path("observed"), ReportDocument::observation),
                text(json, "why"),
                label(Confidence.class, json.path("confidence")),
                change,
                symptom);
        return new RankedFinding(
                card,
                finding,
                json.path("principal").asBoolean(),
                list(json.path("suppresses"), JsonNode::asText),
                instant(json.path("since")),
                instant(json.path("until")));
    }

    /** Ours, or what the document says of a rule that this version does not have. */
    private static RuleCard card(JsonNode json) {
        String id = text(json, "rule");
        return Rules.all().stream()
                .map(Rule::card)
                .filter(card -> card.id().equals(id))
                .findFirst()
                .orElseGet(() -> new RuleCard(
                        id,
                        text(json, "title"),
                        label(Lane.class, json.path("lane")),
                        "",
                        List.of(),
                        List.of(),
                        list(json.path("sources"), JsonNode::asText)));
    }

    private static Observation observation(JsonNode json) {
        String unit = text(json, "unit");
        @Nullable
        Threshold compared = json.path("threshold").isNumber()
                ? new Threshold("", json.path("threshold").asDouble(), unit, "")
                : null;
        return new Observation(text(json, "signal"), json.path("value").asDouble(), unit, compared);
    }

    private static Change change(JsonNode json) {
        return new Change(
                list(json.path("apply"), ReportDocument::step),
                json.path("restart").asBoolean(),
                label(Change.Risk.class, json.path("risk")));
    }

    private static Step step(JsonNode json) {
        String label = text(json, "kind");
        Step.Kind kind = Stream.of(Step.Kind.values())
                .filter(each -> each.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("kind: " + label));
        return new Step(kind, text(json, "name"), textOrNull(json.path("from")), textOrNull(json.path("to")));
    }

    /** What is missing is only named, so it does not matter whether it was a signal or a setting. */
    private static Diagnosis.Unanswered skipped(JsonNode json) {
        List<Input> missing = list(json.path("missing"), name -> new SettingName(name.asText()));
        return new Diagnosis.Unanswered(text(json, "rule"), missing);
    }

    private static <E extends Enum<E>> E label(Class<E> type, JsonNode value) {
        return Enum.valueOf(type, value.asText().toUpperCase(Locale.ROOT));
    }

    private static <T> List<T> list(JsonNode array, Function<JsonNode, T> read) {
        List<T> items = new ArrayList<>();
        array.forEach(item -> items.add(read.apply(item)));
        return items;
    }

    private static String text(JsonNode json, String name) {
        return Optional.ofNullable(textOrNull(json.path(name)))
                .orElseThrow(() -> new IllegalArgumentException(name + ": missing"));
    }

    private static @Nullable Instant instant(JsonNode value) {
        @Nullable String text = textOrNull(value);
        return text == null ? null : Instant.parse(text);
    }

    private static @Nullable String textOrNull(JsonNode value) {
        return value.isTextual() ? value.asText() : null;
    }
}
