package org.millrace.bulk.undo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.bulk.record.Position;
import org.millrace.bulk.record.UndoRecord;
import org.millrace.bulk.record.Violation;

/** Reads and writes the records of an undo job as JSON. Safe for use by several threads. */
public final class UndoParser implements RecordParser {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, Class<?>> kinds;

    /** @param kinds the class of the records of each record type */
    public UndoParser(Map<String, Class<?>> kinds) {
        this.kinds = Map.copyOf(kinds);
    }

    /** The text that {@link #parse} reads. */
    public static byte[] text(
            @Nullable String key, @Nullable String word, String id, boolean created, @Nullable BeforeImage image) {
        ObjectNode record = JsonNodeFactory.instance.objectNode();
        record.put("key", key).put("type", word).put("id", id).put("created", created);
        if (image != null) {
            record.put("image", ImageBlock.write(image));
        }
        return record.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Entry parse(byte[] bytes, int offset, int length, Position position) {
        try {
            JsonNode record = JSON.readTree(bytes, offset, length);
            String word = record.path("type").asText("");
            Class<?> kind = kinds.get(word);
            if (kind == null) {
                return unreadable(
                        position,
                        word.isEmpty()
                                ? "The job has not stored what it changed"
                                : "This version of Millrace does not import records of type \"" + word + "\"");
            }
            JsonNode image = record.path("image");
            return new Entry.Readable(
                    new UndoRecord(
                            position,
                            record.path("key").asText(null),
                            kind,
                            word,
                            record.path("id").asText(),
                            record.path("created").asBoolean(),
                            image.isTextual() ? ImageBlock.read(image.asText()) : null),
                    length);
        } catch (JsonProcessingException e) {
            return unreadable(position, "The stored record is not valid JSON");
        } catch (IOException e) {
            return unreadable(position, "The stored record cannot be read");
        }
    }

    private static Entry unreadable(Position position, String detail) {
        return new Entry.Unreadable(
                position, Optional.empty(), List.of(Violation.of("undo-not-supported", null, detail)), 0);
    }
}
