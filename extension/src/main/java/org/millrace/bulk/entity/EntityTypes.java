package org.millrace.bulk.entity;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** All that can be imported, one line each. */
public final class EntityTypes {
    /** In the order in which they build on one another. */
    private static final List<EntityType> ALL = List.of(Roles.TYPE, new UserType());

    private EntityTypes() {}

    /** The type with this name; empty if nothing of that name can be imported. */
    public static Optional<EntityType> named(String name) {
        return ALL.stream().filter(type -> type.name().equals(name)).findFirst();
    }

    /** The names of all, for people. */
    public static String names() {
        return ALL.stream().map(EntityType::name).collect(Collectors.joining(", "));
    }
}
