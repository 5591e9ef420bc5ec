package org.millrace.bulk.entity.role;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A role that is made, and whose rows are yet to be written.
 *
 * @param attributes of their values, those that are null are kept too
 */
public record NewRole(
        String id, RoleKey key, @Nullable String description, Map<String, List<@Nullable String>> attributes) {}
