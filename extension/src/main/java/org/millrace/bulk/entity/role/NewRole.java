package org.millrace.bulk.entity.role;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A new role with pending rows.
 *
 * @param attributes null values are kept
 */
public record NewRole(
        String id, RoleKey key, @Nullable String description, Map<String, List<@Nullable String>> attributes) {}
