package org.millrace.bulk.undo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.bulk.record.UndoRecord;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/** Reads and writes the records of an undo job as JSON. Safe for use by several threads. */
public final class UndoParser implements RecordParser {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, Class<?>> kinds;

    /** @param kinds the class of the records of each record type */
    public UndoParser(Map<String, Class<?>> kinds) {
        this.kinds = Map.copyOf(kinds);
    }

    /** A record as it is stored. */
    private record Stored(
            @Nullable String key,
            @Nullable String type,
            String id,
            boolean created,
            boolean undone,
            @Nullable BeforeImage image) {}

    /** The text that {@link #parse} reads. */
    public static byte[] text(
            @Nullable String key, @Nullable String word, String id, boolean created, @Nullable BeforeImage image) {
        return text(new Stored(key, word, id, created, false, image));
    }

    /** The text of a record that an earlier undo has undone. It may have left authorization scopes, which were in use. */
    public static byte[] undone(
            @Nullable String key, @Nullable String word, String id, boolean created, @Nullable BeforeImage image) {
        BeforeImage scopes = image == null || image.scopes() == null
                ? null
                : BeforeImage.kept(image.line(), id).withScopes(image.scopes());
        return text(new Stored(key, word, id, created, true, scopes));
    }

    /**
     * The same text without the image.
     *
     * @throws IllegalStateException if the text is not one of these records
     */
    public static byte[] withoutImage(byte[] text) {
        try {
            Stored stored = JSON.readValue(text, Stored.class);
            return text(new Stored(stored.key(), stored.type(), stored.id(), stored.created(), stored.undone(), null));
        } catch (IOException e) {
            throw new IllegalStateException("a stored record is not valid JSON", e);
        }
    }

    private static byte[] text(Stored record) {
        try {
            return JSON.writeValueAsBytes(record);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a record cannot be written as JSON", e);
        }
    }

    @Override
    public Entry parse(byte[] bytes, int offset, int length, Position position) {
        Stored stored;
        try {
            stored = JSON.readValue(bytes, offset, length, Stored.class);
        } catch (IOException e) {
            return unreadable(position, "The stored record is not valid JSON");
        }
        String word = stored.type();
        if (word == null) {
            return unreadable(position, "The job has not stored the earlier state");
        }
        Class<?> kind = kinds.get(word);
        return kind == null
                ? unreadable(position, "This version of Millrace does not import records of type \"" + word + "\"")
                : new Entry.Readable(
                        new UndoRecord(
                                position,
                                stored.key(),
                                kind,
                                word,
                                stored.id(),
                                stored.created(),
                                stored.undone(),
                                stored.image()),
                        length);
    }

    private static Entry unreadable(Position position, String detail) {
        return new Entry.Unreadable(
                position, Optional.empty(), List.of(Violation.of("undo-not-supported", null, detail)), 0);
    }
}
