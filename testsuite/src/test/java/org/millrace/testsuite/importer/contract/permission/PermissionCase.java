package org.millrace.testsuite.importer.contract.permission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;

/**
 * One change, by the calls of Keycloak that make it, and by a record that makes it.
 *
 * @param target the object that is changed, the same for all changes of it; empty where one is created
 * @param modes values of {@code onConflict} with which the record makes the change
 * @param calls the answers of the calls in a caller's name; the text makes names unique
 * @param before what has to be so before, set by an administrator
 * @param state paths that show whether the object was changed
 */
record PermissionCase(
        String name,
        String entity,
        String target,
        Set<String> modes,
        BiFunction<AdminClient, String, List<Answer>> calls,
        Function<String, Map<String, ?>> record,
        Runnable before,
        List<String> state) {
    /** All values of {@code onConflict}. */
    static final List<String> MODES = List.of("fail", "skip", "merge", "replace");

    private static final int CONFLICT = 409;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, String> TYPES = Map.of(
            "users", "user",
            "groups", "group",
            "roles", "role",
            "clients", "client",
            "resources", "resource",
            "organizations", "organization",
            "departments", "department");

    /** Creates something, with any conflict mode. */
    static PermissionCase creation(
            String name,
            String entity,
            BiFunction<AdminClient, String, List<Answer>> calls,
            Function<String, Map<String, ?>> record) {
        return new PermissionCase(name, entity, "", Set.copyOf(MODES), calls, record, () -> {}, List.of());
    }

    /** Sets something of an object. */
    static PermissionCase change(
            String name,
            String entity,
            String target,
            BiFunction<AdminClient, String, List<Answer>> calls,
            Function<String, Map<String, ?>> record,
            String... state) {
        return new PermissionCase(name, entity, target, Set.of("merge"), calls, record, () -> {}, List.of(state));
    }

    /**
     * Removes something of an object by a record that does not name it: with Keycloak's own calls, the caller has to read the object first.
     *
     * @param object the path of the object
     */
    static PermissionCase removal(
            String name,
            String entity,
            String target,
            Runnable before,
            BiFunction<AdminClient, String, List<Answer>> calls,
            Function<String, Map<String, ?>> record,
            String object,
            String... state) {
        BiFunction<AdminClient, String, List<Answer>> reading = (as, unique) -> {
            List<Answer> answers = new ArrayList<>(List.of(as.get(object)));
            answers.addAll(calls.apply(as, unique));
            return answers;
        };
        List<String> states = new ArrayList<>(List.of(object));
        states.addAll(List.of(state));
        return new PermissionCase(name, entity, target, Set.of("replace"), reading, record, before, states);
    }

    PermissionCase after(Runnable setUp) {
        return new PermissionCase(name, entity, target, modes, calls, record, setUp, state);
    }

    /** Whether the record deletes something, which exists. */
    boolean isDeletion() {
        return record.apply("name").containsKey("$op");
    }

    /** Whether the mode says what to do: a change of an object that exists is nothing to {@code fail} and {@code skip}. */
    boolean appliesTo(String mode) {
        return modes.contains(mode) || !target.isEmpty() && (mode.equals("fail") || mode.equals("skip"));
    }

    /** What the paths show. Keycloak lists client scopes, roles and entries of maps in any order. */
    String shown(AdminClient admin) {
        return String.join(
                "\n",
                state.stream()
                        .map(path -> sorted(admin.get(path).ok().json()).toString())
                        .toList());
    }

    private static JsonNode sorted(JsonNode node) {
        if (node.isArray()) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            StreamSupport.stream(node.spliterator(), false)
                    .map(PermissionCase::sorted)
                    .sorted(Comparator.comparing(JsonNode::toString))
                    .forEach(array::add);
            return array;
        }
        if (node.isObject()) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            node.properties().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(field -> object.set(field.getKey(), sorted(field.getValue())));
            return object;
        }
        return node;
    }

    /** Whether Keycloak lets the caller make the change. */
    boolean isAllowed(AdminClient caller, String unique) {
        List<Answer> answers = answers(caller, unique);
        if (answers.stream().anyMatch(answer -> answer.status() == CONFLICT)) {
            // Keycloak's check may create a resource that its cache takes for absent, and answer 409 once, whether the
            // caller is allowed or not. A conflict that stays was found after the check.
            answers = answers(caller, unique + "-again");
        }
        return answers.stream().allMatch(PermissionCase::isSuccess);
    }

    private List<Answer> answers(AdminClient caller, String unique) {
        before.run();
        return calls.apply(caller, unique);
    }

    private static boolean isSuccess(Answer answer) {
        boolean isSuccess = answer.status() / 100 == 2 || answer.status() == CONFLICT;
        assertThat(isSuccess || answer.status() == 403 || answer.status() == 404)
                .as("%s answered %d: %s", answer.request(), answer.status(), answer.body())
                .isTrue();
        return isSuccess;
    }

    String line(String unique) {
        return entity.equals("records") ? typedLine(unique) : write(record.apply(unique));
    }

    /** The record among records of all types. */
    String typedLine(String unique) {
        Map<String, Object> typed = new LinkedHashMap<>(record.apply(unique));
        typed.putIfAbsent("type", TYPES.get(entity));
        return write(typed);
    }

    private static String write(Map<String, ?> record) {
        try {
            return JSON.writeValueAsString(record);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
