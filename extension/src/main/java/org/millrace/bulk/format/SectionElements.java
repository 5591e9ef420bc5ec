package org.millrace.bulk.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.millrace.bulk.format.ExportSection.Part;

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
        private static final Range NONE = new Range(0, 0);

        private long length() {
            return end - start;
        }
    }

    /** What is taken of an element. */
    final class Element {
        private final boolean object;
        private final Range whole;
        private final Range left;

        private Element(boolean object, Range whole, Range left) {
            this.object = object;
            this.whole = whole;
            this.left = left;
        }

        boolean isObject() {
            return object;
        }

        /** In bytes, as far as it is in the file. */
        long length() {
            return whole.length() - left.length();
        }

        /** An object's text, with the section's fields at its head. */
        byte[] bytes() throws IOException {
            byte[] text = left == Range.NONE ? read(whole) : around();
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

        /** With {@code null} in the place of what is left out. */
        private byte[] around() throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.writeBytes(read(new Range(whole.start(), left.start())));
            bytes.writeBytes("null".getBytes(StandardCharsets.UTF_8));
            bytes.writeBytes(read(new Range(left.end(), whole.end())));
            return bytes.toByteArray();
        }
    }

    private byte[] read(Range range) throws IOException {
        return file.bytes(range.start(), (int) range.length());
    }

    /** The next one of which anything is taken; empty at the end. */
    Optional<Element> next() throws IOException {
        for (JsonToken token = json.nextToken(); token != JsonToken.END_ARRAY; token = json.nextToken()) {
            long start = section.offset() + json.currentTokenLocation().getByteOffset();
            Optional<Range> settings = settings(token);
            Range whole = new Range(start, end());
            if (section.part() != Part.WITH_SETTINGS || settings.isPresent()) {
                Range left = section.part() == Part.WITHOUT_SETTINGS ? settings.orElse(Range.NONE) : Range.NONE;
                return Optional.of(new Element(token == JsonToken.START_OBJECT, whole, left));
            }
        }
        return Optional.empty();
    }

    /** Goes to the end of an element, and tells where the settings in it are. */
    private Optional<Range> settings(JsonToken first) throws IOException {
        if (first != JsonToken.START_OBJECT) {
            json.skipChildren();
            return Optional.empty();
        }
        Optional<Range> settings = Optional.empty();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            boolean isSettings = json.currentName().equals(ExportSection.SETTINGS);
            boolean isObject = json.nextToken() == JsonToken.START_OBJECT;
            long start = section.offset() + json.currentTokenLocation().getByteOffset();
            json.skipChildren();
            if (isSettings && isObject) {
                settings = Optional.of(new Range(start, end()));
            }
        }
        return settings;
    }

    private long end() {
        return section.offset() + json.currentLocation().getByteOffset();
    }

    @Override
    public void close() throws IOException {
        json.close();
    }
}
