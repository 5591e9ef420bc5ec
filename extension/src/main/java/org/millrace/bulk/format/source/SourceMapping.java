package org.millrace.bulk.format.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How users of another system become users of Keycloak, as a JSON document that operators can read and replace. Immutable.
 *
 * @param document as it was read, for {@code GET .../sources/{name}}
 * @param section field of a JSON object that holds the list of users; empty if the body is the list
 * @param columns names of the columns of tables without a header row; empty if tables have one
 * @param cellPrefix what the system writes before the text of each cell of a table, so that spreadsheets take none for a formula; empty for nothing
 * @param pairs fields that hold lists of pairs of a name and a value, which are read as objects
 * @param fields in order: of two mappings to the same field, the first one that has a value counts; a user is disabled if one of them says so
 * @param hashes in order, likewise
 * @param ignored paths that say nothing about a user that Keycloak has a place for
 * @param join how users and password hashes are joined, if the source exports them in two files
 * @param constants values that each user gets by their fields, in place of what the record contains
 * @param defaults values of fields that a user lacks after the mapping
 */
record SourceMapping(
        String name,
        ObjectNode document,
        String section,
        List<String> columns,
        String cellPrefix,
        List<String> pairs,
        List<FieldMapping> fields,
        List<HashMapping> hashes,
        List<String> ignored,
        Optional<JoinMapping> join,
        Map<String, JsonNode> constants,
        JsonNode defaults) {

    SourceMapping {
        columns = List.copyOf(columns);
        pairs = List.copyOf(pairs);
        fields = List.copyOf(fields);
        hashes = List.copyOf(hashes);
        ignored = List.copyOf(ignored);
        constants = Map.copyOf(constants);
    }

    /** @throws IllegalArgumentException if the document is no mapping, with the reason */
    static SourceMapping of(ObjectNode document) {
        List<FieldMapping> fields = new ArrayList<>();
        for (JsonNode field : document.path("fields")) {
            fields.add(new FieldMapping(
                    SourcePath.of(required(field, "from")),
                    required(field, "to"),
                    Conversion.valueOf(
                            field.path("as").asText("text").replace('-', '_').toUpperCase(Locale.ROOT)),
                    texts(field.path("values")),
                    field.path("except").asText("")));
        }
        List<HashMapping> hashes = new ArrayList<>();
        document.path("hashes").forEach(hash -> hashes.add(hash(hash)));
        return new SourceMapping(
                required(document, "name"),
                document,
                document.path("section").asText(""),
                texts(document.path("columns")),
                document.path("cellPrefix").asText(""),
                texts(document.path("pairs")),
                fields,
                hashes,
                texts(document.path("ignored")),
                document.hasNonNull("join") ? Optional.of(join(document.path("join"))) : Optional.empty(),
                constants(document),
                document.path("defaults"));
    }

    private static JoinMapping join(JsonNode join) {
        return new JoinMapping(
                side(join.path("hash")),
                side(join.path("user")),
                join.path("prefix").asText(""));
    }

    private static JoinMapping.Side side(JsonNode side) {
        return new JoinMapping.Side(
                texts(side.path("account")).stream().map(SourcePath::of).toList(),
                SourcePath.of(required(side, "email")),
                SourcePath.of(required(side, "connection")));
    }

    private static HashMapping hash(JsonNode hash) {
        Map<String, SourcePath> parameters = new LinkedHashMap<>();
        hash.path("parameters")
                .properties()
                .forEach(each -> parameters.put(
                        each.getKey(), SourcePath.of(each.getValue().asText())));
        return new HashMapping(
                hash.path("format").asText(""),
                SourcePath.of(required(hash, "value")),
                hash.hasNonNull("salt")
                        ? Optional.of(SourcePath.of(hash.path("salt").asText()))
                        : Optional.empty(),
                parameters,
                constants(hash));
    }

    private static Map<String, JsonNode> constants(JsonNode object) {
        Map<String, JsonNode> constants = new LinkedHashMap<>();
        object.path("constants").properties().forEach(each -> {
            if (each.getValue().isNull() || each.getValue().isObject()) {
                throw new IllegalArgumentException("Constant \"" + each.getKey() + "\" is not a value or a list");
            }
            constants.put(each.getKey(), each.getValue());
        });
        return constants;
    }

    private static String required(JsonNode object, String field) {
        String text = object.path(field).asText("");
        if (text.isEmpty()) {
            throw new IllegalArgumentException("The mapping lacks \"" + field + "\" in an object with the fields "
                    + object.properties().stream().map(Map.Entry::getKey).toList());
        }
        return text;
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
