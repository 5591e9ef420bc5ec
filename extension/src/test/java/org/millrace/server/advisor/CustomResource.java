package org.millrace.server.advisor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Compares Keycloak resources with the operator's own schema, as strictly as {@code kubectl} with field validation. */
final class CustomResource {
    private CustomResource() {}

    /** The schema of a whole resource. */
    static JsonNode schema() throws IOException {
        try (InputStream file = CustomResource.class.getResourceAsStream("keycloak-crd.json")) {
            return new ObjectMapper().readTree(file);
        }
    }

    /**
     * Unknown fields and values of another type.
     *
     * @param path of the value, with which each problem begins
     */
    static List<String> problems(JsonNode value, JsonNode schema, String path) {
        List<String> problems = new ArrayList<>();
        String type = schema.path("type").asText();
        if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
            require(value.isInt() || value.isTextual(), path + " is neither number nor text", problems);
        } else if (type.equals("object")) {
            require(value.isObject(), path + " is no object", problems);
            value.fieldNames().forEachRemaining(name -> {
                JsonNode member = schema.path("properties").has(name)
                        ? schema.path("properties").path(name)
                        : schema.path("additionalProperties");
                if (member.isMissingNode()) {
                    problems.add(path + "." + name + " is not known");
                } else {
                    problems.addAll(problems(value.path(name), member, path + "." + name));
                }
            });
        } else if (type.equals("array")) {
            require(value.isArray(), path + " is no list", problems);
            value.forEach(item -> problems.addAll(problems(item, schema.path("items"), path + "[]")));
        } else if (type.equals("integer")) {
            require(value.isInt(), path + " is no integer", problems);
        } else if (type.equals("boolean")) {
            require(value.isBoolean(), path + " is no boolean", problems);
        } else {
            require(value.isTextual(), path + " is no text", problems);
        }
        return problems;
    }

    private static void require(boolean condition, String problem, List<String> problems) {
        if (!condition) {
            problems.add(problem);
        }
    }
}
