package org.millrace.bulk.format.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/** How a value of a source becomes a value of a user. A value that cannot be converted is kept as text, so that the import rejects it. */
enum Conversion {
    /** The value as it is. */
    TEXT {
        @Override
        JsonNode apply(JsonNode value, List<String> values) {
            return value;
        }
    },
    /** {@code true}, {@code yes}, {@code 1} and so on. */
    BOOLEAN {
        @Override
        JsonNode apply(JsonNode value, List<String> values) {
            return isTrue(value).<JsonNode>map(BooleanNode::valueOf).orElse(value);
        }
    },
    /** The opposite of a boolean, such as {@code blocked} for {@code enabled}. */
    NOT {
        @Override
        JsonNode apply(JsonNode value, List<String> values) {
            return isTrue(value)
                    .<JsonNode>map(given -> BooleanNode.valueOf(!given))
                    .orElse(value);
        }
    },
    /** Whether there is a value other than {@code false} or a database's NULL, such as the time of a confirmation. */
    PRESENT {
        @Override
        JsonNode apply(JsonNode value, List<String> values) {
            return BooleanNode.valueOf(isPresent(value));
        }
    },
    /** Whether there is no value, or {@code false} or a database's NULL, such as the time of a deletion. */
    ABSENT {
        @Override
        JsonNode apply(JsonNode value, List<String> values) {
            return BooleanNode.valueOf(!isPresent(value));
        }
    },
    /** Whether a list, as an array or as text, has one of the values, ignoring case. */
    LISTS {
        @Override
        JsonNode apply(JsonNode value, List<String> values) {
            return BooleanNode.valueOf(
                    value.isArray()
                            ? value.valueStream().anyMatch(each -> isListed(each, values))
                            : isListed(value, values));
        }
    },
    /** Whether a time has come, such as the end of a ban. */
    PAST {
        @Override
        JsonNode apply(JsonNode value, List<String> values) {
            return time(value)
                    .<JsonNode>map(millis -> BooleanNode.valueOf(millis <= System.currentTimeMillis()))
                    .orElse(value);
        }
    },
    /** Whether a time is still to come, such as the expiration of an account. */
    FUTURE {
        @Override
        JsonNode apply(JsonNode value, List<String> values) {
            return time(value)
                    .<JsonNode>map(millis -> BooleanNode.valueOf(millis > System.currentTimeMillis()))
                    .orElse(value);
        }
    },
    /** True if the value equals one of the listed ones, ignoring case. */
    ONE_OF {
        @Override
        JsonNode apply(JsonNode value, List<String> values) {
            return BooleanNode.valueOf(values.stream().anyMatch(value.asText()::equalsIgnoreCase));
        }
    },
    /** False if the value equals one of the listed ones, ignoring case. */
    NOT_ONE_OF {
        @Override
        JsonNode apply(JsonNode value, List<String> values) {
            return BooleanNode.valueOf(values.stream().noneMatch(value.asText()::equalsIgnoreCase));
        }
    },
    /** Milliseconds of a time: ISO 8601, seconds or milliseconds since 1970, or the generalized time of LDAP. */
    TIMESTAMP {
        @Override
        JsonNode apply(JsonNode value, List<String> values) {
            return time(value).<JsonNode>map(LongNode::valueOf).orElse(value);
        }
    },
    /** The UUID of Active Directory's {@code objectGUID}, whose bytes are in Base64. */
    GUID {
        @Override
        JsonNode apply(JsonNode value, List<String> values) {
            return guid(value.asText().trim()).<JsonNode>map(TextNode::valueOf).orElse(value);
        }
    },
    /** Whether the time in Active Directory's {@code accountExpires} is still to come, or never. */
    ACCOUNT_EXPIRES {
        @Override
        JsonNode apply(JsonNode value, List<String> values) {
            try {
                long intervals = Long.parseLong(value.asText().trim());
                long millis = intervals / INTERVALS_PER_MILLISECOND - MILLIS_FROM_1601_TO_1970;
                return BooleanNode.valueOf(
                        intervals == 0 || intervals == Long.MAX_VALUE || millis > System.currentTimeMillis());
            } catch (NumberFormatException e) {
                // Left as it is: the import rejects it and names the field.
                return value;
            }
        }
    },
    /** Whether Active Directory's {@code userAccountControl} lacks the flag ACCOUNTDISABLE. */
    ACCOUNT_CONTROL {
        @Override
        JsonNode apply(JsonNode value, List<String> values) {
            try {
                return BooleanNode.valueOf((Integer.parseInt(value.asText().trim()) & ACCOUNT_DISABLED) == 0);
            } catch (NumberFormatException e) {
                // Left as it is: the import rejects it and names the field.
                return value;
            }
        }
    };

    private static final int ACCOUNT_DISABLED = 0x0002;
    private static final int GUID_BYTES = 16;
    /** Active Directory counts intervals of 100 ns. */
    private static final long INTERVALS_PER_MILLISECOND = 10_000;

    private static final long MILLIS_FROM_1601_TO_1970 = 11_644_473_600_000L;

    /** Numbers below it are seconds: in milliseconds it is March 1973. */
    private static final long LEAST_MILLIS = 100_000_000_000L;

    /** NULL in exports of databases. */
    private static final Set<String> NULLS = Set.of("null", "\\n");

    private static final Pattern SEPARATORS = Pattern.compile("[\\s,;|]+");
    private static final Set<String> TRUE = Set.of("true", "yes", "y", "1", "t");
    private static final Set<String> FALSE = Set.of("false", "no", "n", "0", "f");
    private static final DateTimeFormatter GENERALIZED = DateTimeFormatter.ofPattern("yyyyMMddHHmmss", Locale.ROOT);

    /** Converts a value that is neither null nor an empty text. */
    abstract JsonNode apply(JsonNode value, List<String> values);

    private static boolean isPresent(JsonNode value) {
        return isTrue(value)
                .orElseGet(() -> !NULLS.contains(value.asText().trim().toLowerCase(Locale.ROOT)));
    }

    private static boolean isListed(JsonNode text, List<String> values) {
        return SEPARATORS
                .splitAsStream(text.asText())
                .anyMatch(each -> values.stream().anyMatch(each::equalsIgnoreCase));
    }

    private static Optional<Boolean> isTrue(JsonNode value) {
        String text = value.asText().trim().toLowerCase(Locale.ROOT);
        if (TRUE.contains(text)) {
            return Optional.of(true);
        }
        return FALSE.contains(text) ? Optional.of(false) : Optional.empty();
    }

    private static Optional<Long> time(JsonNode value) {
        return value.isNumber()
                ? Optional.of(millis(value.doubleValue()))
                : millis(value.asText().trim());
    }

    private static long millis(double number) {
        return Math.round(Math.abs(number) < LEAST_MILLIS ? number * 1000 : number);
    }

    private static Optional<Long> millis(String text) {
        try {
            if (text.matches("\\d{14}(\\.\\d+)?Z")) {
                return Optional.of(LocalDateTime.parse(text.substring(0, 14), GENERALIZED)
                        .toInstant(ZoneOffset.UTC)
                        .toEpochMilli());
            }
            if (text.matches("-?\\d{1,15}(\\.\\d+)?")) {
                return Optional.of(millis(Double.parseDouble(text)));
            }
            String iso = text.replace(' ', 'T').replaceFirst("([+-]\\d\\d)$", "$1:00");
            return Optional.of((iso.matches(".*(Z|[+-]\\d\\d:?\\d\\d)$")
                            ? OffsetDateTime.parse(iso.replaceFirst("([+-]\\d\\d)(\\d\\d)$", "$1:$2"))
                                    .toInstant()
                            : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC))
                    .toEpochMilli());
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> guid(String base64) {
        try {
            byte[] bytes = Base64.getDecoder().decode(base64);
            if (bytes.length != GUID_BYTES) {
                return Optional.empty();
            }
            ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            long high = (buffer.getInt() & 0xFFFFFFFFL) << 32
                    | (buffer.getShort() & 0xFFFFL) << 16
                    | buffer.getShort() & 0xFFFFL;
            return Optional.of(new UUID(high, buffer.order(ByteOrder.BIG_ENDIAN).getLong()).toString());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
