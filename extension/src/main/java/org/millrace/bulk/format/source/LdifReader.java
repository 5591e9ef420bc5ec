package org.millrace.bulk.format.source;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordReader;
import org.millrace.bulk.record.FieldUse;
import org.millrace.bulk.record.Position;
import org.millrace.bulk.record.Violation;

/**
 * Entries of an LDIF file: one record each, with the names of attributes in lower case. Entries that are no persons, such as
 * organizational units, are counted and left out. Values in Base64 that are no text stay in Base64.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc2849">RFC 2849</a>
 */
final class LdifReader implements RecordReader {
    private static final Set<String> PERSONS = Set.of(
            "person", "inetorgperson", "organizationalperson", "user", "posixaccount", "account", "shadowaccount");
    private static final Set<String> NO_PERSONS = Set.of("computer", "group");

    private final BufferedReader lines;
    private final SourceParser parser;
    private final int maxBytes;

    private @Nullable String ahead;
    private boolean begun;
    private long line;
    private long noPersons;

    LdifReader(InputStream body, SourceParser parser, RecordLimits limits) {
        this.lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
        this.parser = parser;
        this.maxBytes = limits.maxBytes();
    }

    @Override
    public Optional<Entry> next() throws IOException {
        while (true) {
            List<String> entry = new ArrayList<>();
            String text = logicalLine();
            while (text != null && text.isBlank()) {
                text = logicalLine();
            }
            if (text == null) {
                return Optional.empty();
            }
            long first = line;
            long characters = 0;
            while (text != null && !text.isBlank()) {
                characters += text.length();
                if (characters <= maxBytes) {
                    entry.add(text);
                }
                text = logicalLine();
            }
            Position position = new Position(first);
            if (characters > maxBytes) {
                return Optional.of(Entry.Unreadable.tooLarge(position, characters, maxBytes));
            }
            Optional<Entry> found = entry(entry, position);
            if (found.isPresent()) {
                return found;
            }
        }
    }

    /** A line with those that continue it; comments are left out. */
    private @Nullable String logicalLine() throws IOException {
        while (true) {
            String text = physicalLine();
            if (text == null) {
                return null;
            }
            StringBuilder whole = new StringBuilder(text);
            String next = physicalLine();
            while (next != null && next.startsWith(" ")) {
                if (whole.length() <= maxBytes) {
                    whole.append(next, 1, next.length());
                }
                next = physicalLine();
            }
            ahead = next;
            if (next != null) {
                line--;
            }
            if (whole.length() == 0 || whole.charAt(0) != '#') {
                return whole.toString();
            }
        }
    }

    private @Nullable String physicalLine() throws IOException {
        String text = ahead;
        ahead = null;
        if (text == null) {
            text = lines.readLine();
        }
        if (text != null) {
            line++;
            if (!begun) {
                begun = true;
                text = text.startsWith("\uFEFF") ? text.substring(1) : text;
            }
        }
        return text;
    }

    private Optional<Entry> entry(List<String> entry, Position position) {
        ObjectNode record = JsonNodeFactory.instance.objectNode();
        for (String text : entry) {
            int colon = text.indexOf(':');
            if (colon <= 0) {
                return Optional.of(new Entry.Unreadable(
                        position,
                        Optional.empty(),
                        List.of(Violation.of("not-ldif", null, "A line of the entry has no colon behind a name")),
                        0));
            }
            String name = text.substring(0, colon).toLowerCase(Locale.ROOT);
            int option = name.indexOf(';');
            add(record, option < 0 ? name : name.substring(0, option), text.substring(colon + 1));
        }
        if (record.has("version") && record.size() == 1) {
            return Optional.empty();
        }
        record.remove("version");
        if (record.has("changetype")
                && !record.path("changetype").path(0).asText().equals("add")) {
            return Optional.of(new Entry.Unreadable(
                    position,
                    Optional.empty(),
                    List.of(Violation.of("not-ldif", "changetype", "Only entries and changetype: add can be imported")),
                    0));
        }
        if (!isPerson(record)) {
            noPersons++;
            return Optional.empty();
        }
        return Optional.of(parser.map(record, position));
    }

    private static void add(ObjectNode record, String name, String rest) {
        String value;
        if (rest.startsWith(":")) {
            value = text(rest.substring(1).trim());
        } else if (rest.startsWith("<")) {
            return;
        } else {
            value = rest.stripLeading();
        }
        ArrayNode values = record.has(name) ? (ArrayNode) record.get(name) : record.putArray(name);
        values.add(value);
    }

    private static String text(String base64) {
        try {
            byte[] bytes = Base64.getDecoder().decode(base64);
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.indexOf('\0') < 0 ? text : base64;
        } catch (CharacterCodingException | IllegalArgumentException e) {
            return base64;
        }
    }

    /** An entry without object classes is taken for a person: exports can leave them out. */
    private static boolean isPerson(ObjectNode record) {
        boolean person = !record.has("objectclass");
        for (var objectClass : record.path("objectclass")) {
            String name = objectClass.asText().toLowerCase(Locale.ROOT);
            if (NO_PERSONS.contains(name)) {
                return false;
            }
            person |= PERSONS.contains(name);
        }
        return person;
    }

    @Override
    public boolean wouldWait() {
        return false;
    }

    @Override
    public boolean isBlank() {
        return !begun;
    }

    @Override
    public List<String> passedOver() {
        return noPersons == 0 ? List.of() : List.of(noPersons + " entries that are no persons");
    }

    @Override
    public List<FieldUse> fields() {
        return parser.fields();
    }
}
