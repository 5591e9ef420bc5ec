package org.millrace.bulk.format.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.millrace.bulk.record.field.FieldUse;

/** Applies a {@link SourceMapping} to records, and counts what becomes of their fields. For one thread. */
final class UserMapper {
    /** Fields of a user that {@code "to"} may name apart from attributes. A name in full is cut at its last blank. */
    static final Set<String> FIELDS = Set.of(
            "id", "username", "email", "firstName", "lastName", "name", "enabled", "emailVerified", "createdTimestamp");

    private static final String CREDENTIALS = "credentials";
    private static final String ENABLED = "enabled";
    private static final String NAME = "name";

    private final SourceMapping mapping;
    private final FieldReport report = new FieldReport();
    private final Predicate<String> isSupported;
    private final Set<String> ignored;

    /** @param isSupported whether a text describes itself as a password hash that can be verified */
    UserMapper(SourceMapping mapping, Predicate<String> isSupported) {
        this.mapping = mapping;
        this.isSupported = isSupported;
        this.ignored = Set.copyOf(mapping.ignored());
    }

    /**
     * What becomes of a field of one record.
     *
     * @param to fields of the user
     * @param isWhole whether all values of the field are taken, if it has several
     */
    private record Use(String to, boolean isWhole) {
        Use and(Use more) {
            return new Use(to + ", " + more.to, isWhole || more.isWhole);
        }
    }

    List<FieldUse> fields() {
        return report.fields();
    }

    /** The user that a record of the source describes, as a representation. */
    ObjectNode user(ObjectNode record) {
        mapping.pairs().forEach(field -> readPairs(record, field));
        ObjectNode user = JsonNodeFactory.instance.objectNode();
        Map<String, Use> used = new HashMap<>();
        mapping.constants().forEach((field, value) -> setConstant(user, field, value));
        // A full name counts if there is neither a first nor a last name.
        for (boolean fullName : List.of(false, true)) {
            mapping.fields().stream()
                    .filter(field -> !field.from().isWildcard() && field.to().equals(NAME) == fullName)
                    .forEach(field -> map(record, field, user, used));
        }
        mapping.hashes().forEach(hash -> mapHash(record, hash, user, used));
        Set<String> above = FieldPaths.containers(used.keySet());
        mapping.fields().stream()
                .filter(field -> field.from().isWildcard())
                .forEach(field -> mapAll(record, field, user, used, above));
        splitName(user);
        mapping.defaults().properties().forEach(each -> {
            if (!user.has(each.getKey())) {
                user.set(each.getKey(), each.getValue());
            }
        });
        Set<String> around = FieldPaths.containers(used.keySet());
        Predicate<String> isLeaf = path -> used.containsKey(path) || ignored.contains(path) && !around.contains(path);
        FieldPaths.of(record, isLeaf).forEach(path -> {
            Optional<Use> use = Optional.ofNullable(used.get(path));
            report.count(path, use.map(Use::to), !use.map(Use::isWhole).orElse(true));
        });
        return user;
    }

    /** {@code [{"Name":"email","Value":"a@b"}]} is read as {@code {"email":"a@b"}}. */
    private static void readPairs(ObjectNode record, String field) {
        if (record.path(field).isArray()) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            for (JsonNode pair : record.path(field)) {
                object.set(pair.path("Name").asText(), pair.path("Value"));
            }
            record.set(field, object);
        }
    }

    private void map(ObjectNode record, FieldMapping field, ObjectNode user, Map<String, Use> used) {
        JsonNode value = field.from().in(record);
        if (FieldPaths.isEmpty(value) || field.excludes(first(value))) {
            return;
        }
        boolean isTaken;
        if (field.isAttribute()) {
            isTaken = addAttribute(user, field.attribute(""), converted(value, field));
        } else if (field.isLink()) {
            isTaken = addLink(user, field.identityProvider(), field.as().apply(first(value), field.values()));
        } else {
            isTaken = setField(record, value, field, user);
        }
        if (isTaken) {
            boolean takesAll =
                    field.isAttribute() || field.as() == Conversion.LISTS || !value.isArray() || value.size() == 1;
            Use use = new Use(field.to(), takesAll && !field.from().choosesIn(record));
            used.merge(field.from().names(), use, Use::and);
        }
    }

    private static JsonNode first(JsonNode value) {
        return value.isArray() ? value.path(0) : value;
    }

    /** False if another mapping has set the field. */
    private boolean setField(ObjectNode record, JsonNode value, FieldMapping field, ObjectNode user) {
        JsonNode one = field.as() == Conversion.LISTS
                ? field.as().apply(value, texts(record, field.values()))
                : field.as().apply(first(value), field.values());
        boolean isSet = user.has(field.to())
                || field.to().equals(NAME) && (one.isObject() || user.has("firstName") || user.has("lastName"));
        boolean disables = field.to().equals(ENABLED) && !one.asBoolean(true);
        if (isSet && (!disables || mapping.constants().containsKey(ENABLED))) {
            return false;
        }
        user.set(field.to(), one);
        return true;
    }

    /** The texts at some paths; empty ones are left out. */
    private static List<String> texts(ObjectNode record, List<String> paths) {
        return paths.stream()
                .map(path -> SourcePath.of(path).in(record).asText().trim())
                .filter(text -> !text.isEmpty())
                .toList();
    }

    private static JsonNode converted(JsonNode value, FieldMapping field) {
        if (!value.isArray()) {
            return field.as().apply(value, field.values());
        }
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        value.forEach(each -> all.add(field.as().apply(each, field.values())));
        return all;
    }

    private static void setConstant(ObjectNode user, String field, JsonNode value) {
        if (field.startsWith(FieldMapping.ATTRIBUTES)) {
            // Constants are set before anything else.
            boolean unused = addAttribute(user, field.substring(FieldMapping.ATTRIBUTES.length()), value);
        } else {
            user.set(field, value);
        }
    }

    private void mapAll(
            ObjectNode record, FieldMapping field, ObjectNode user, Map<String, Use> used, Set<String> above) {
        String object = field.from().names();
        String prefix = object.isEmpty() ? "" : object + ".";
        field.from().in(record).properties().forEach(each -> {
            String path = prefix + each.getKey();
            if (field.from().includes(each.getKey())
                    && !FieldPaths.isEmpty(each.getValue())
                    && !used.containsKey(path)
                    && !ignored.contains(path)
                    && !above.contains(path)
                    && addAttribute(user, field.attribute(each.getKey()), each.getValue())) {
                used.put(path, new Use(FieldMapping.ATTRIBUTES + each.getKey(), true));
            }
        });
    }

    /** Lists stay lists of texts; objects are kept as JSON. False if there is such an attribute. */
    private static boolean addAttribute(ObjectNode user, String name, JsonNode value) {
        ObjectNode attributes = user.withObjectProperty("attributes");
        if (attributes.has(name)) {
            return false;
        }
        ArrayNode texts = attributes.putArray(name);
        if (value.isArray()) {
            value.forEach(each -> texts.add(text(each)));
        } else {
            texts.add(text(value));
        }
        return true;
    }

    /** False if there is a link to this identity provider. */
    private static boolean addLink(ObjectNode user, String alias, JsonNode userId) {
        ArrayNode links = user.withArrayProperty("federatedIdentities");
        for (JsonNode link : links) {
            if (link.path("identityProvider").asText().equals(alias)) {
                return false;
            }
        }
        links.addObject().put("identityProvider", alias).put("userId", text(userId));
        return true;
    }

    private static String text(JsonNode value) {
        return value.isContainerNode() ? value.toString() : value.asText();
    }

    /** Of several hashes the first one that can be verified, else the first one. */
    private String selfDescribed(JsonNode value) {
        String first = first(value).asText();
        return value.size() < 2
                ? first
                : value.valueStream()
                        .map(JsonNode::asText)
                        .filter(isSupported)
                        .findFirst()
                        .orElse(first);
    }

    private void mapHash(ObjectNode record, HashMapping hash, ObjectNode user, Map<String, Use> used) {
        JsonNode value = hash.value().in(record);
        if (FieldPaths.isEmpty(value) || user.has(CREDENTIALS)) {
            return;
        }
        boolean isWhole = !hash.value().choosesIn(record) && (!value.isArray() || value.size() == 1);
        used.merge(hash.value().names(), new Use(CREDENTIALS, isWhole), Use::and);
        ObjectNode credential = JsonNodeFactory.instance.objectNode().put("type", "password");
        if (hash.format().isEmpty()) {
            credential.put("hash", selfDescribed(value));
        } else {
            ObjectNode described = credential
                    .putObject("hash")
                    .put("format", hash.format())
                    .put("value", first(value).asText());
            Map<String, SourcePath> parameters = new HashMap<>(hash.parameters());
            hash.salt().ifPresent(salt -> parameters.put("salt", salt));
            parameters.forEach((name, path) -> {
                JsonNode parameter = path.in(record);
                if (!FieldPaths.isEmpty(parameter)) {
                    used.merge(path.names(), new Use(CREDENTIALS, true), Use::and);
                    described.set(name, parameter);
                }
            });
            hash.constants().forEach(described::set);
        }
        user.putArray(CREDENTIALS).add(credential);
    }

    private static void splitName(ObjectNode user) {
        JsonNode name = user.remove(NAME);
        if (name == null || user.has("firstName") || user.has("lastName")) {
            return;
        }
        String full = name.asText().trim();
        int blank = full.lastIndexOf(' ');
        if (blank > 0) {
            user.put("firstName", full.substring(0, blank).trim());
        }
        user.put("lastName", full.substring(blank + 1));
    }

    /** Fields of the mapping that no user has, for the check of a mapping when it is read. */
    static Set<String> unknownFields(SourceMapping mapping) {
        Set<String> unknown = new HashSet<>();
        for (FieldMapping field : mapping.fields()) {
            if (!field.isAttribute() && !field.isLink() && !FIELDS.contains(field.to())) {
                unknown.add(field.to());
            }
        }
        mapping.constants().keySet().stream()
                .filter(field -> !field.startsWith(FieldMapping.ATTRIBUTES) && !FIELDS.contains(field))
                .forEach(unknown::add);
        return unknown;
    }
}
