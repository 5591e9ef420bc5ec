package org.millrace.bulk.entity.group.container;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ValidationResult;

/**
 * Where a record puts its group.
 *
 * @param parentPath empty for the top
 * @param name without the signs that escape slashes in paths
 */
public record GroupLocation(String parentPath, String name) {
    private static final String SLASH = "/";
    private static final String ESCAPED_SLASH = "~/";

    /** The position for a path and a name; empty, with a problem, if they are inconsistent. */
    public static Optional<GroupLocation> of(
            @Nullable String path, @Nullable String name, boolean escapes, ValidationResult result) {
        if (path == null || path.isBlank()) {
            return atTop(name, result);
        }
        String whole = rooted(path);
        if (name == null) {
            return ofPath(whole, escapes, result);
        }
        String end = SLASH + (escapes ? name.replace(SLASH, ESCAPED_SLASH) : name);
        if (!whole.endsWith(end) && whole.endsWith(SLASH + name.replace(SLASH, ESCAPED_SLASH))) {
            // From a server that escapes slashes in paths, as this one does not.
            end = SLASH + name.replace(SLASH, ESCAPED_SLASH);
        }
        if (name.isBlank() || !whole.endsWith(end)) {
            String detail = "Path \"" + path + "\" does not end with the group's name \"" + name + "\"";
            result.reject(Violation.of("invalid-path", "path", detail));
            return Optional.empty();
        }
        return Optional.of(new GroupLocation(whole.substring(0, whole.length() - end.length()), name));
    }

    private static Optional<GroupLocation> atTop(@Nullable String name, ValidationResult result) {
        if (name == null || name.isBlank()) {
            result.reject(Violation.of("invalid-name", "name", "Group name is missing"));
            return Optional.empty();
        }
        return Optional.of(new GroupLocation("", name));
    }

    private static Optional<GroupLocation> ofPath(String path, boolean escapes, ValidationResult result) {
        List<String> names = List.of(KeycloakModelUtils.splitPath(path, escapes));
        String name = names.isEmpty() ? "" : names.get(names.size() - 1);
        String end = SLASH + (escapes ? name.replace(SLASH, ESCAPED_SLASH) : name);
        if (name.isBlank() || !path.endsWith(end)) {
            result.reject(Violation.of("invalid-path", "path", "Path \"" + path + "\" does not name a group"));
            return Optional.empty();
        }
        return Optional.of(new GroupLocation(path.substring(0, path.length() - end.length()), name));
    }

    /** With a slash before it and none behind it. */
    private static String rooted(String path) {
        String rooted = path.startsWith(SLASH) ? path : SLASH + path;
        return rooted.length() > 1 && rooted.endsWith(SLASH) ? rooted.substring(0, rooted.length() - 1) : rooted;
    }
}
