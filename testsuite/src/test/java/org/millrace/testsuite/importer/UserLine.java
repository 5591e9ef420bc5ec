package org.millrace.testsuite.importer;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A user as one line of a body, put together field by field. Immutable. */
final class UserLine {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ObjectNode user;

    private UserLine(ObjectNode user) {
        this.user = user;
    }

    /** An enabled user. */
    static UserLine named(String username) {
        return new UserLine(JSON.createObjectNode().put("username", username).put("enabled", true));
    }

    /** So many enabled users, numbered from 0. */
    static List<UserLine> several(String name, int count) {
        return IntStream.range(0, count).mapToObj(i -> named(name + "-" + i)).toList();
    }

    /** Anything that Jackson writes as an object. */
    static UserLine of(Map<String, ?> fields) {
        return new UserLine(JSON.valueToTree(fields));
    }

    static UserLine of(ObjectNode user) {
        return new UserLine(user.deepCopy());
    }

    UserLine with(String field, Object value) {
        ObjectNode more = user.deepCopy();
        more.set(field, JSON.valueToTree(value));
        return new UserLine(more);
    }

    UserLine email(String email) {
        return with("email", email);
    }

    UserLine attribute(String name, String... values) {
        ObjectNode more = user.deepCopy();
        more.withObject("/attributes").set(name, JSON.valueToTree(values));
        return new UserLine(more);
    }

    /** A password in clear. */
    UserLine password(String value) {
        return with("credentials", List.of(Map.of("type", "password", "value", value)));
    }

    String username() {
        return user.path("username").asText();
    }

    /** The representation, as {@code POST /users} takes it too. */
    ObjectNode json() {
        return user.deepCopy();
    }

    /** The representation field by field, to be changed at will. */
    Map<String, Object> fields() {
        return JSON.convertValue(user, new TypeReference<>() {});
    }

    /** The line without its end. */
    @Override
    public String toString() {
        return user.toString();
    }
}
