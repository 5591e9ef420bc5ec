package org.millrace.bulk.format.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.millrace.bulk.format.SpooledBody;
import org.millrace.bulk.format.ValueScan;
import org.millrace.bulk.format.json.ExportSection.Part;

/** The elements of one section of an export file, in their order. Not safe for threads. */
final class SectionElements implements Closeable {
    private final SpooledBody file;
    private final ExportSection section;
    private final JsonParser json;

    SectionElements(SpooledBody file, ExportSection section, JsonFactory factory) throws IOException {
        this.file = file;
        this.section = section;
        this.json = factory.createParser(file.from(section.offset()));
        json.nextToken();
    }

    /** Bytes of the file. */
    private record Range(long start, long end) {
        private long length() {
            return end - start;
        }
    }

    /** The part of an element that is read. */
    final class Element {
        private final boolean object;
        private final Range whole;
        private final List<Range> left;

        /** @param left parts of it that are left out, in their order */
        private Element(boolean object, Range whole, List<Range> left) {
            this.object = object;
            this.whole = whole;
            this.left = List.copyOf(left);
        }

        boolean isObject() {
            return object;
        }

        /** In bytes, as far as it is in the file. */
        long length() {
            return whole.length() - left.stream().mapToLong(Range::length).sum();
        }

        /** An object's text, with the section's fields at its head. */
        byte[] bytes() throws IOException {
            byte[] text = text();
            int behind = 1;
            while (behind < text.length && ValueScan.isBlank(text[behind])) {
                behind++;
            }
            byte[] fields = section.fields().getBytes(StandardCharsets.UTF_8);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length + fields.length + 1);
            bytes.write('{');
            bytes.writeBytes(fields);
            if (text[behind] != '}') {
                bytes.write(',');
            }
            bytes.write(text, behind, text.length - behind);
            return bytes.toByteArray();
        }

        private byte[] text() throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            if (section.part() == Part.DEFAULT_ROLES) {
                bytes.writeBytes(("{\"" + ExportSection.DEFAULT_ROLES + "\":").getBytes(StandardCharsets.UTF_8));
                bytes.writeBytes(read(whole));
                bytes.write('}');
                return bytes.toByteArray();
            }
            String textField = section.part().textField();
            if (!textField.isEmpty()) {
                bytes.writeBytes(("{\"" + textField + "\":").getBytes(StandardCharsets.UTF_8));
                bytes.writeBytes(read(whole));
                bytes.write('}');
                return bytes.toByteArray();
            }
            // Skipped elements are null.
            long from = whole.start();
            for (Range range : left) {
                bytes.writeBytes(read(new Range(from, range.start())));
                bytes.writeBytes("null".getBytes(StandardCharsets.UTF_8));
                from = range.end();
            }
            bytes.writeBytes(read(new Range(from, whole.end())));
            return bytes.toByteArray();
        }
    }

    private byte[] read(Range range) throws IOException {
        return file.bytes(range.start(), (int) range.length());
    }

    /** The next one of which anything is taken; empty at the end. */
    Optional<Element> next() throws IOException {
        if (section.part() == Part.DEFAULT_ROLES) {
            return array();
        }
        for (JsonToken token = json.nextToken(); token != JsonToken.END_ARRAY; token = json.nextToken()) {
            long start = section.offset() + json.currentTokenLocation().getByteOffset();
            Map<String, Range> parts = parts(token);
            Range whole = new Range(start, end());
            boolean isTaken = switch (section.part()) {
                case WITH_SETTINGS -> parts.containsKey(ExportSection.SETTINGS);
                case WITH_DEFAULT_ROLES -> parts.containsKey(ExportSection.DEFAULT_ROLES);
                default -> true;
            };
            if (isTaken) {
                parts.keySet().retainAll(leftOut());
                JsonToken expected =
                        section.part().textField().isEmpty() ? JsonToken.START_OBJECT : JsonToken.VALUE_STRING;
                return Optional.of(new Element(token == expected, whole, List.copyOf(parts.values())));
            }
        }
        return Optional.empty();
    }

    private Set<String> leftOut() {
        return switch (section.part()) {
            case CLIENT_ALONE -> Set.of(ExportSection.SETTINGS, ExportSection.DEFAULT_ROLES);
            case TOP_GROUP -> Set.of(ExportSection.PATH);
            case WITH_SETTINGS -> Set.of(ExportSection.DEFAULT_ROLES);
            case WITH_DEFAULT_ROLES -> Set.of(ExportSection.SETTINGS);
            default -> Set.of();
        };
    }

    /** The array as the only element. */
    private Optional<Element> array() throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            return Optional.empty();
        }
        json.skipChildren();
        return Optional.of(new Element(true, new Range(section.offset(), end()), List.of()));
    }

    /** Skips an element, and returns the ranges of its parts that hold records of their own, in their order. */
    private Map<String, Range> parts(JsonToken first) throws IOException {
        Map<String, Range> parts = new LinkedHashMap<>();
        if (first != JsonToken.START_OBJECT) {
            json.finishToken();
            json.skipChildren();
            return parts;
        }
        boolean isNamed = false;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            isNamed |= name.equals("name") && value == JsonToken.VALUE_STRING;
            boolean isPart = section.part() == Part.TOP_GROUP && name.equals(ExportSection.PATH)
                    || name.equals(ExportSection.SETTINGS) && value == JsonToken.START_OBJECT
                    || name.equals(ExportSection.DEFAULT_ROLES) && value == JsonToken.START_ARRAY;
            long start = section.offset() + json.currentTokenLocation().getByteOffset();
            json.finishToken();
            json.skipChildren();
            if (isPart) {
                // Of two fields of one name, the last one counts.
                parts.remove(name);
                parts.put(name, new Range(start, end()));
            }
        }
        if (!isNamed) {
            parts.remove(ExportSection.PATH);
        }
        return parts;
    }

    private long end() {
        return section.offset() + json.currentLocation().getByteOffset();
    }

    @Override
    public void close() throws IOException {
        json.close();
    }
}
