package org.millrace.advisor.report;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/**
 * Writes HTML that is also well-formed XML, and escapes every text and attribute, so that names of signals, settings and nodes
 * cannot become markup. For one thread at a time.
 */
public final class Markup {

    /** Within a sentence: a line's end behind them would be read as a space. */
    private static final Set<String> INLINE = Set.of("a", "code", "strong");

    private final StringBuilder out = new StringBuilder("<!DOCTYPE html>\n");
    private final Deque<String> open = new ArrayDeque<>();

    /** @param attributes name, value, name, value … */
    public Markup open(String tag, String... attributes) {
        begin(tag, attributes);
        out.append('>');
        open.push(tag);
        return this;
    }

    /** Closes what was opened last. */
    public Markup close() {
        String tag = open.pop();
        out.append("</").append(tag).append(INLINE.contains(tag) ? ">" : ">\n");
        return this;
    }

    /** Escaped text. */
    public Markup text(String text) {
        escape(text);
        return this;
    }

    /** An element that contains only text. */
    public Markup element(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close();
    }

    /** An element that has no content. */
    public Markup single(String tag, String... attributes) {
        begin(tag, attributes);
        out.append("/>\n");
        return this;
    }

    /** A style sheet of ours: in HTML its text is not escaped, so it must hold nothing that would have to be. */
    public Markup style(String css) {
        if (css.indexOf('<') >= 0 || css.indexOf('&') >= 0) {
            throw new IllegalArgumentException("css: there is a < or & in it");
        }
        out.append("<style>\n").append(css).append("</style>\n");
        return this;
    }

    @Override
    public String toString() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("not closed: " + open);
        }
        return out.toString();
    }

    private void begin(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            escape(attributes[i + 1]);
            out.append('"');
        }
    }

    private void escape(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(isAllowed(text, i) ? c : '\uFFFD');
            }
        }
    }

    /** Control characters and halves of characters are in no document (XML 1.0, 2.2). */
    private static boolean isAllowed(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1));
        }
        if (Character.isLowSurrogate(c)) {
            return i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
        }
        return c >= 0x20 && c < 0xFFFE || c == '\t' || c == '\n' || c == '\r';
    }
}
