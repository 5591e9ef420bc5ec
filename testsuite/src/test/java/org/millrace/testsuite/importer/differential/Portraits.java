package org.millrace.testsuite.importer.differential;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/**
 * What Keycloak's API shows of users, as lines of text without what two equal users of two realms have to differ in.
 *
 * @param since times from here on are those of the test
 */
record Portraits(ImportRealm realm, Instant since) {
    /** All users of the realm by their ids, as far as the user itself shows it. */
    Map<String, List<String>> ofAll() {
        Map<String, List<String>> portraits = new TreeMap<>();
        realm.admin()
                .get(realm.base() + "/users?briefRepresentation=false&max=-1")
                .ok()
                .json()
                .forEach(user -> portraits.put(user.path("id").asText(), lines("user", user)));
        return portraits;
    }

    private List<String> lines(String path, JsonNode value) {
        List<String> lines = new ArrayList<>();
        flatten(path, value, lines);
        lines.sort(null);
        return lines;
    }

    private void flatten(String path, JsonNode value, List<String> lines) {
        if (value instanceof ObjectNode object) {
            object.properties().forEach(field -> flatten(path + "." + field.getKey(), field.getValue(), lines));
        } else if (value.isArray() && isAttribute(path)) {
            // Keycloak reads them in no order of its own: two rows on two pages may come either way round.
            List<String> values = new ArrayList<>();
            value.forEach(each -> values.add(each.toString()));
            values.sort(null);
            for (int i = 0; i < values.size(); i++) {
                lines.add(path + "[" + i + "] = " + neutral(values.get(i)));
            }
        } else if (value.isArray()) {
            value.forEach(element -> flatten(path + "[" + name(element) + "]", element, lines));
        } else {
            lines.add(path + " = " + leaf(path, value));
        }
    }

    private static boolean isAttribute(String path) {
        return path.startsWith("user.attributes.");
    }

    /** What an element of an unordered list goes by. */
    private String name(JsonNode element) {
        for (String field : List.of("path", "name", "identityProvider")) {
            if (element.has(field)) {
                return neutral(element.path(field).asText());
            }
        }
        return element.asText();
    }

    private String leaf(String path, JsonNode value) {
        String field = path.substring(path.lastIndexOf('.') + 1);
        return switch (field) {
            case "id", "containerId", "parentId" -> "an id";
            case "createdTimestamp", "createdDate" -> value.asLong() >= since.toEpochMilli() ? "now" : value.toString();
            default -> neutral(value.toString());
        };
    }

    private String neutral(String text) {
        return text.replace(realm.name(), "REALM");
    }
}
