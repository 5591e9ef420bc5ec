package org.millrace.bulk.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Finds out where in an export file the records are. For one file. */
final class ExportIndex {
    private final ExportSections sections = new ExportSections(ExportSection.TYPES.keySet());
    private final List<ExportSection> found = new ArrayList<>();

    /**
     * All sections, as they build on one another.
     *
     * @param json before the first token
     * @throws UndecodableBody if it is no export file
     */
    List<ExportSection> read(JsonParser json) throws IOException {
        json.nextToken();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            JsonToken value = json.nextToken();
            if (field.equals("roles") && value == JsonToken.START_OBJECT) {
                roles(json);
            } else {
                if (ExportSection.TYPES.containsKey(field) && value == JsonToken.START_ARRAY) {
                    found.add(ExportSection.of(field, offset(json)));
                    if (field.equals("clients")) {
                        found.add(ExportSection.ofSettings(offset(json)));
                    }
                }
                sections.note(field, holdsSomething(json));
            }
        }
        if (json.nextToken() != null) {
            throw new UndecodableBody("undecodable-body", "Something follows the JSON object");
        }
        if (!sections.isRecognised()) {
            throw new UndecodableBody(
                    "undecodable-body", "The object is no Keycloak export file; a single record goes into an array");
        }
        found.sort(Comparator.comparingInt(ExportSection::order));
        return found;
    }

    /** Sections that hold something and are not read. */
    List<String> passedOver() {
        return sections.passedOver();
    }

    private static long offset(JsonParser json) {
        return json.currentTokenLocation().getByteOffset();
    }

    private void roles(JsonParser json) throws IOException {
        sections.note("roles", true);
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String of = json.currentName();
            JsonToken value = json.nextToken();
            if (of.equals("client") && value == JsonToken.START_OBJECT) {
                rolesOfClients(json);
            } else {
                if (of.equals("realm") && value == JsonToken.START_ARRAY) {
                    found.add(ExportSection.of("roles", offset(json)));
                }
                json.skipChildren();
            }
        }
    }

    private void rolesOfClients(JsonParser json) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String clientId = new String(JsonStringEncoder.getInstance().quoteAsString(json.currentName()));
            if (json.nextToken() == JsonToken.START_ARRAY) {
                found.add(ExportSection.ofRoles(clientId, offset(json)));
            }
            json.skipChildren();
        }
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
}
