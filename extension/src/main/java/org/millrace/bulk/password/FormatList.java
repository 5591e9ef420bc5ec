package org.millrace.bulk.password;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.TreeMap;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.record.HashRecord;

/** The supported hash formats as the API lists them. */
public final class FormatList {
    private FormatList() {}

    /** One object for each format. */
    public static ArrayNode json(HashLimits limits) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (HashFormat format : HashFormats.all()) {
            ObjectNode each = list.addObject();
            each.put("format", format.id()).put("description", format.description());
            ArrayNode examples = JsonNodeFactory.instance.arrayNode();
            format.examples().forEach(example -> hash(examples, example));
            each.set("example", examples.path(0));
            each.set("examples", examples);
            ObjectNode parameters = each.putObject("parameters");
            new TreeMap<>(format.parameters()).forEach(parameters::put);
            ObjectNode costs = each.putObject("limits");
            for (HashLimits.Limit limit : HashLimits.Limit.values()) {
                if (format.limits().contains(limit)) {
                    costs.put(limit.setting(), limits.of(limit));
                }
            }
        }
        return list;
    }

    private static void hash(ArrayNode list, HashRecord hash) {
        if (hash.format() == null) {
            list.add(hash.value());
            return;
        }
        ObjectNode object = list.addObject();
        object.put("format", hash.format()).put("value", hash.value());
        if (hash.salt() != null) {
            object.put("salt", hash.salt());
        }
        new TreeMap<>(hash.parameters()).forEach(object::put);
    }
}
