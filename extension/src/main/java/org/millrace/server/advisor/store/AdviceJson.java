package org.millrace.server.advisor.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.effect.Advice;
import org.millrace.server.advisor.sampler.SecretMask;

/** Proposals of the advisor as stored JSON, with secrets masked. */
final class AdviceJson {

    private static final Logger LOG = Logger.getLogger(AdviceJson.class);

    private static final ObjectMapper JSON = new ObjectMapper();

    private AdviceJson() {}

    static @Nullable String write(@Nullable Advice advice) {
        return advice == null ? null : object(advice).toString();
    }

    static String writeAll(Map<String, Advice> bySetting) {
        ObjectNode all = JSON.createObjectNode();
        bySetting.forEach((setting, advice) -> all.set(setting, object(advice)));
        return all.toString();
    }

    private static ObjectNode object(Advice advice) {
        Step step = advice.step();
        return JSON.createObjectNode()
                .put("rule", advice.rule())
                .put("title", advice.title())
                .put("kind", step.kind().name())
                .put("name", step.name())
                .put("from", masked(step.name(), step.from()))
                .put("to", masked(step.name(), step.to()))
                .put("at", advice.at().toEpochMilli());
    }

    private static @Nullable String masked(String name, @Nullable String value) {
        return value == null ? null : SecretMask.mask(name, value);
    }

    /** Null if the text is null or written by a version with other kinds of steps. */
    static @Nullable Advice read(@Nullable String text) {
        try {
            return text == null ? null : advice(JSON.readTree(text));
        } catch (JsonProcessingException | IllegalArgumentException e) {
            LOG.debug("A stored recommendation cannot be parsed", e);
            return null;
        }
    }

    static Map<String, Advice> readAll(String text) {
        Map<String, Advice> all = new LinkedHashMap<>();
        try {
            for (Map.Entry<String, JsonNode> each : JSON.readTree(text).properties()) {
                all.put(each.getKey(), advice(each.getValue()));
            }
        } catch (JsonProcessingException | IllegalArgumentException e) {
            LOG.debug("Recommendations of the previous run cannot be parsed; later changes are not linked to them", e);
        }
        return all;
    }

    private static Advice advice(JsonNode json) {
        return new Advice(
                json.path("rule").asText(),
                json.path("title").asText(),
                new Step(
                        Step.Kind.valueOf(json.path("kind").asText()),
                        json.path("name").asText(),
                        textOrNull(json.path("from")),
                        textOrNull(json.path("to"))),
                Instant.ofEpochMilli(json.path("at").asLong()));
    }

    private static @Nullable String textOrNull(JsonNode value) {
        return value.isTextual() ? value.asText() : null;
    }
}
