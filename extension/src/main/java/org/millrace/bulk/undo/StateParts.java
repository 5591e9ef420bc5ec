package org.millrace.bulk.undo;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The states of the entities that one record changes, such as a group and its subgroups, in the order in which an undo restores them.
 * Immutable.
 */
public record StateParts(List<Part> parts) {
    /** The type of a group that a record creates below an existing one: the id of the parent, and the name. */
    public static final String NEW_GROUP = "new-group";

    /** The type of a membership: the id of the organization, and that of the user. */
    public static final String MEMBERSHIP = "membership";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String BEGINNING = "{\"parts\":";

    public StateParts {
        parts = List.copyOf(parts);
    }

    /**
     * Identifies an entity, or the association of two.
     *
     * @param type what it is, such as {@code group}
     * @param id of the entity, or of what contains it
     * @param other name in the container, or id of the associated entity; null for an entity with an id
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record PartKey(String type, String id, @Nullable String other) {
        /** An entity with an id. */
        public PartKey(String type, String id) {
            this(type, id, null);
        }

        /**
         * The name in the container, or the id of the associated entity.
         *
         * @throws NullPointerException if it has none
         */
        public String required() {
            return Objects.requireNonNull(other, type);
        }
    }

    /**
     * One entity.
     *
     * @param state as text; the JSON {@code null} if it does not exist
     */
    public record Part(PartKey key, String state) {
        /** Without the state, which may hold secrets. */
        @Override
        public String toString() {
            return "Part[" + key + "]";
        }
    }

    /** Reads states as text; the JSON {@code null} for what does not exist. */
    @FunctionalInterface
    public interface Reader {
        /** The present states, one for each key. */
        Map<PartKey, String> states(List<PartKey> keys);

        /** Reads one state after the other. */
        static Reader ofEach(UnaryReader reader) {
            return keys -> {
                Map<PartKey, String> states = new HashMap<>();
                keys.forEach(key -> states.put(key, reader.state(key)));
                return states;
            };
        }
    }

    /** Reads the state of one entity. */
    @FunctionalInterface
    public interface UnaryReader {
        /** The present state. */
        String state(PartKey key);
    }

    /** The present states of entities. */
    public static StateParts read(List<PartKey> keys, Reader reader) {
        Map<PartKey, String> states = reader.states(keys);
        return new StateParts(keys.stream()
                .map(key -> new Part(key, Objects.requireNonNull(states.get(key), key.type())))
                .toList());
    }

    /** The entities in their order. */
    public List<PartKey> keys() {
        return parts.stream().map(Part::key).toList();
    }

    /** The present states of the same entities. */
    public StateParts now(Reader reader) {
        return read(keys(), reader);
    }

    /**
     * The states of a text.
     *
     * @param type of the entity that a text stands for that is not one of several states
     * @param id of that entity
     * @throws IllegalStateException if the text cannot be read
     */
    public static StateParts of(String type, String id, String text) {
        if (!text.startsWith(BEGINNING)) {
            return new StateParts(List.of(new Part(new PartKey(type, id), text)));
        }
        try {
            return JSON.readValue(text, StateParts.class);
        } catch (JsonProcessingException e) {
            // Without the cause, whose message quotes the text.
            throw new IllegalStateException("a stored state cannot be read");
        }
    }

    /**
     * The text from which {@link #of} reads the same.
     *
     * @param type of an entity whose state alone is its text
     */
    public String text(String type, String id) {
        if (parts.size() == 1 && parts.get(0).key().equals(new PartKey(type, id))) {
            return parts.get(0).state();
        }
        try {
            return JSON.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("states cannot be written as JSON", e);
        }
    }

    /** The state of one of the entities; empty if it is none of them. */
    public Optional<String> state(PartKey key) {
        return parts.stream()
                .filter(part -> part.key().equals(key))
                .map(Part::state)
                .findFirst();
    }

    /** Without the states, which may hold secrets. */
    @Override
    public String toString() {
        return "StateParts" + keys();
    }
}
