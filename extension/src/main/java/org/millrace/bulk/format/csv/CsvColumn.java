package org.millrace.bulk.format.csv;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.format.parser.OperationParser;

/**
 * A column of a CSV file, named as the field of a user that its cells hold.
 *
 * <p>One long class: how a cell is read and how it is written have to agree.
 *
 * @param name name of the field; of an unknown column, the text of the header
 * @param key what stands behind the dot, as in {@code attributes.phone}; empty for other columns
 */
public record CsvColumn(String name, String key, Kind kind) {

    static final String PASSWORD = "password";
    static final String PASSWORD_HASH = "passwordHash";
    static final String PASSWORD_TEMPORARY = "passwordTemporary";

    /** In a retry file, why the record was not applied. */
    static final String REASON = "$reason";

    /** Stands between the values of one cell; with a backslash before it, it is part of a value. */
    static final String SEPARATOR = "##";

    private static final String ESCAPED_SEPARATOR = "\\##";
    private static final Set<String> KEYS = Set.of("username", "email", "id");

    /** How a cell is to be understood. */
    private enum Kind {
        TEXT,
        FLAG,
        TIME,
        LIST,
        /** Lists by name: the column's name holds one of them. */
        NAMED_LIST,
        /** Structures without a tabular form, as JSON. */
        JSON,
        /** As JSON, or a list of organizations by their aliases. */
        MEMBERSHIPS,
        /** A link to the identity provider in the column's name: the id there, and the name if there is one. */
        LINK,
        /** Of retry files. */
        IGNORED,
        UNKNOWN
    }

    private static final Map<String, CsvColumn> PLAIN = Stream.of(
                    columns(
                            Kind.TEXT,
                            "id",
                            "username",
                            "email",
                            "firstName",
                            "lastName",
                            "notBefore",
                            "federationLink",
                            "serviceAccountClientId",
                            PASSWORD,
                            PASSWORD_HASH,
                            OperationParser.FIELD),
                    columns(Kind.IGNORED, REASON),
                    columns(Kind.FLAG, "enabled", "emailVerified", PASSWORD_TEMPORARY),
                    columns(Kind.TIME, "createdTimestamp"),
                    columns(Kind.LIST, "groups", "realmRoles", "requiredActions"),
                    columns(
                            Kind.JSON,
                            "attributes",
                            "clientRoles",
                            "credentials",
                            "federatedIdentities",
                            "clientConsents",
                            "verifiableCredentials",
                            "issuedVerifiableCredentials"),
                    columns(Kind.MEMBERSHIPS, "organizations"))
            .flatMap(Function.identity())
            .collect(Collectors.toMap(column -> CsvAliases.plain(column.name), Function.identity()));

    private static final Map<String, CsvColumn> PREFIXES = Stream.of(
                    columns(Kind.NAMED_LIST, "attributes", "clientRoles"), columns(Kind.LINK, "federatedIdentities"))
            .flatMap(Function.identity())
            .collect(Collectors.toMap(column -> CsvAliases.plain(column.name), Function.identity()));

    private static Stream<CsvColumn> columns(Kind kind, String... names) {
        return Stream.of(names).map(name -> new CsvColumn(name, "", kind));
    }

    /** Names of the columns, for people; {@code attributes.phone} and the like come on top. */
    static String names() {
        return "username, email, id, firstName, lastName, enabled, emailVerified, groups, realmRoles, requiredActions,"
                + " createdTimestamp, password, passwordHash, $op, attributes.<name>, clientRoles.<clientId>";
    }

    /**
     * The columns with these names. Of several aliases of one field the first one is the column, unless another column has the name of the
     * field itself; the others are unknown.
     */
    static List<CsvColumn> all(List<String> headers) {
        List<CsvColumn> meant = headers.stream().map(CsvColumn::of).toList();
        Set<CsvColumn> taken = new HashSet<>();
        for (int i = 0; i < headers.size(); i++) {
            if (!meant.get(i).isAlias(headers.get(i))) {
                taken.add(meant.get(i));
            }
        }
        List<CsvColumn> columns = new ArrayList<>();
        for (int i = 0; i < headers.size(); i++) {
            CsvColumn column = meant.get(i);
            boolean isFree = !column.isAlias(headers.get(i)) || column.isList() || !taken.contains(column);
            columns.add(isFree ? column : new CsvColumn(headers.get(i).strip(), "", Kind.UNKNOWN));
            taken.add(column);
        }
        return columns;
    }

    /** Whether the text means this field by another name. */
    private boolean isAlias(String header) {
        return isKnown() && key.isEmpty() && !PLAIN.containsKey(CsvAliases.plain(header));
    }

    /** The column with this name, or with an alias of it; case, spaces, hyphens and underscores do not matter. */
    public static CsvColumn of(String header) {
        String name = header.strip();
        CsvColumn plain = PLAIN.get(CsvAliases.plain(name));
        if (plain != null) {
            return plain;
        }
        int dot = name.indexOf('.');
        CsvColumn prefix = dot < 0 ? null : PREFIXES.get(CsvAliases.plain(name.substring(0, dot)));
        if (prefix == null && CsvAliases.field(name).isPresent()) {
            return Objects.requireNonNull(
                    PLAIN.get(CsvAliases.plain(CsvAliases.field(name).get())));
        }
        return prefix == null || dot == name.length() - 1
                ? new CsvColumn(name, "", Kind.UNKNOWN)
                : new CsvColumn(prefix.name, name.substring(dot + 1), prefix.kind);
    }

    boolean isKnown() {
        return kind != Kind.UNKNOWN;
    }

    /** Whether a record can be known by what stands in this column. */
    boolean isKey() {
        return KEYS.contains(name) && isKnown();
    }

    /** Whether the column may come several times, so that each has one of the values. */
    boolean isList() {
        return kind == Kind.LIST || kind == Kind.NAMED_LIST || kind == Kind.LINK || kind == Kind.MEMBERSHIPS;
    }

    /** Sets the field of a cell on a record. */
    void fill(ObjectNode user, String cell, ObjectMapper json) {
        switch (kind) {
            case TEXT -> user.put(name, cell);
            case FLAG ->
                user.put(name, CsvAliases.flag(cell).map(String::valueOf).orElseGet(() -> lowerCase(cell.strip())));
            case TIME -> user.put(name, milliseconds(cell.strip()));
            case LIST -> values(cell).forEach(list(user, name)::add);
            case NAMED_LIST -> {
                ObjectNode lists = object(user, name);
                JsonNode present = lists.get(key);
                ArrayNode list = list(lists, key);
                if (present != null && present.isValueNode()) {
                    lists.set(key, list.add(present));
                }
                values(cell).forEach(list::add);
            }
            case JSON -> merge(user, cell, json);
            case MEMBERSHIPS -> memberships(user, cell, json);
            case LINK -> link(user, cell);
            case IGNORED -> {
                // The column says why a record was not applied, for people.
            }
            case UNKNOWN -> user.put(name, cell);
        }
    }

    /** Whether the column holds a whole object or list as JSON, parts of which other columns may hold. */
    boolean isWhole() {
        return kind == Kind.JSON || kind == Kind.MEMBERSHIPS;
    }

    /** Takes out of a record what {@link #fill} and {@link CsvHeader#json} made of a cell of this column. */
    String take(ObjectNode user) {
        return switch (kind) {
            case TEXT, FLAG, TIME, UNKNOWN -> isPassword() ? takePassword(user) : text(user.remove(name));
            case LIST -> joined(user.remove(name));
            case NAMED_LIST -> user.get(name) instanceof ObjectNode lists ? joined(lists.remove(key)) : "";
            case JSON -> whole(user.remove(name));
            case MEMBERSHIPS -> takeMemberships(user);
            case LINK -> takeLink(user);
            case IGNORED -> "";
        };
    }

    private boolean isPassword() {
        return name.equals(PASSWORD) || name.equals(PASSWORD_HASH) || name.equals(PASSWORD_TEMPORARY);
    }

    /** The credential that was made of two columns; it goes with its value. */
    private String takePassword(ObjectNode user) {
        if (user.get("credentials") instanceof ArrayNode credentials) {
            for (int i = credentials.size() - 1; i >= 0; i--) {
                if (credentials.get(i) instanceof ObjectNode credential
                        && credential.path("type").asText().equals("password")
                        && !credential.has("secretData")) {
                    String field = name.equals(PASSWORD) ? "value" : name.equals(PASSWORD_HASH) ? "hash" : "temporary";
                    String cell = text(credential.remove(field));
                    if (credential.size() == 1) {
                        credentials.remove(i);
                    }
                    return cell;
                }
            }
        }
        return "";
    }

    private String takeMemberships(ObjectNode user) {
        JsonNode memberships = user.remove(name);
        boolean plain = memberships instanceof ArrayNode list
                && StreamSupport.stream(list.spliterator(), false)
                        .allMatch(one -> one.size() == 1 && one.path("alias").isTextual());
        return plain
                ? StreamSupport.stream(memberships.spliterator(), false)
                        .map(one -> escaped(one.path("alias").asText()))
                        .collect(Collectors.joining(SEPARATOR))
                : whole(memberships);
    }

    private String takeLink(ObjectNode user) {
        if (user.get(name) instanceof ArrayNode links) {
            for (int i = 0; i < links.size(); i++) {
                JsonNode link = links.get(i);
                if (link.path("identityProvider").asText().equals(key)) {
                    links.remove(i);
                    String userName = link.path("userName").asText("");
                    String id = escaped(link.path("userId").asText());
                    return userName.isEmpty() ? id : id + SEPARATOR + escaped(userName);
                }
            }
        }
        return "";
    }

    private static String joined(@Nullable JsonNode list) {
        return list instanceof ArrayNode values
                ? StreamSupport.stream(values.spliterator(), false)
                        .map(value -> escaped(value.asText()))
                        .collect(Collectors.joining(SEPARATOR))
                : text(list);
    }

    private static String escaped(String value) {
        return value.replace(SEPARATOR, ESCAPED_SEPARATOR);
    }

    private static String text(@Nullable JsonNode value) {
        return value == null ? "" : value.isValueNode() ? value.asText() : value.toString();
    }

    private static String whole(@Nullable JsonNode value) {
        return value == null || value.isEmpty() && value.isContainerNode() ? "" : text(value);
    }

    private void memberships(ObjectNode user, String cell, ObjectMapper json) {
        if (cell.stripLeading().startsWith("[")) {
            merge(user, cell, json);
        } else {
            values(cell).forEach(alias -> list(user, name).addObject().put("alias", alias));
        }
    }

    private void link(ObjectNode user, String cell) {
        List<String> parts = values(cell);
        ObjectNode link =
                list(user, name).addObject().put("identityProvider", key).put("userId", parts.get(0));
        if (parts.size() > 1) {
            link.put("userName", parts.get(1));
        }
    }

    /**
     * Merges with the values of other columns. A cell that is no JSON is taken as text, and the parser of the field reports the
     * expected type.
     */
    private void merge(ObjectNode user, String cell, ObjectMapper json) {
        JsonNode value;
        try {
            value = json.readTree(cell);
        } catch (JsonProcessingException e) {
            value = json.getNodeFactory().textNode("");
        }
        JsonNode present = user.get(name);
        if (present instanceof ArrayNode list && value instanceof ArrayNode more) {
            list.addAll(more);
        } else if (present instanceof ObjectNode object && value instanceof ObjectNode more) {
            object.setAll(more);
        } else if (present == null || present.isContainerNode()) {
            // Of two that do not go together, the one that no list or object can be is left to be refused.
            user.set(name, value);
        }
    }

    /** A number as it is, and a point in time by its number. */
    private static String milliseconds(String cell) {
        try {
            return Long.toString(Instant.parse(cell).toEpochMilli());
        } catch (DateTimeException | ArithmeticException e) {
            return cell;
        }
    }

    static List<String> values(String cell) {
        List<String> values = new ArrayList<>(1);
        StringBuilder value = new StringBuilder();
        int at = 0;
        while (at < cell.length()) {
            if (cell.startsWith(ESCAPED_SEPARATOR, at)) {
                value.append(SEPARATOR);
                at += ESCAPED_SEPARATOR.length();
            } else if (cell.startsWith(SEPARATOR, at)) {
                values.add(value.toString());
                value.setLength(0);
                at += SEPARATOR.length();
            } else {
                value.append(cell.charAt(at));
                at++;
            }
        }
        values.add(value.toString());
        return values;
    }

    /** Where another column has put something else, it stays, so that the fields' reader refuses it: the list leads nowhere. */
    static ArrayNode list(ObjectNode parent, String field) {
        JsonNode present = parent.get(field);
        if (present instanceof ArrayNode list) {
            return list;
        }
        return present == null ? parent.putArray(field) : parent.arrayNode();
    }

    private static ObjectNode object(ObjectNode parent, String field) {
        JsonNode present = parent.get(field);
        if (present instanceof ObjectNode object) {
            return object;
        }
        return present == null ? parent.putObject(field) : parent.objectNode();
    }

    private static String lowerCase(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
