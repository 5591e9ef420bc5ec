package org.millrace.bulk.chunk.outcome;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.field.FieldUse;
import org.millrace.bulk.record.field.Violation;

/** Outcomes and the summary as lines of JSON. For one thread. */
public final class OutcomeJson {
    private static final JsonFactory FACTORY = new JsonFactory();

    /** Longer ones are no names, and the line says where the record stood. */
    private static final int MAX_KEY_LENGTH = 255;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);

    /** The key as responses show it. */
    public static String shownKey(String key) {
        return Violation.shortened(key, MAX_KEY_LENGTH);
    }

    /** The line of one outcome. */
    public byte[] outcome(Outcome outcome) throws IOException {
        return outcome(outcome, 0);
    }

    /**
     * The line of one outcome.
     *
     * @param part the part of a job that the record came in; 0 if there are no parts
     */
    public byte[] outcome(Outcome outcome, int part) throws IOException {
        line.reset();
        try (JsonGenerator json = FACTORY.createGenerator(line)) {
            json.writeStartObject();
            if (part > 0) {
                json.writeNumberField("part", part);
            }
            json.writeNumberField("line", outcome.position().line());
            if (outcome.key().isPresent()) {
                json.writeStringField("key", printable(shownKey(outcome.key().get())));
            }
            json.writeStringField("status", outcome.status().word());
            optional("id", outcome.id(), json);
            optional("matchedBy", outcome.matchedBy(), json);
            if (outcome.isProblem()) {
                violations("problems", outcome.problems(), json);
            }
            if (!outcome.warnings().isEmpty()) {
                violations("warnings", outcome.warnings(), json);
            }
            json.writeEndObject();
        }
        line.write('\n');
        return line.toByteArray();
    }

    /**
     * The line of the summary.
     *
     * @param notes content in addition to the counts
     */
    public byte[] summary(Counts counts, Duration time, boolean dryRun, SummaryNotes notes) throws IOException {
        double seconds = time.toMillis() / 1000.0;
        line.reset();
        try (JsonGenerator json = FACTORY.createGenerator(line)) {
            json.writeStartObject();
            json.writeObjectFieldStart("summary");
            json.writeNumberField("read", counts.read());
            for (OutcomeStatus status : OutcomeStatus.values()) {
                json.writeNumberField(status.word(), counts.of(status));
            }
            json.writeNumberField("warnings", counts.warnings());
            json.writeNumberField("seconds", seconds);
            json.writeNumberField("recordsPerSecond", rate(counts.read(), time));
            json.writeBooleanField("dryRun", dryRun);
            codes("problemsByCode", counts.problemsByCode(), json);
            codes("warningsByCode", counts.warningsByCode(), json);
            if (!notes.foreignKeyChecks().isEmpty()) {
                codes("foreignKeyChecks", notes.foreignKeyChecks(), json);
            }
            if (notes.modelReason().isPresent()) {
                json.writeObjectFieldStart("writer");
                json.writeStringField("name", "model");
                json.writeStringField("reason", notes.modelReason().get());
                json.writeEndObject();
            }
            if (!notes.notImported().isEmpty()) {
                json.writeArrayFieldStart("notImported");
                for (String section : notes.notImported()) {
                    json.writeString(section);
                }
                json.writeEndArray();
            }
            if (!notes.fields().isEmpty()) {
                json.writeArrayFieldStart("fields");
                for (FieldUse field : notes.fields()) {
                    json.writeStartObject();
                    json.writeStringField("field", field.field());
                    json.writeNumberField("records", field.records());
                    json.writeStringField("to", field.to().orElse(null));
                    if (field.firstOnly() > 0) {
                        json.writeNumberField("firstOnly", field.firstOnly());
                    }
                    if (field.dropped() > 0) {
                        json.writeNumberField("dropped", field.dropped());
                    }
                    json.writeEndObject();
                }
                json.writeEndArray();
            }
            if (!notes.notices().isEmpty()) {
                json.writeArrayFieldStart("notices");
                for (Violation notice : notes.notices()) {
                    json.writeStartObject();
                    json.writeStringField("code", notice.code());
                    json.writeStringField("detail", notice.detail());
                    json.writeEndObject();
                }
                json.writeEndArray();
            }
            json.writeEndObject();
            json.writeEndObject();
        }
        line.write('\n');
        return line.toByteArray();
    }

    private static void codes(String field, Map<String, Long> byCode, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart(field);
        for (Map.Entry<String, Long> count : byCode.entrySet()) {
            json.writeNumberField(count.getKey(), count.getValue());
        }
        json.writeEndObject();
    }

    private static void optional(String field, @Nullable String text, JsonGenerator json) throws IOException {
        if (text != null) {
            json.writeStringField(field, text);
        }
    }

    private static void violations(String field, List<Violation> violations, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(field);
        for (Violation violation : violations) {
            json.writeStartObject();
            json.writeStringField("code", violation.code());
            if (violation.field() != null) {
                json.writeStringField("field", printable(violation.field()));
            }
            json.writeStringField("detail", printable(violation.detail()));
            json.writeBooleanField("retryable", violation.retryable());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Half of a surrogate pair has no UTF-8 encoding: it is replaced by a replacement character in the response. */
    private static String printable(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
            }
        }
        return text;
    }

    private static double rate(long records, Duration time) {
        double seconds = Math.max(time.toNanos() / 1e9, 0.001);
        return Math.round(10 * records / seconds) / 10.0;
    }
}
