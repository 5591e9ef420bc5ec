package org.millrace.bulk.entity.group;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.GroupModel;
import org.keycloak.representations.idm.GroupRepresentation;

/** Fields of a group, except its roles and subgroups. */
public record GroupFields(String name, @Nullable String description, Map<String, List<String>> attributes) {
    public GroupFields {
        attributes = withValues(attributes);
    }

    static GroupFields of(GroupModel group) {
        return new GroupFields(group.getName(), group.getDescription(), group.getAttributes());
    }

    /** As a new group with this name would be, or one that is replaced. */
    static GroupFields of(GroupRepresentation wanted, String name) {
        return new GroupFields(name, wanted.getDescription(), present(wanted.getAttributes()));
    }

    /** With the fields of a record; an empty list removes an attribute. */
    GroupFields merged(GroupRepresentation wanted, String newName, boolean namesDescription) {
        Map<String, List<String>> merged = new TreeMap<>(attributes);
        merged.putAll(present(wanted.getAttributes()));
        return new GroupFields(newName, namesDescription ? wanted.getDescription() : description, merged);
    }

    /** Attributes of a record, which may name none. */
    public static Map<String, List<String>> present(@Nullable Map<String, List<String>> attributes) {
        return attributes == null ? Map.of() : attributes;
    }

    /** Comparable attributes: those without values are none. */
    public static Map<String, List<String>> withValues(Map<String, List<String>> attributes) {
        Map<String, List<String>> valued = new TreeMap<>();
        attributes.forEach((name, values) -> {
            if (values != null && !values.isEmpty()) {
                List<String> sorted = new ArrayList<>(values);
                sorted.sort(Comparator.nullsFirst(Comparator.naturalOrder()));
                valued.put(name, sorted);
            }
        });
        return valued;
    }
}
