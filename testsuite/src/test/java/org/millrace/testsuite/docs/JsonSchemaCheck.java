package org.millrace.testsuite.docs;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.net.URI;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * Compares JSON values with schemas of an OpenAPI 3.1 document. It is stricter than JSON Schema in one respect: a schema that lists
 * properties allows no others, unless it has {@code additionalProperties}. It evaluates the keywords that Millrace's document has.
 */
final class JsonSchemaCheck {
    private static final Set<String> ANNOTATIONS = Set.of("description", "default", "example", "examples");

    private final JsonNode document;

    /** @param document the whole document, for references into it */
    JsonSchemaCheck(JsonNode document) {
        this.document = document;
    }

    /** What is wrong with a value, each with its path; empty if nothing is. */
    List<String> violations(JsonNode value, JsonNode schema) {
        List<String> violations = new ArrayList<>();
        check(value, schema, "$", violations);
        checkUndocumented(value, schema, "$", violations);
        return violations;
    }

    /** Follows a reference into the document. */
    JsonNode resolve(JsonNode node) {
        if (!node.has("$ref")) {
            return node;
        }
        JsonNode target = document.at(node.path("$ref").asText().substring(1));
        if (target.isMissingNode()) {
            throw new IllegalStateException("The document lacks " + node.path("$ref"));
        }
        return target;
    }

    private void check(JsonNode value, JsonNode schema, String path, List<String> out) {
        schema.properties().forEach(keyword -> {
            JsonNode argument = keyword.getValue();
            switch (keyword.getKey()) {
                case "$ref" -> check(value, resolve(schema), path, out);
                case "type" -> require(hasType(value, argument), path, "is not of type " + argument, value, out);
                case "enum" -> require(contains(argument, value), path, "is none of " + argument, value, out);
                case "const" -> require(value.equals(argument), path, "is not " + argument, value, out);
                case "pattern" -> require(matches(value, argument), path, "does not match " + argument, value, out);
                case "format" -> require(hasFormat(value, argument.asText()), path, "is no " + argument, value, out);
                case "minimum" -> require(compared(value, argument) >= 0, path, "is less than " + argument, value, out);
                case "maximum" -> require(compared(value, argument) <= 0, path, "is more than " + argument, value, out);
                case "minLength", "minItems", "minProperties" ->
                    require(size(value) >= argument.asInt(), path, "is shorter than " + argument, value, out);
                case "maxLength", "maxItems" ->
                    require(size(value) <= argument.asInt(), path, "is longer than " + argument, value, out);
                case "required" ->
                    argument.forEach(name ->
                            require(!value.isObject() || value.has(name.asText()), path, "lacks " + name, value, out));
                case "properties" ->
                    argument.properties().stream()
                            .filter(property -> value.has(property.getKey()))
                            .forEach(property -> whole(
                                    value.path(property.getKey()),
                                    property.getValue(),
                                    path + "." + property.getKey(),
                                    out));
                case "additionalProperties" -> checkAdditional(value, schema, argument, path, out);
                case "items" -> {
                    for (int i = 0; value.isArray() && i < value.size(); i++) {
                        whole(value.path(i), argument, path + "[" + i + "]", out);
                    }
                }
                case "allOf" -> argument.forEach(part -> check(value, part, path, out));
                case "oneOf" -> checkOneOf(value, argument, path, out);
                default -> {
                    if (!ANNOTATIONS.contains(keyword.getKey())) {
                        throw new IllegalStateException("The keyword " + keyword.getKey() + " is not supported");
                    }
                }
            }
        });
    }

    private void whole(JsonNode value, JsonNode schema, String path, List<String> out) {
        check(value, schema, path, out);
        checkUndocumented(value, schema, path, out);
    }

    private void checkAdditional(JsonNode value, JsonNode schema, JsonNode argument, String path, List<String> out) {
        value.properties().stream()
                .filter(property -> !schema.path("properties").has(property.getKey()))
                .forEach(property -> {
                    if (argument.isObject()) {
                        whole(property.getValue(), argument, path + "." + property.getKey(), out);
                    } else {
                        require(argument.asBoolean(), path, "may not have " + property.getKey(), value, out);
                    }
                });
    }

    /** If no alternative fits, the violations are those of the one that comes closest. */
    private void checkOneOf(JsonNode value, JsonNode alternatives, String path, List<String> out) {
        List<List<String>> results = StreamSupport.stream(alternatives.spliterator(), false)
                .map(alternative -> {
                    List<String> violations = new ArrayList<>();
                    whole(value, alternative, path, violations);
                    return violations;
                })
                .toList();
        long fitting = results.stream().filter(List::isEmpty).count();
        if (fitting == 0) {
            out.addAll(results.stream().min(Comparator.comparing(List::size)).orElseThrow());
        }
        require(fitting <= 1, path, "fits " + fitting + " alternatives", value, out);
    }

    private void checkUndocumented(JsonNode value, JsonNode schema, String path, List<String> out) {
        Set<String> documented = new LinkedHashSet<>();
        if (!value.isObject() || !collect(schema, documented) || documented.isEmpty()) {
            return;
        }
        value.fieldNames()
                .forEachRemaining(name -> require(
                        documented.contains(name),
                        path,
                        "has the undocumented property " + name,
                        value.path(name),
                        out));
    }

    /** Adds the documented properties; returns false if there may be others. */
    private boolean collect(JsonNode schema, Set<String> documented) {
        if (schema.has("additionalProperties") || schema.has("oneOf")) {
            return false;
        }
        schema.path("properties").fieldNames().forEachRemaining(documented::add);
        boolean closed = !schema.has("$ref") || collect(resolve(schema), documented);
        for (JsonNode part : schema.path("allOf")) {
            closed &= collect(part, documented);
        }
        return closed;
    }

    private static void require(boolean condition, String path, String violation, JsonNode value, List<String> out) {
        if (!condition) {
            out.add(path + " " + violation + ": " + value);
        }
    }

    private static boolean hasType(JsonNode value, JsonNode types) {
        if (types.isArray()) {
            return StreamSupport.stream(types.spliterator(), false).anyMatch(type -> hasType(value, type));
        }
        return switch (types.asText()) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            case "null" -> value.isNull();
            default -> throw new IllegalStateException("There is no type " + types);
        };
    }

    private static boolean contains(JsonNode values, JsonNode value) {
        return StreamSupport.stream(values.spliterator(), false).anyMatch(value::equals);
    }

    private static boolean matches(JsonNode value, JsonNode pattern) {
        return !value.isTextual()
                || Pattern.compile(pattern.asText()).matcher(value.asText()).find();
    }

    private static boolean hasFormat(JsonNode value, String format) {
        if (!value.isTextual()) {
            return true;
        }
        return switch (format) {
            case "date-time" -> isTime(value.asText());
            case "uri" -> URI.create(value.asText()).isAbsolute();
            case "binary" -> true;
            default -> throw new IllegalStateException("The format " + format + " is not supported");
        };
    }

    private static boolean isTime(String text) {
        try {
            OffsetDateTime.parse(text);
            return true;
        } catch (DateTimeParseException e) {
            return false;
        }
    }

    private static int compared(JsonNode value, JsonNode limit) {
        BigDecimal bound = limit.decimalValue();
        return value.isNumber() ? value.decimalValue().compareTo(bound) : 0;
    }

    private static int size(JsonNode value) {
        return value.isTextual() ? value.asText().length() : value.size();
    }
}
