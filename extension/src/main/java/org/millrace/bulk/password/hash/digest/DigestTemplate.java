package org.millrace.bulk.password.hash.digest;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.password.hash.HashFunction;
import org.millrace.bulk.password.model.InvalidHashException;

/**
 * Input of a digest: literal text and placeholders in order, as in {@code {salt}{password}}. A placeholder can have one function,
 * as in {@code {md5(password)}}: md5, sha1, sha256 and sha512 in hexadecimal, the same with {@code -bytes}, upper or lower.
 * Braces are doubled in literal text.
 */
final class DigestTemplate {
    private static final Pattern PART = Pattern.compile("\\{\\{|\\}\\}|"
            + "\\{(?:(md5|sha1|sha256|sha512|md5-bytes|sha1-bytes|sha256-bytes|sha512-bytes|upper|lower)\\()?"
            + "(password|salt|pepper)(\\))?\\}|[^{}]");

    private static final int MAX_LENGTH = 200;
    private static final String BYTES = "-bytes";

    private final String text;
    private final List<Part> parts;

    private DigestTemplate(String text, List<Part> parts) {
        this.text = text;
        this.parts = parts;
    }

    private enum Source {
        LITERAL,
        PASSWORD,
        SALT,
        PEPPER
    }

    /** @param text of a literal */
    private record Part(Source source, @Nullable String function, String text) {}

    /** The values of the placeholders. */
    record Values(String password, Charset charset, byte[] salt, byte[] pepper) {}

    /** @throws InvalidHashException if it is no template */
    static DigestTemplate of(String text) {
        List<Part> parts = new ArrayList<>();
        Matcher matcher = PART.matcher(text);
        int at = 0;
        while (at < text.length() && matcher.find(at) && matcher.start() == at) {
            boolean isBalanced = (matcher.group(1) == null) == (matcher.group(3) == null);
            if (!isBalanced) {
                break;
            }
            parts.add(part(matcher));
            at = matcher.end();
        }
        boolean hasPassword = parts.stream().anyMatch(part -> part.source() == Source.PASSWORD);
        if (at < text.length() || text.length() > MAX_LENGTH || !hasPassword) {
            throw InvalidHashException.malformed(
                    "Parameter template must consist of {password}, {salt}, {pepper}, functions of them"
                            + " such as {md5(password)}, and text in which braces are doubled; at least {password}");
        }
        return new DigestTemplate(text, List.copyOf(parts));
    }

    private static Part part(Matcher matcher) {
        String name = matcher.group(2);
        if (name != null) {
            return new Part(Source.valueOf(name.toUpperCase(Locale.ROOT)), matcher.group(1), "");
        }
        return new Part(Source.LITERAL, null, matcher.group().substring(0, 1));
    }

    boolean hasSalt() {
        return parts.stream().anyMatch(part -> part.source() == Source.SALT);
    }

    boolean hasPepper() {
        return parts.stream().anyMatch(part -> part.source() == Source.PEPPER);
    }

    byte[] fill(Values values) {
        ByteArrayOutputStream filled = new ByteArrayOutputStream();
        for (Part part : parts) {
            filled.writeBytes(applied(part, values));
        }
        return filled.toByteArray();
    }

    private static byte[] applied(Part part, Values values) {
        byte[] plain = switch (part.source()) {
            case LITERAL -> part.text().getBytes(values.charset());
            case PASSWORD -> cased(part, values.password()).getBytes(values.charset());
            case SALT -> cased(part, values.salt(), values.charset());
            case PEPPER -> cased(part, values.pepper(), values.charset());
        };
        String name = Optional.ofNullable(part.function()).orElse("");
        boolean isRaw = name.endsWith(BYTES);
        HashFunction function =
                HashFunction.byId().get(isRaw ? name.substring(0, name.length() - BYTES.length()) : name);
        if (function == null) {
            return plain;
        }
        byte[] digest = function.digest(plain);
        return isRaw ? digest : HexFormat.of().formatHex(digest).getBytes(StandardCharsets.US_ASCII);
    }

    /** Bytes without such a function stay as they are: they may be no text. */
    private static byte[] cased(Part part, byte[] value, Charset charset) {
        return "upper".equals(part.function()) || "lower".equals(part.function())
                ? cased(part, new String(value, charset)).getBytes(charset)
                : value;
    }

    private static String cased(Part part, String password) {
        if ("upper".equals(part.function())) {
            return password.toUpperCase(Locale.ROOT);
        }
        return "lower".equals(part.function()) ? password.toLowerCase(Locale.ROOT) : password;
    }

    @Override
    public String toString() {
        return text;
    }
}
