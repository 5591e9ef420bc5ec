package org.millrace.advisor.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes maps, lists, text, numbers, booleans and null as JSON (RFC 8259). */
public final class Json {

    /** Finer than this is noise in a report. */
    private static final double DECIMALS = 1000;

    private final StringBuilder out = new StringBuilder();

    private Json() {}

    /**
     * @param value a map with text keys, a list, text, a number, a boolean or null, nested to any depth
     * @throws IllegalArgumentException if there is anything else in it
     */
    public static String write(@Nullable Object value) {
        Json json = new Json();
        json.append(value);
        return json.out.toString();
    }

    private void append(@Nullable Object value) {
        if (value == null || value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof CharSequence text) {
            appendText(text);
        } else if (value instanceof Number number) {
            appendNumber(number);
        } else if (value instanceof Map<?, ?> map) {
            appendObject(map);
        } else if (value instanceof List<?> list) {
            appendArray(list);
        } else {
            throw new IllegalArgumentException("no JSON for " + value.getClass().getName());
        }
    }

    /** Never as zero, which it is not: what is too small for the decimals of the others keeps three digits. */
    private void appendFraction(double value) {
        double rounded = Math.round(value * DECIMALS) / DECIMALS;
        out.append(
                rounded == 0
                        ? new BigDecimal(value).round(new MathContext(3)).toPlainString()
                        : Double.toString(rounded));
    }

    private void appendObject(Map<?, ?> map) {
        out.append('{');
        for (Iterator<? extends Map.Entry<?, ?>> i = map.entrySet().iterator(); i.hasNext(); ) {
            Map.Entry<?, ?> member = i.next();
            appendText(String.valueOf(member.getKey()));
            out.append(':');
            append(member.getValue());
            out.append(i.hasNext() ? "," : "");
        }
        out.append('}');
    }

    private void appendArray(List<?> list) {
        out.append('[');
        for (Iterator<?> i = list.iterator(); i.hasNext(); ) {
            append(i.next());
            out.append(i.hasNext() ? "," : "");
        }
        out.append(']');
    }

    private void appendNumber(Number number) {
        double value = number.doubleValue();
        if (!Double.isFinite(value)) {
            out.append("null");
        } else if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            out.append((long) value);
        } else if (Math.abs(value) >= 1) {
            out.append(Math.round(value * DECIMALS) / DECIMALS);
        } else {
            appendFraction(value);
        }
    }

    private void appendText(CharSequence text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20 || c == 0x2028 || c == 0x2029) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
