package org.millrace.bulk.format.source;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The paths of the fields of a source's record, with dots between the names. */
final class FieldPaths {
    private static final int MAX_DEPTH = 4;

    private FieldPaths() {}

    /**
     * The paths of all values, those of all elements of lists included.
     *
     * @param ends whether a path is taken as a whole
     */
    static Set<String> of(JsonNode record, Predicate<String> ends) {
        Set<String> paths = new LinkedHashSet<>();
        collect(record, "", ends, 0, paths);
        return paths;
    }

    private static void collect(JsonNode object, String prefix, Predicate<String> ends, int depth, Set<String> paths) {
        object.properties().forEach(each -> {
            String path = prefix + each.getKey();
            JsonNode value = each.getValue();
            boolean isLeaf = ends.test(path) || depth >= MAX_DEPTH;
            for (JsonNode one : value.isArray() ? value : List.of(value)) {
                if (isEmpty(one)) {
                    continue;
                }
                if (one.isObject() && !isLeaf) {
                    collect(one, path + ".", ends, depth + 1, paths);
                } else {
                    paths.add(path);
                }
            }
        });
    }

    /** The paths of all objects that used fields are in. */
    static Set<String> containers(Set<String> used) {
        Set<String> containers = new HashSet<>();
        for (String path : used) {
            for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
                containers.add(path.substring(0, dot));
            }
        }
        return containers;
    }

    /** Whether a field counts as absent: null, blank, or an empty list or object. */
    static boolean isEmpty(JsonNode value) {
        return value.isMissingNode()
                || value.isNull()
                || value.isTextual() && value.asText().isBlank()
                || value.isContainerNode() && value.isEmpty();
    }
}
