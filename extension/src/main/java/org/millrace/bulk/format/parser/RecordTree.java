package org.millrace.bulk.format.parser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.millrace.bulk.record.field.Characters;
import org.millrace.bulk.record.field.Violation;

/** The fields of one record as a tree, with checks that apply to all record types. For one thread. */
final class RecordTree {
    private static final Pattern NAME_IN_CREDENTIAL =
            Pattern.compile("((?:^|\\.)(?:credentials|verifiableCredentials)(?:\\.\\d+)?)\\..*", Pattern.DOTALL);

    private final ObjectNode root;

    RecordTree(ObjectNode root) {
        this.root = root;
    }

    ObjectNode root() {
        return root;
    }

    /** Names of the record's own fields. */
    Set<String> names() {
        Set<String> names = new HashSet<>();
        root.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** The key to display for the record, as far as it is readable without the rules of its type. */
    Optional<String> key() {
        for (String field : List.of("path", "clientId", "alias", "name")) {
            if (root.path(field).isTextual()) {
                return Optional.of(root.path(field).asText());
            }
        }
        return Optional.empty();
    }

    /** The problem that makes the record unreadable: it is too large, or holds characters that no database stores. */
    Optional<Violation> fault(int maxValues) {
        if (values(root) > maxValues) {
            String detail = "The record has more than " + maxValues + " values (setting max-record-values)";
            return Optional.of(Violation.of("too-many-values", null, detail));
        }
        return firstPath(root, "", RecordTree::isUnstorable)
                .map(path -> Violation.of(
                        "invalid-character", withoutNamesInCredentials(path), "Contains NUL or an unpaired surrogate"));
    }

    /** Names count as much as values do: they take as much memory. */
    private static long values(JsonNode json) {
        long values = 1;
        for (JsonNode child : json) {
            values += values(child);
        }
        return values;
    }

    private static boolean isUnstorable(JsonNode json) {
        if (json.isTextual()) {
            return !Characters.areStorable(json.asText());
        }
        for (Map.Entry<String, JsonNode> field : json.properties()) {
            if (!Characters.areStorable(field.getKey())) {
                return true;
            }
        }
        return false;
    }

    /** A copy without some fields, and without null fields. */
    RecordTree without(Set<String> fields) {
        ObjectNode rest = root.deepCopy();
        rest.remove(fields);
        removeNulls(rest);
        return new RecordTree(rest);
    }

    private static void removeNulls(JsonNode json) {
        if (json instanceof ObjectNode object) {
            object.properties().removeIf(field -> field.getValue().isNull());
        }
        json.forEach(RecordTree::removeNulls);
    }

    /** The problem of a list that contains null. */
    Optional<Violation> gap() {
        return firstPath(root, "", RecordTree::isListWithGap)
                .map(path -> Violation.of("invalid-type", withoutNamesInCredentials(path), "List contains null"));
    }

    private static boolean isListWithGap(JsonNode json) {
        if (json.isArray()) {
            for (JsonNode element : json) {
                if (element.isNull()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** A path up to a credential: a secret may have been written where a name belongs. */
    static String withoutNamesInCredentials(String path) {
        return NAME_IN_CREDENTIAL.matcher(path).replaceFirst("$1");
    }

    /** The path of the first place that is so; elements of a list have the list's. */
    private static Optional<String> firstPath(JsonNode json, String path, Predicate<JsonNode> condition) {
        if (condition.test(json)) {
            return Optional.of(path);
        }
        if (json.isArray()) {
            for (JsonNode element : json) {
                Optional<String> found = firstPath(element, path, condition);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        for (Map.Entry<String, JsonNode> field : json.properties()) {
            String below = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
            Optional<String> found = firstPath(field.getValue(), below, condition);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }
}
