package org.millrace.advisor.change;

import java.util.List;
import java.util.Map;

/** Writes maps, lists, texts and numbers as YAML. */
final class Yaml {

    private static final String INDENT = "  ";

    private Yaml() {}

    static String write(Map<String, Object> document) {
        StringBuilder out = new StringBuilder();
        append(out, document, "");
        return out.toString();
    }

    private static void append(StringBuilder out, Map<?, ?> map, String indent) {
        for (Map.Entry<?, ?> member : map.entrySet()) {
            out.append(indent).append(member.getKey()).append(':');
            appendValue(out, member.getValue(), indent);
        }
    }

    private static void appendValue(StringBuilder out, Object value, String indent) {
        if (value instanceof Map<?, ?> map) {
            out.append('\n');
            append(out, map, indent + INDENT);
        } else if (value instanceof List<?> list) {
            out.append('\n');
            list.forEach(item -> appendItem(out, item, indent + INDENT));
        } else {
            out.append(' ')
                    .append(value instanceof Number ? value.toString() : quoted(value.toString()))
                    .append('\n');
        }
    }

    /** The item's first line takes the place of the dash's indent. */
    private static void appendItem(StringBuilder out, Object item, String indent) {
        if (item instanceof Map<?, ?> map) {
            StringBuilder members = new StringBuilder();
            append(members, map, indent + INDENT);
            out.append(indent).append("- ").append(members.substring(indent.length() + INDENT.length()));
        } else {
            out.append(indent).append("- ").append(quoted(item.toString())).append('\n');
        }
    }

    /** Every text is: a version, a switch or a time would otherwise be taken for something else. */
    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
