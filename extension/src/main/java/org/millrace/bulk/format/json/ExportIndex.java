package org.millrace.bulk.format.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.millrace.bulk.format.ExportedNames;
import org.millrace.bulk.format.UndecodableBodyException;
import org.millrace.bulk.record.field.Violation;

/** Finds out where in an export file the records are. For one file. */
final class ExportIndex {
    private static final Set<String> FLOW_NAMES = Set.of("id", "alias");
    private static final int MAX_FLOWS = 1000;

    /** Characters of a name that Keycloak can store; a longer one names nothing. */
    private static final int MAX_TEXT = 255;

    /** Characters, which are kept while the export is read. */
    private static final int MAX_CLIENT_IDS = 8 * 1024 * 1024;

    /** Each client with roles has a list of its own. */
    private static final int MAX_SECTIONS = 100_000;

    private final ExportSections sections = new ExportSections(ExportSection.READ);
    private final List<ExportSection> found = new ArrayList<>();
    private final DefaultRoleName defaultRole = new DefaultRoleName();
    /** Default roles as exports named them before Keycloak 13. */
    private final List<ExportSection> oldDefaultRoles = new ArrayList<>();
    /** Roles of clients as exports named them before Keycloak 1.8. */
    private final List<ExportSection> oldClientRoles = new ArrayList<>();

    private final Map<String, String> flows = new HashMap<>();
    private boolean hasClientRoles;

    private int count;
    private int clientIds;

    /**
     * All sections, as they build on one another.
     *
     * @param json before the first token
     * @throws UndecodableBodyException if it is no export file
     */
    List<ExportSection> read(JsonParser json) throws IOException {
        json.nextToken();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            JsonToken value = json.nextToken();
            if (field.equals("roles") && value == JsonToken.START_OBJECT) {
                roles(json);
            } else if (field.equals(ExportSection.CLIENT_SCOPE_MAPPINGS) && value == JsonToken.START_OBJECT) {
                sections.note(field, true);
                byClients(json, ExportSection::ofScopeMappings, found);
            } else if (field.equals("authenticationFlows") && value == JsonToken.START_ARRAY) {
                sections.note(field, flows(json));
            } else if (DefaultRoleName.isIn(field)) {
                defaultRole.note(field, json);
                sections.note(field, true);
            } else {
                if (ExportSection.isArray(field) && value == JsonToken.START_ARRAY) {
                    add(ExportSection.of(field, offset(json)), found);
                    if (field.equals("clients")) {
                        add(ExportSection.ofSettings(offset(json)), found);
                        add(ExportSection.ofDefaultRoles(offset(json)), oldDefaultRoles);
                    }
                }
                if (field.equals(ExportSection.DEFAULT_ROLES) && value == JsonToken.START_ARRAY) {
                    add(ExportSection.ofRealmDefaultRoles(offset(json)), oldDefaultRoles);
                }
                boolean isComponents = field.equals(ExportSections.COMPONENTS);
                sections.note(field, isComponents ? components(json) : holdsSomething(json));
            }
        }
        // As in Keycloak: a new field name has precedence over its old name.
        if (!defaultRole.isNamed()) {
            found.addAll(oldDefaultRoles);
        }
        if (!hasClientRoles) {
            found.addAll(oldClientRoles);
        }
        if (json.nextToken() != null) {
            throw sections.isRecognised()
                    ? new UndecodableBodyException("undecodable-body", "Unexpected data after the JSON object")
                    : JsonReader.severalDocuments();
        }
        if (!sections.isRecognised()) {
            throw sections.notAnExport();
        }
        found.sort(Comparator.comparingInt(ExportSection::order));
        return found;
    }

    /** Context for the names in the file. */
    ExportedNames names() {
        return new ExportedNames(defaultRole.name().orElse(""), flows);
    }

    /** Ends behind the array. Returns whether it has elements. */
    private boolean flows(JsonParser json) throws IOException {
        boolean something = json.nextToken() != JsonToken.END_ARRAY;
        for (; json.currentToken() == JsonToken.START_OBJECT; json.nextToken()) {
            Map<String, String> flow = new HashMap<>();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                if (json.nextToken() == JsonToken.VALUE_STRING && FLOW_NAMES.contains(field)) {
                    flow.put(field, json.getText());
                }
                json.skipChildren();
            }
            boolean isStorable = flow.values().stream().allMatch(name -> name.length() <= MAX_TEXT);
            if (flow.size() == FLOW_NAMES.size() && isStorable && flows.size() < MAX_FLOWS) {
                flows.put(String.valueOf(flow.get("id")), String.valueOf(flow.get("alias")));
            }
        }
        while (json.currentToken() != null && json.currentToken() != JsonToken.END_ARRAY) {
            json.skipChildren();
            json.nextToken();
        }
        return something;
    }

    private boolean components(JsonParser json) throws IOException {
        return holdsSomething(json, name -> {
            if (name.equals(ExportSections.USER_PROFILE)) {
                sections.noteUserProfile();
            }
        });
    }

    /** Messages about the whole file. */
    List<Violation> notices() {
        return Stream.concat(sections.notices().stream(), ExportAdvice.notices(sections.passedOver()).stream())
                .toList();
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
                hasClientRoles = true;
                byClients(json, ExportSection::ofRoles, found);
            } else if (of.equals("application") && value == JsonToken.START_OBJECT) {
                byClients(json, ExportSection::ofRoles, oldClientRoles);
            } else {
                if (of.equals("realm") && value == JsonToken.START_ARRAY) {
                    add(ExportSection.of("roles", offset(json)), found);
                }
                json.skipChildren();
            }
        }
    }

    private void byClients(JsonParser json, BiFunction<String, Long, ExportSection> section, List<ExportSection> into)
            throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String clientId = new String(JsonStringEncoder.getInstance().quoteAsString(json.currentName()));
            clientIds += clientId.length();
            if (clientIds > MAX_CLIENT_IDS) {
                throw new UndecodableBodyException(
                        "export-too-large",
                        "The names of clients with roles have more than " + MAX_CLIENT_IDS
                                + " characters together: export the users and clients in several files");
            }
            if (json.nextToken() == JsonToken.START_ARRAY) {
                add(section.apply(clientId, offset(json)), into);
            }
            json.skipChildren();
        }
    }

    private void add(ExportSection section, List<ExportSection> into) throws UndecodableBodyException {
        count++;
        if (count > MAX_SECTIONS) {
            throw new UndecodableBodyException(
                    "export-too-large",
                    "The export has more than " + MAX_SECTIONS + " lists of roles and other records");
        }
        into.add(section);
    }

    /** Ends behind the value. */
    private static boolean holdsSomething(JsonParser json) throws IOException {
        return holdsSomething(json, name -> {});
    }

    private static boolean holdsSomething(JsonParser json, Consumer<String> names) throws IOException {
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
            if (token == JsonToken.FIELD_NAME) {
                names.accept(json.currentName());
            }
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            if (depth == 0) {
                return something;
            }
        }
    }
}
