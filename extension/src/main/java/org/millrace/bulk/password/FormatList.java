package org.millrace.bulk.password;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.record.user.HashRecord;

/** The supported hash formats as the API lists them. */
public final class FormatList {
    private FormatList() {}

    /**
     * One object for each format.
     *
     * @param endpoints the names of the password endpoints that the realm may use
     */
    public static ArrayNode json(HashLimits limits, List<String> endpoints) {
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
        if (!endpoints.isEmpty()) {
            legacy(list.addObject(), endpoints);
        }
        return list;
    }

    private static void legacy(ObjectNode format, List<String> endpoints) {
        format.put("format", LegacyPassword.FORMAT)
                .put("description", "No hash: the first login asks a password endpoint of the server's configuration");
        ArrayNode examples = JsonNodeFactory.instance.arrayNode();
        endpoints.forEach(
                name -> hash(examples, new HashRecord(LegacyPassword.FORMAT, "alice", null, Map.of("endpoint", name))));
        format.set("example", examples.path(0));
        format.set("examples", examples);
        format.putObject("parameters").put("endpoint", "name of the password endpoint; value is the user's name there");
        format.putObject("limits");
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
