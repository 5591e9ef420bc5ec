package org.millrace.bulk.entity.group.container;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A group of a realm that is made, and whose rows may be yet to be written. For one thread. */
public final class NewGroup {
    private final String id;
    private final GroupKey key;
    private @Nullable String description;
    private final Map<String, List<@Nullable String>> attributes = new HashMap<>();
    private final Set<String> roleIds = new LinkedHashSet<>();
    private boolean written;

    NewGroup(String id, GroupKey key) {
        this.id = id;
        this.key = key;
    }

    /** Its id. */
    public String id() {
        return id;
    }

    /** Its parent and its name. */
    public GroupKey key() {
        return key;
    }

    /** Its description. */
    public @Nullable String description() {
        return description;
    }

    /** Its attributes; null values are kept. */
    public Map<String, List<@Nullable String>> attributes() {
        return attributes;
    }

    /** The ids of the roles that are mapped to it. */
    public Set<String> roleIds() {
        return roleIds;
    }

    void describe(@Nullable String text) {
        description = text;
    }

    void set(String attribute, List<@Nullable String> values) {
        attributes.put(attribute, new ArrayList<>(values));
    }

    void grant(String roleId) {
        roleIds.add(roleId);
    }

    boolean isWritten() {
        return written;
    }

    void setWritten() {
        written = true;
    }
}
