package org.millrace.bulk.format.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.RecordReader;
import org.millrace.bulk.format.SpooledBody;
import org.millrace.bulk.format.UndecodableBodyException;
import org.millrace.bulk.format.ValueScan;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/**
 * Records of several types as JSON: an array of them, or a whole Keycloak export file. The sections of an export file are read in
 * the order of their dependencies, so the file is first written to a temporary file. It is streamed from there too, with one
 * record at a time in memory. A file that is not JSON is rejected as a whole, before any record.
 */
public final class ExportReader implements RecordReader {
    /** Of a field; the longest are ids of clients, of 255 characters, and names of attributes. */
    private static final int MAX_NAME_LENGTH = 1024;

    private static final int BUFFER_BYTES = 64 * 1024;

    private final InputStream body;
    private RecordParser parser;
    private final RecordLimits limits;
    private final long maxBytes;
    private final JsonFactory factory;
    private final ExportIndex export = new ExportIndex();
    private final Deque<ExportSection> sections = new ArrayDeque<>();
    private @Nullable JsonReader array;
    private @Nullable SpooledBody file;
    private @Nullable SectionElements elements;
    private long index;
    private boolean begun;

    /**
     * Reads a body.
     *
     * @param parser selects the record type by the field {@code type}
     * @param maxBytes of an export file, on disk while it is read
     */
    public ExportReader(InputStream body, RecordParser parser, RecordLimits limits, long maxBytes) {
        this.body = body;
        this.parser = parser;
        this.limits = limits;
        this.maxBytes = maxBytes;
        this.factory = JsonFactory.builder()
                .disable(JsonFactory.Feature.CHARSET_DETECTION)
                // There may be any number of names: Jackson keeps 65,536 of them, which with this length is bounded
                // memory.
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .streamReadConstraints(StreamReadConstraints.builder()
                        // A record may nest as deep as its limit says, below its section.
                        .maxNestingDepth(limits.maxNesting() + 10)
                        .maxNameLength(MAX_NAME_LENGTH)
                        .build())
                .build();
    }

    @Override
    public Optional<Entry> next() throws IOException {
        if (!begun) {
            begun = true;
            begin();
        }
        if (array != null) {
            return array.next();
        }
        try {
            return element();
        } catch (JsonProcessingException e) {
            close();
            throw unreadable(e);
        }
    }

    private void begin() throws IOException {
        PushbackInputStream in = new PushbackInputStream(new BufferedInputStream(body, BUFFER_BYTES), 1);
        int first = in.read();
        while (first >= 0 && (ValueScan.isBlank((byte) first) || first == 0xEF || first == 0xBB || first == 0xBF)) {
            first = in.read();
        }
        if (first >= 0) {
            in.unread(first);
        }
        if (first != '{') {
            array = new JsonReader(in, parser, limits, Set.of());
            return;
        }
        try {
            SpooledBody spooled = SpooledBody.of(
                    in,
                    maxBytes,
                    new UndecodableBodyException(
                            "export-too-large",
                            "The export has more than " + maxBytes
                                    + " bytes (setting max-spill-bytes); send its sections one by one"));
            file = spooled;
            try (JsonParser json = new DecodingParser(factory.createParser(spooled.from(0)))) {
                sections.addAll(export.read(json));
            }
            parser = parser.ofExport(export.names());
        } catch (JsonProcessingException e) {
            close();
            throw unreadable(e);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private Optional<Entry> element() throws IOException {
        while (file != null) {
            if (elements == null) {
                if (sections.isEmpty()) {
                    close();
                    return Optional.empty();
                }
                elements = new SectionElements(file, sections.remove(), factory);
            }
            Optional<SectionElements.Element> element = elements.next();
            if (element.isPresent()) {
                index++;
                return Optional.of(entry(element.get(), new Position(index)));
            }
            elements.close();
            elements = null;
        }
        return Optional.empty();
    }

    private Entry entry(SectionElements.Element element, Position position) throws IOException {
        if (!element.isObject()) {
            Violation violation = Violation.of("not-an-object", null, "The record is not a JSON object");
            return new Entry.Unreadable(position, Optional.empty(), List.of(violation), (int)
                    Math.min(element.length(), Integer.MAX_VALUE));
        }
        if (element.length() > limits.maxBytes()) {
            return Entry.Unreadable.tooLarge(position, element.length(), limits.maxBytes());
        }
        byte[] bytes = element.bytes();
        return parser.parse(bytes, 0, bytes.length, position);
    }

    /** Of what Jackson says only the place is passed on: its message quotes the input, which may be a credential. */
    private static UndecodableBodyException unreadable(JsonProcessingException e) {
        long offset = e.getLocation() == null ? 0 : e.getLocation().getByteOffset();
        return new UndecodableBodyException("undecodable-body", "Not JSON, or nested too deeply, at byte " + offset);
    }

    /** An export file is complete before its first record is read. */
    @Override
    public boolean wouldWait() throws IOException {
        if (array != null) {
            return array.wouldWait();
        }
        return !begun && body.available() == 0;
    }

    @Override
    public boolean isBlank() {
        return array != null && array.isBlank();
    }

    @Override
    public List<Violation> notices() {
        return array == null ? export.notices() : List.of();
    }

    @Override
    public List<String> passedOver() {
        return array == null ? export.passedOver() : List.of();
    }

    @Override
    public void close() throws IOException {
        if (elements != null) {
            elements.close();
            elements = null;
        }
        if (file != null) {
            file.close();
            file = null;
        }
    }
}
