package org.millrace.bulk.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/**
 * Entries of an LDIF file: each is an object whose fields are the attributes, with names in lower case and lists of values. Entries that are
 * no persons, such as organizational units and contacts, are counted and left out. What {@code ldapsearch} writes about the search itself is
 * skipped. Values in Base64 that are no text stay in Base64. An entry that is
 * too long costs no more memory than the limit, and the next one is read.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc2849">RFC 2849</a>
 */
public final class LdifReader extends BodyReader {
    private static final Set<String> PERSONS = Set.of(
            "person", "inetorgperson", "organizationalperson", "user", "posixaccount", "account", "shadowaccount");
    private static final Set<String> NO_PERSONS = Set.of("computer", "contact", "group");

    private static final Set<String> ABOUT_SEARCH =
            Set.of("search", "result", "matcheddn", "text", "ref", "control", "pagedresults");

    private final RecordParser parser;
    private final RecordBytes entry;

    private long line = 1;
    private long entryLine = 1;
    private boolean lineHasText;
    private boolean blank = true;
    private long noPersons;

    /** Reads from a body. */
    public LdifReader(InputStream body, RecordParser parser, RecordLimits limits) {
        super(body);
        this.parser = parser;
        this.entry = new RecordBytes(limits.maxBytes());
    }

    @Override
    public boolean isBlank() {
        return blank;
    }

    @Override
    public List<String> passedOver() {
        return noPersons == 0 ? List.of() : List.of(noPersons + " entries that are not persons");
    }

    /** Lines are collected up to an empty one, which ends the entry. */
    @Override
    protected void consume() {
        int start = position;
        for (int i = position; i < limit; i++) {
            byte b = buffer[i];
            if (b != '\n') {
                lineHasText |= b != '\r';
                continue;
            }
            line++;
            entry.append(buffer, start, i + 1);
            start = i + 1;
            position = start;
            boolean ended = !lineHasText;
            lineHasText = false;
            if (ended && endEntry()) {
                return;
            }
        }
        entry.append(buffer, start, limit);
        position = limit;
    }

    @Override
    protected void end() {
        endEntry();
    }

    /** Ends the present entry; true if it is a record. */
    private boolean endEntry() {
        Position at = new Position(entryLine);
        entryLine = line;
        Optional<Entry> found = entry.isTooLarge() ? Optional.of(entry.tooLarge(at)) : entry(at);
        entry.clear();
        found.ifPresent(this::found);
        return found.isPresent();
    }

    private Optional<Entry> entry(Position at) {
        Optional<String> text = Utf8.decode(entry.bytes(), entry.length());
        if (text.isEmpty()) {
            return Optional.of(unreadable("not-utf-8", null, NotJson.NOT_UTF_8, at));
        }
        List<String> lines = unfolded(text.get());
        blank &= lines.isEmpty();
        ObjectNode record = JsonNodeFactory.instance.objectNode();
        for (String each : lines) {
            int colon = each.indexOf(':');
            if (colon <= 0) {
                return Optional.of(
                        unreadable("not-ldif", null, "A line of the entry has no colon after the attribute name", at));
            }
            add(record, each.substring(0, colon).toLowerCase(Locale.ROOT), each.substring(colon + 1));
        }
        record.remove("version");
        if (record.isEmpty() || isAboutSearch(record)) {
            return Optional.empty();
        }
        if (record.has("changetype")
                && !record.path("changetype").path(0).asText().equals("add")) {
            return Optional.of(unreadable(
                    "not-ldif", "changetype", "Only entries and changes of type \"add\" can be imported", at));
        }
        if (!isPerson(record)) {
            noPersons++;
            return Optional.empty();
        }
        byte[] json = record.toString().getBytes(StandardCharsets.UTF_8);
        return Optional.of(parser.parse(json, 0, json.length, at));
    }

    /** Whether a block is the result of a search or a reference to another server. */
    private static boolean isAboutSearch(ObjectNode record) {
        return !record.has("dn") && record.propertyStream().allMatch(field -> ABOUT_SEARCH.contains(field.getKey()));
    }

    private static Entry unreadable(String code, @Nullable String field, String detail, Position at) {
        return new Entry.Unreadable(at, Optional.empty(), List.of(Violation.of(code, field, detail)), 0);
    }

    /** Unfolds continuation lines and removes comments. */
    private static List<String> unfolded(String text) {
        List<StringBuilder> lines = new ArrayList<>();
        text.lines().filter(each -> !each.isEmpty()).forEach(each -> {
            if (each.startsWith(" ") && !lines.isEmpty()) {
                lines.get(lines.size() - 1).append(each, 1, each.length());
            } else {
                lines.add(new StringBuilder(each));
            }
        });
        return lines.stream()
                .map(StringBuilder::toString)
                .filter(each -> !each.startsWith("#"))
                .toList();
    }

    /**
     * Ignores options after a semicolon, such as a language. Values given as a URL are not read: the field has a name of its own then, for
     * the field report.
     */
    private static void add(ObjectNode record, String described, String rest) {
        String name = described.split(";", 2)[0] + (rest.startsWith("<") ? " (by URL)" : "");
        String value = rest.startsWith(":") ? text(rest.substring(1).strip()) : rest.stripLeading();
        ArrayNode values = record.has(name) ? (ArrayNode) record.get(name) : record.putArray(name);
        values.add(value);
    }

    private static String text(String base64) {
        try {
            byte[] bytes = Base64.getDecoder().decode(base64);
            return Utf8.decode(bytes, bytes.length)
                    .filter(text -> text.indexOf('\0') < 0)
                    .orElse(base64);
        } catch (IllegalArgumentException e) {
            return base64;
        }
    }

    /** An entry without object classes is taken for a person: exports can leave them out. */
    private static boolean isPerson(ObjectNode record) {
        boolean person = !record.has("objectclass");
        for (JsonNode objectClass : record.path("objectclass")) {
            String name = objectClass.asText().toLowerCase(Locale.ROOT);
            if (NO_PERSONS.contains(name)) {
                return false;
            }
            person |= PERSONS.contains(name);
        }
        return person;
    }
}
