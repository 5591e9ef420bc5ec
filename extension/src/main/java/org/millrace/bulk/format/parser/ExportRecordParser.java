package org.millrace.bulk.format.parser;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.ExportedNames;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.record.field.Position;

/**
 * Replaces names and ids of an exported realm by names of the realm that is imported into, before a record is parsed: each realm calls its
 * default role after itself, and its authentication flows have ids of their own. Records of other bodies are parsed as they are. Not safe
 * for threads.
 */
public final class ExportRecordParser implements RecordParser {
    /** Bytes by which names may make a record longer. */
    private static final int MAX_GROWTH = 64 * 1024;

    private static final JsonFactory JSON = new JsonFactory();
    private static final String FLOWS = "authenticationFlowBindingOverrides";

    private final RecordParser parser;
    private final String defaultRole;
    private final ExportedNames names;
    /** Texts of which a record to be changed holds at least one. */
    private final List<byte[]> marks;

    private ExportRecordParser(RecordParser parser, String defaultRole, ExportedNames names) {
        this.parser = parser;
        this.defaultRole = defaultRole;
        this.names = names;
        this.marks = new ArrayList<>(2);
        if (!names.defaultRole().isEmpty() && !names.defaultRole().equals(defaultRole)) {
            marks.add(names.defaultRole().getBytes(StandardCharsets.UTF_8));
        }
        if (!names.flows().isEmpty()) {
            marks.add(FLOWS.getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * Parses records for a realm.
     *
     * @param defaultRole the name of the realm's default role
     */
    public static RecordParser of(RecordParser parser, String defaultRole) {
        return new ExportRecordParser(parser, defaultRole, ExportedNames.NONE);
    }

    @Override
    public RecordParser ofExport(ExportedNames exported) {
        return new ExportRecordParser(parser, defaultRole, exported);
    }

    @Override
    public Entry parse(byte[] bytes, int offset, int length, Position position) {
        if (marks.stream().noneMatch(mark -> contains(bytes, offset, length, mark))) {
            return parser.parse(bytes, offset, length, position);
        }
        Optional<byte[]> replaced = replaced(bytes, offset, length);
        return replaced.isPresent()
                ? parser.parse(replaced.get(), 0, replaced.get().length, position)
                : parser.parse(bytes, offset, length, position);
    }

    /** Whether the name occurs as a whole JSON string, ignoring the case of ASCII letters. */
    private static boolean contains(byte[] bytes, int offset, int length, byte[] name) {
        int last = offset + length - name.length - 2;
        for (int i = offset; i <= last; i++) {
            if (bytes[i] == '"' && bytes[i + name.length + 1] == '"' && isAt(bytes, i + 1, name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAt(byte[] bytes, int at, byte[] name) {
        for (int i = 0; i < name.length; i++) {
            if (lower(bytes[at + i]) != lower(name[i])) {
                return false;
            }
        }
        return true;
    }

    private static int lower(byte b) {
        return b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b;
    }

    /** Empty if the bytes are no JSON, which the parser says better, or if there is more to replace than in any client. */
    private Optional<byte[]> replaced(byte[] bytes, int offset, int length) {
        ByteArrayOutputStream replaced = new ByteArrayOutputStream(length + defaultRole.length());
        int copied = offset;
        boolean isRole = false;
        boolean isOfClient = false;
        try (JsonParser json = JSON.createParser(bytes, offset, length)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token != JsonToken.VALUE_STRING) {
                    continue;
                }
                JsonStreamContext above = json.getParsingContext().getParent();
                boolean isField = above != null && above.inRoot();
                isRole |= isField && "type".equals(json.currentName()) && "role".equals(json.getText());
                isOfClient |= isField && "clientId".equals(json.currentName());
                boolean isName = isField && isRole && !isOfClient && "name".equals(json.currentName());
                String other = null;
                if (isName || isInRoles(json.getParsingContext())) {
                    other = names.defaultRole().equalsIgnoreCase(json.getText()) ? defaultRole : null;
                } else if (above != null && FLOWS.equals(above.getCurrentName())) {
                    other = names.flows().get(json.getText());
                }
                if (replaced.size() > length + MAX_GROWTH) {
                    return Optional.empty();
                }
                if (other != null) {
                    int start = offset + (int) json.currentTokenLocation().getByteOffset();
                    json.finishToken();
                    replaced.write(bytes, copied, start - copied);
                    replaced.writeBytes(quoted(other));
                    copied = offset + (int) json.currentLocation().getByteOffset();
                }
            }
        } catch (IOException e) {
            return Optional.empty();
        }
        replaced.write(bytes, copied, offset + length - copied);
        return Optional.of(replaced.toByteArray());
    }

    private static byte[] quoted(String text) {
        String quoted = '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
        return quoted.getBytes(StandardCharsets.UTF_8);
    }

    /** In {@code realmRoles} of a user or group, or in {@code composites.realm} of a role. */
    private static boolean isInRoles(JsonStreamContext context) {
        if (!context.inArray()) {
            return false;
        }
        JsonStreamContext object = context.getParent();
        String list = object.getCurrentName();
        JsonStreamContext above = object.getParent();
        if ("realm".equals(list)) {
            return above != null && "composites".equals(above.getCurrentName());
        }
        return "realmRoles".equals(list) && (above == null || !"attributes".equals(above.getCurrentName()));
    }
}
