package org.millrace.bulk.format.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.format.BodyReader;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.ExportedNames;
import org.millrace.bulk.format.RecordBytes;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.UndecodableBodyException;
import org.millrace.bulk.format.ValueScan;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/**
 * One JSON document: an array of records, or a Keycloak export file, one of whose fields holds the records, wherever it stands.
 * One record at a time is held in memory, and nothing of the other fields.
 *
 * <p>An element that is no record is one unreadable entry, and so is one that has something other than a comma before it. Where
 * brackets do not match, or a quote stands between elements, text and structure cannot be distinguished: text of an attribute
 * could be read as a record. Such a position is the last entry, as is the end of a truncated body.
 *
 * <p>One long class: the states of a state machine share a buffer.
 */
public final class JsonReader extends BodyReader {
    private static final int MAX_NAME_BYTES = 1024;
    private static final int MAX_LABEL_BYTES = 256 * 1024;

    /** A realm in an array stands among the first elements. */
    private static final int ELEMENTS_LOOKED_AT = 100;

    private static final JsonFactory JSON = new JsonFactory();

    private RecordParser parser;
    private final int maxRecordBytes;
    private final RecordBytes element;
    private final RecordBytes name = new RecordBytes(MAX_NAME_BYTES);
    private final ValueScan scan = new ValueScan();
    private final Set<String> wanted;
    private final ExportSections sections;
    private final DefaultRoleName defaultRole = new DefaultRoleName();
    /** Contents of a section that names the default role, or may hold a user profile. */
    private final RecordBytes label = new RecordBytes(MAX_LABEL_BYTES);

    private Place place = Place.START;
    private boolean export;
    private String section = "";
    private boolean amiss;
    private long index;

    /**
     * Reads from a body.
     *
     * @param wanted the fields of an export file whose arrays hold the records
     */
    public JsonReader(InputStream body, RecordParser parser, RecordLimits limits, Set<String> wanted) {
        super(body);
        this.wanted = Set.copyOf(wanted);
        this.sections = new ExportSections(this.wanted);
        this.parser = parser;
        this.maxRecordBytes = limits.maxBytes();
        this.element = new RecordBytes(limits.maxBytes());
    }

    /** Where in the document the next byte stands. */
    private enum Place {
        START,
        FIRST_ELEMENT,
        ELEMENT,
        IN_ELEMENT,
        BEHIND_ELEMENT,
        DEBRIS,
        FIELD,
        IN_NAME,
        BEHIND_NAME,
        VALUE,
        IN_VALUE,
        BEHIND_VALUE,
        END
    }

    @Override
    public boolean isBlank() {
        return place == Place.START;
    }

    @Override
    public List<Violation> notices() {
        return sections.notices();
    }

    @Override
    public List<String> passedOver() {
        return sections.passedOver();
    }

    @Override
    protected void consume() throws IOException {
        long before = index;
        while (position < limit && index == before) {
            switch (place) {
                case IN_ELEMENT -> element();
                case IN_NAME -> name();
                case IN_VALUE -> value();
                default -> {
                    byte b = buffer[position];
                    if (ValueScan.isBlank(b)) {
                        position++;
                    } else {
                        token(b);
                    }
                }
            }
        }
    }

    @Override
    protected void end() throws IOException {
        if (place != Place.START && place != Place.END) {
            broken("truncated", "Truncated JSON: the body ends inside a value");
        } else if (export && !sections.isRecognised()) {
            throw sections.notAnExport();
        }
    }

    private void token(byte b) throws IOException {
        switch (place) {
            case START -> begin(b);
            case FIRST_ELEMENT, ELEMENT -> elementOrEnd(b);
            case BEHIND_ELEMENT -> behindElement(b);
            case DEBRIS -> debris(b);
            case FIELD -> fieldOrEnd(b);
            case BEHIND_NAME -> expect(b, ':', Place.VALUE);
            case VALUE -> beginValue(b);
            case BEHIND_VALUE -> {
                if (b == '}') {
                    position++;
                    place = Place.END;
                } else {
                    expect(b, ',', Place.FIELD);
                }
            }
            default -> {
                if (export && !sections.isRecognised()) {
                    throw severalDocuments();
                }
                broken("not-json", "Unexpected data after the JSON document");
            }
        }
    }

    static UndecodableBodyException severalDocuments() {
        return new UndecodableBodyException(
                "undecodable-body",
                "The body contains several JSON objects; send them as application/x-ndjson, one per line");
    }

    private void begin(byte b) throws IOException {
        if (b != '[' && b != '{') {
            throw new UndecodableBodyException(
                    "undecodable-body", "The body is neither a JSON array of records nor a Keycloak export file");
        }
        export = b == '{';
        place = export ? Place.FIELD : Place.FIRST_ELEMENT;
        position++;
    }

    private void elementOrEnd(byte b) {
        if (b == ']') {
            if (place == Place.ELEMENT) {
                reject("Trailing comma");
            }
            endOfArray();
        } else if (b == ',') {
            position++;
            place = Place.ELEMENT;
            reject("Missing element before a comma");
        } else if (b == '}' || b == ':') {
            place = Place.DEBRIS;
        } else {
            beginElement(false);
        }
    }

    private void behindElement(byte b) throws IOException {
        if (b == ',') {
            position++;
            place = Place.ELEMENT;
        } else if (b == ']') {
            endOfArray();
        } else {
            place = Place.DEBRIS;
            debris(b);
        }
    }

    /** What stands where a comma should: up to the next bracket or comma it belongs to one place. */
    private void debris(byte b) throws IOException {
        switch (b) {
            case '{', '[' -> beginElement(true);
            case '"' -> broken("not-json", "Unexpected character between elements");
            case ',' -> {
                position++;
                place = Place.ELEMENT;
                reject("Unexpected character between elements");
            }
            case ']' -> {
                reject("Unexpected character between elements");
                endOfArray();
            }
            default -> position++;
        }
    }

    private void beginElement(boolean afterDebris) {
        amiss = afterDebris;
        element.clear();
        scan.begin();
        place = Place.IN_ELEMENT;
    }

    private void element() throws IOException {
        int start = position;
        int end = scan.advance(buffer, start, limit);
        if (scan.isBroken()) {
            broken("not-json", "Mismatched brackets");
            return;
        }
        boolean whole = end >= 0 && element.isEmpty();
        position = end < 0 ? limit : end;
        if (!whole) {
            element.append(buffer, start, position);
        }
        if (end < 0) {
            return;
        }
        place = Place.BEHIND_ELEMENT;
        if (amiss) {
            reject("Missing comma before the element");
        } else if (whole) {
            take(buffer, start, end - start);
        } else if (element.isTooLarge()) {
            found(element.tooLarge(nextPosition()));
        } else {
            take(element.bytes(), 0, element.length());
        }
    }

    private void take(byte[] bytes, int offset, int length) throws UndecodableBodyException {
        Position at = nextPosition();
        Optional<String> realm =
                index <= ELEMENTS_LOOKED_AT ? RealmShape.realm(bytes, offset, length) : Optional.empty();
        if (realm.isPresent()) {
            realmElement(realm.get(), at);
            return;
        }
        found(
                length > maxRecordBytes
                        ? Entry.Unreadable.tooLarge(at, length, maxRecordBytes)
                        : parser.parse(bytes, offset, length, at));
    }

    private void realmElement(String realm, Position at) throws UndecodableBodyException {
        String detail = "Element " + index + " is the export of realm \"" + realm
                + "\"; send the export of one realm per request";
        if (index == 1) {
            throw new UndecodableBodyException("undecodable-body", detail);
        }
        found(new Entry.Unreadable(at, Optional.empty(), List.of(Violation.of("not-a-record", null, detail)), 0));
    }

    private void endOfArray() {
        position++;
        place = export ? Place.BEHIND_VALUE : Place.END;
    }

    private void fieldOrEnd(byte b) throws IOException {
        if (b == '}') {
            position++;
            place = Place.END;
        } else if (b == '"') {
            name.clear();
            scan.begin();
            place = Place.IN_NAME;
        } else {
            broken("not-json", "Unexpected character between sections");
        }
    }

    private void name() throws IOException {
        int start = position;
        int end = scan.advance(buffer, start, limit);
        position = end < 0 ? limit : end;
        name.append(buffer, start, position);
        if (end >= 0) {
            section = name.isTooLarge() ? "" : decoded(name);
            place = Place.BEHIND_NAME;
        }
    }

    private static String decoded(RecordBytes name) {
        try (JsonParser json = JSON.createParser(name.bytes(), 0, name.length())) {
            String text = json.nextTextValue();
            return text == null ? "" : text;
        } catch (IOException e) {
            // No section has a name that is no text.
            return "";
        }
    }

    private void beginValue(byte b) throws IOException {
        if (wanted.contains(section) && b == '[') {
            sections.note(section, true);
            position++;
            place = Place.FIRST_ELEMENT;
        } else if (b == ',' || b == '}' || b == ']' || b == ':') {
            broken("not-json", "Section without a value");
        } else {
            scan.begin();
            label.clear();
            place = Place.IN_VALUE;
        }
    }

    private void value() throws IOException {
        int start = position;
        int end = scan.advance(buffer, position, limit);
        if (DefaultRoleName.isIn(section) || section.equals(ExportSections.COMPONENTS)) {
            label.append(buffer, start, end < 0 ? limit : end);
        }
        if (scan.isBroken()) {
            broken("not-json", "Mismatched brackets");
            return;
        }
        position = end < 0 ? limit : end;
        if (end >= 0) {
            place = Place.BEHIND_VALUE;
            boolean holdsSomething = !scan.holdsNothing();
            sections.note(section, holdsSomething);
            if (section.equals(ExportSections.COMPONENTS) && !label.isTooLarge() && holdsUserProfile(label)) {
                sections.noteUserProfile();
            }
            if (DefaultRoleName.isIn(section) && !label.isTooLarge()) {
                defaultRole.note(section, label.bytes(), label.length());
                parser = defaultRole
                        .name()
                        .map(name -> parser.ofExport(new ExportedNames(name, Map.of())))
                        .orElse(parser);
            }
            if (holdsSomething && wanted.contains(section)) {
                found(unreadable("invalid-type", section, "Section \"" + section + "\" must be an array"));
            }
        }
    }

    private static boolean holdsUserProfile(RecordBytes components) {
        return new String(components.bytes(), 0, components.length(), StandardCharsets.ISO_8859_1)
                .contains("\"" + ExportSections.USER_PROFILE + "\"");
    }

    private void expect(byte b, char wanted, Place next) throws IOException {
        if (b == wanted) {
            position++;
            place = next;
        } else {
            broken("not-json", "Unexpected character between sections");
        }
    }

    private void reject(String detail) {
        found(unreadable("not-json", null, detail));
    }

    /** Says that nothing can be read from here on: in an entry, or, if there is none yet, of the body as a whole. */
    private void broken(String code, String detail) throws IOException {
        if (index == 0) {
            throw new UndecodableBodyException("undecodable-body", detail);
        }
        found(unreadable(code, null, detail + "; the rest of the body cannot be read"));
        stop();
    }

    private Entry unreadable(String code, @Nullable String field, String detail) {
        return new Entry.Unreadable(nextPosition(), Optional.empty(), List.of(Violation.of(code, field, detail)), 0);
    }

    private Position nextPosition() {
        index++;
        return new Position(index);
    }
}
