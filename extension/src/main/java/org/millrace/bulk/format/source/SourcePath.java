package org.millrace.bulk.format.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A path to a field: names with dots between them. A step through a list takes the first element, or with {@code [name=value]} the first
 * one that has this value, such as {@code emails[primary=true].value}; with {@code [name=$path]} the first one that has the value at a path, ignoring
 * case. A backslash goes before a dot that is part of a name. An asterisk at the end stands for the rest of a name, as in {@code profile.*} and
 * {@code custom:*}. Immutable.
 *
 * @param text as written
 * @param wildcard what the names begin with of those fields of the object at the path that are meant; empty for a path to one field
 */
record SourcePath(String text, List<Step> steps, Optional<String> wildcard) {
    private static final String ANY = "*";

    /** Before a path in the record whose text an element must have, ignoring case. */
    private static final String REFERENCE = "$";

    /** A dot that is neither behind a backslash nor between brackets. */
    private static final Pattern BORDER = Pattern.compile("(?<!\\\\)\\.(?![^\\[]*])");

    /** One name, and what an element of the list behind it must have; both empty where any element will do. */
    private record Step(String name, String key, String value) {
        static Step of(String text) {
            int bracket = text.indexOf('[');
            if (bracket < 0) {
                return new Step(text, "", "");
            }
            int equals = text.indexOf('=', bracket);
            if (equals < 0 || !text.endsWith("]")) {
                throw new IllegalArgumentException("The step \"" + text + "\" is not of the form list[name=value]");
            }
            return new Step(
                    text.substring(0, bracket),
                    text.substring(bracket + 1, equals),
                    text.substring(equals + 1, text.length() - 1));
        }

        /** What the name means, before an element of it is chosen. */
        JsonNode listIn(JsonNode node) {
            return (node.isArray() ? node.path(0) : node).path(name);
        }

        JsonNode of(JsonNode node, JsonNode record) {
            JsonNode found = listIn(node);
            if (key.isEmpty()) {
                return found;
            }
            boolean isPath = value.startsWith(REFERENCE);
            String wanted = isPath
                    ? SourcePath.of(value.substring(REFERENCE.length()))
                            .in(record)
                            .asText()
                    : value;
            for (JsonNode element : found) {
                String text = element.path(key).asText();
                if (isPath ? !wanted.isEmpty() && text.equalsIgnoreCase(wanted) : text.equals(wanted)) {
                    return element;
                }
            }
            return MissingNode.getInstance();
        }
    }

    SourcePath {
        steps = List.copyOf(steps);
    }

    /** @throws IllegalArgumentException if the text is no path */
    static SourcePath of(String text) {
        List<String> names =
                BORDER.splitAsStream(text).map(name -> name.replace("\\.", ".")).toList();
        int last = names.size() - 1;
        Optional<String> wildcard = text.endsWith(ANY)
                ? Optional.of(names.get(last).substring(0, names.get(last).length() - ANY.length()))
                : Optional.empty();
        return new SourcePath(
                text,
                names.subList(0, wildcard.isPresent() ? last : last + 1).stream()
                        .map(Step::of)
                        .toList(),
                wildcard);
    }

    boolean isWildcard() {
        return wildcard.isPresent();
    }

    /** Whether a wildcard means a field of the object. */
    boolean includes(String name) {
        return wildcard.filter(name::startsWith).isPresent();
    }

    /** The value at the path; a missing node if there is none. Of a wildcard, the object whose fields are meant. */
    JsonNode in(JsonNode record) {
        JsonNode node = record;
        for (Step step : steps) {
            node = step.of(node, record);
        }
        return node;
    }

    /** Whether the path leads through a list of several elements, of which it chooses one. */
    boolean choosesIn(JsonNode record) {
        JsonNode node = record;
        for (Step step : steps) {
            JsonNode list = step.key().isEmpty() ? node : step.listIn(node);
            if (list.isArray() && list.size() > 1) {
                return true;
            }
            node = step.of(node, record);
        }
        return false;
    }

    /** The names alone, as the field report shows them. */
    String names() {
        return String.join(".", steps.stream().map(Step::name).toList());
    }

    @Override
    public String toString() {
        return text;
    }
}
