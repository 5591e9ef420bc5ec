package org.millrace.bulk.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.Position;
import org.millrace.bulk.record.Violation;

/**
 * Records of several types as JSON: an array of them, or a whole Keycloak export file. Of that, the sections are read in the order
 * in which they build on one another, whatever their order in the file, which therefore waits in a temporary file first. It is read
 * as a stream there too; one record at a time is in memory. A file that is not JSON is refused as a whole, before any record.
 */
public final class ExportReader implements RecordReader {
    private static final int BUFFER_BYTES = 64 * 1024;

    /** The sections that are read, as they build on one another, and the type of what they hold. */
    private static final Map<String, String> TYPES = Map.of(
            "clients", "client", "roles", "role", "groups", "group", "users", "user", "organizations", "organization");

    private static final List<String> ORDER = List.of("clients", "roles", "groups", "users", "organizations");

    private final InputStream body;
    private final RecordParser parser;
    private final RecordLimits limits;
    private final long maxBytes;
    private final JsonFactory factory;
    private final ExportSections sections = new ExportSections(TYPES.keySet());
    private final List<Section> found = new ArrayList<>();
    private @Nullable JsonReader array;
    private @Nullable SpooledBody file;
    private @Nullable JsonParser elements;
    private long base;
    private String prefix = "";
    private long index;
    private boolean begun;

    /**
     * Reads a body.
     *
     * @param parser tells records apart by their field {@code type}
     * @param maxBytes of an export file, on disk while it is read
     */
    public ExportReader(InputStream body, RecordParser parser, RecordLimits limits, long maxBytes) {
        this.body = body;
        this.parser = parser;
        this.limits = limits;
        this.maxBytes = maxBytes;
        this.factory = JsonFactory.builder()
                .disable(JsonFactory.Feature.CHARSET_DETECTION)
                .streamReadConstraints(StreamReadConstraints.builder()
                        // A record may nest as deep as its limit says, below its section.
                        .maxNestingDepth(limits.maxNesting() + 10)
                        .build())
                .build();
    }

    /**
     * An array of records.
     *
     * @param offset of its first byte
     * @param prefix fields that each record gets
     */
    private record Section(int order, long offset, String prefix) {}

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
            SpooledBody spooled = SpooledBody.of(in, maxBytes);
            file = spooled;
            index(spooled);
        } catch (JsonProcessingException e) {
            close();
            throw unreadable(e);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** Looks for the sections. */
    private void index(SpooledBody from) throws IOException {
        try (JsonParser json = factory.createParser(from.from(0))) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                JsonToken value = json.nextToken();
                if (field.equals("roles") && value == JsonToken.START_OBJECT) {
                    roles(json);
                } else {
                    if (TYPES.containsKey(field) && value == JsonToken.START_ARRAY) {
                        add(field, json, typed(TYPES.get(field)));
                    }
                    sections.note(field, holdsSomething(json));
                }
            }
            if (json.nextToken() != null) {
                throw new UndecodableBody("undecodable-body", "Something follows the JSON object");
            }
        }
        if (!sections.isRecognised()) {
            throw new UndecodableBody(
                    "undecodable-body", "The object is no Keycloak export file; a single record goes into an array");
        }
        found.sort(Comparator.comparingInt(Section::order));
    }

    /** Ends behind the value. */
    private static boolean holdsSomething(JsonParser json) throws IOException {
        if (!json.currentToken().isStructStart()) {
            return json.currentToken() != JsonToken.VALUE_NULL;
        }
        JsonToken end = json.currentToken() == JsonToken.START_ARRAY ? JsonToken.END_ARRAY : JsonToken.END_OBJECT;
        int depth = 1;
        boolean something = json.nextToken() != end;
        for (JsonToken token = json.currentToken(); ; token = json.nextToken()) {
            if (token == null) {
                return something;
            }
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            if (depth == 0) {
                return something;
            }
        }
    }

    private void roles(JsonParser json) throws IOException {
        sections.note("roles", true);
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String of = json.currentName();
            JsonToken value = json.nextToken();
            if (of.equals("client") && value == JsonToken.START_OBJECT) {
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String clientId = new String(JsonStringEncoder.getInstance().quoteAsString(json.currentName()));
                    if (json.nextToken() == JsonToken.START_ARRAY) {
                        add("roles", json, typed("role") + ",\"clientId\":\"" + clientId + "\"");
                    }
                    json.skipChildren();
                }
            } else {
                if (of.equals("realm") && value == JsonToken.START_ARRAY) {
                    add("roles", json, typed("role"));
                }
                json.skipChildren();
            }
        }
    }

    private static String typed(@Nullable String type) {
        return "\"type\":\"" + type + "\"";
    }

    private void add(String section, JsonParser json, String fields) {
        found.add(
                new Section(ORDER.indexOf(section), json.currentTokenLocation().getByteOffset(), fields));
    }

    private Optional<Entry> element() throws IOException {
        SpooledBody from = file;
        while (from != null) {
            if (elements == null) {
                if (found.isEmpty()) {
                    close();
                    return Optional.empty();
                }
                Section section = found.remove(0);
                base = section.offset();
                prefix = section.prefix();
                elements = factory.createParser(from.from(base));
                elements.nextToken();
            }
            JsonToken token = elements.nextToken();
            if (token != JsonToken.END_ARRAY) {
                long start = base + elements.currentTokenLocation().getByteOffset();
                elements.skipChildren();
                long end = base + elements.currentLocation().getByteOffset();
                index++;
                return Optional.of(entry(from, token, start, end));
            }
            elements.close();
            elements = null;
        }
        return Optional.empty();
    }

    private Entry entry(SpooledBody from, JsonToken token, long start, long end) throws IOException {
        Position position = new Position(index);
        long length = end - start;
        if (token != JsonToken.START_OBJECT) {
            Violation violation = Violation.of("not-an-object", null, "The record is not a JSON object");
            return new Entry.Unreadable(
                    position, Optional.empty(), List.of(violation), (int) Math.min(length, Integer.MAX_VALUE));
        }
        if (length > limits.maxBytes()) {
            return RecordBytes.tooLarge(length, limits.maxBytes(), position);
        }
        byte[] bytes = prefixed(from.bytes(start, (int) length));
        return parser.parse(bytes, 0, bytes.length, position);
    }

    /** An object's text, with the section's fields at its head. */
    private byte[] prefixed(byte[] object) {
        int behind = 1;
        while (behind < object.length && ValueScan.isBlank(object[behind])) {
            behind++;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(object.length + prefix.length() + 2);
        bytes.write('{');
        bytes.writeBytes(prefix.getBytes(StandardCharsets.UTF_8));
        if (object[behind] != '}') {
            bytes.write(',');
        }
        bytes.write(object, behind, object.length - behind);
        return bytes.toByteArray();
    }

    /** Of what Jackson says only the place is passed on: its message quotes the input, which may be a credential. */
    private static UndecodableBody unreadable(JsonProcessingException e) {
        long offset = e.getLocation() == null ? 0 : e.getLocation().getByteOffset();
        return new UndecodableBody("undecodable-body", "Not JSON, or nested too deep, at byte " + offset);
    }

    /** An export file is there as a whole before its first record. */
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
    public List<String> passedOver() {
        return array == null ? sections.passedOver() : List.of();
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
