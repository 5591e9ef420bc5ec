package org.millrace.advisor.sampler.postgres;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A statement without its literals, abbreviated for a report: the shape that a query plan is made for. */
public final class SqlFingerprint {

    private static final int LONGEST = 240;

    private static final int LONGEST_LIST = 24;

    private static final Pattern COMMENT = Pattern.compile("/\\*.*?(\\*/|$)|--[^\n]*", Pattern.DOTALL);

    /** Literals in any notation; a truncated one extends to the end. */
    private static final Pattern TEXT = Pattern.compile(
            "\\b[eEbBxXnN]?'(?:[^'\\\\]++|''|\\\\.)*+('|$)|\\$(\\w*)\\$.*?(\\$\\2\\$|$)", Pattern.DOTALL);

    private static final Pattern BARE_TEXT = Pattern.compile("'(?:[^']++|'')*+('|$)", Pattern.DOTALL);

    private static final Pattern NUMBER = Pattern.compile("(?<![\\w$.])[-+]?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?\\b");

    private static final Pattern LIST = Pattern.compile("\\(\\s*(?:\\?|\\$\\d+)(?:\\s*,\\s*(?:\\?|\\$\\d+))+\\s*\\)");

    private static final Pattern SELECTED =
            Pattern.compile("^(select(?: distinct)?) (.*?) from ", Pattern.CASE_INSENSITIVE);

    /** What is read from may be a function: {@code from unnest(...)}. */
    private static final Pattern TABLE = Pattern.compile(
            "\\b(?:update|into|copy)\\s+(?:only\\s+)?\"?([a-z_][\\w$.]*)"
                    + "|\\bfrom\\s+(?:only\\s+)?\"?([a-z_][\\w$.]*+)(?!\"?\\s*\\()",
            Pattern.CASE_INSENSITIVE);

    private SqlFingerprint() {}

    /** Never with a value of the statement in it. */
    public static String of(String sql) {
        String text = COMMENT.matcher(sql).replaceAll(" ");
        text = TEXT.matcher(text).replaceAll("?");
        text = BARE_TEXT.matcher(text).replaceAll("?");
        text = NUMBER.matcher(text).replaceAll("?");
        text = text.replaceAll("\\s+", " ").strip();
        text = LIST.matcher(text).replaceAll("(...)");
        Matcher selected = SELECTED.matcher(text);
        if (selected.find() && selected.group(2).length() > LONGEST_LIST) {
            text = selected.group(1) + " ... from " + text.substring(selected.end());
        }
        return text.length() > LONGEST ? text.substring(0, LONGEST - 3) + "..." : text;
    }

    /** The first table that a statement reads or writes, in lower case; empty if none is named. */
    public static Optional<String> table(String fingerprint) {
        Matcher matcher = TABLE.matcher(fingerprint);
        if (!matcher.find()) {
            return Optional.empty();
        }
        String found = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
        String name = found.toLowerCase(Locale.ROOT);
        return Optional.of(name.substring(name.lastIndexOf('.') + 1));
    }
}
