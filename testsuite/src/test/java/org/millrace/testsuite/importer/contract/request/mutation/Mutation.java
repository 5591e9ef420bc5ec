package org.millrace.testsuite.importer.contract.request.mutation;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Ways to spoil a line of a body. Each leaves the lines before and behind it alone; the same seed spoils the same way. */
enum Mutation {
    /** The line ends somewhere in its middle. */
    TRUNCATION {
        @Override
        byte[] of(byte[] line, SplittableRandom random) {
            return Arrays.copyOf(line, random.nextInt(line.length));
        }
    },
    /** Some bits are other than they were. */
    BIT_FLIPS {
        @Override
        byte[] of(byte[] line, SplittableRandom random) {
            byte[] spoiled = line.clone();
            for (int i = 0; i <= random.nextInt(4); i++) {
                int at = random.nextInt(spoiled.length);
                byte flipped = (byte) (spoiled[at] ^ 1 << random.nextInt(8));
                spoiled[at] = flipped == '\n' ? spoiled[at] : flipped;
            }
            return spoiled;
        }
    },
    /** A value is of another type. */
    WRONG_TYPE {
        @Override
        byte[] of(byte[] line, SplittableRandom random) {
            List<String> values =
                    List.of("17", "true", "null", "[]", "{}", "[[\"a\"]]", "{\"a\":{\"b\":[1]}}", "\"\"", "-0.0");
            return replaced(line, pick(JsonPlaces.in(line).values(), random), pick(values, random));
        }
    },
    /** A number that no type can hold. */
    GIANT_NUMBER {
        @Override
        byte[] of(byte[] line, SplittableRandom random) {
            List<String> values = List.of(
                    "9".repeat(400), "-" + "1".repeat(30), "1e999999999", "1." + "0".repeat(900), "0x10", "NaN");
            return replaced(line, pick(JsonPlaces.in(line).values(), random), pick(values, random));
        }
    },
    /** Objects or lists within each other, a thousand times. */
    DEEP_NESTING {
        @Override
        byte[] of(byte[] line, SplittableRandom random) {
            int depth = 10 + random.nextInt(5000);
            String value = random.nextBoolean()
                    ? "[".repeat(depth) + "]".repeat(depth)
                    : "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
            return replaced(line, pick(JsonPlaces.in(line).values(), random), value);
        }
    },
    /** Half of a pair of surrogates, escaped or as bytes that are no UTF-8, or a NUL. */
    NO_CHARACTER {
        @Override
        byte[] of(byte[] line, SplittableRandom random) {
            String value = pick(
                    List.of(
                            "\"\\ud800\"",
                            "\"\\udc00x\"",
                            "\"a\\u0000b\"",
                            "\"\u00ff\u00c0\u0080\"",
                            "\"\u00ed\u00a0\u0080\""),
                    random);
            List<JsonPlaces.Place> texts = JsonPlaces.in(line).values().stream()
                    .filter(JsonPlaces.Place::isText)
                    .toList();
            return replaced(line, pick(texts, random), value);
        }
    },
    /** A field that comes twice. */
    DUPLICATE_KEY {
        @Override
        byte[] of(byte[] line, SplittableRandom random) {
            JsonPlaces places = JsonPlaces.in(line);
            JsonPlaces.Place name = pick(places.names(), random);
            JsonPlaces.Place value = pick(places.values(), random);
            String twice = text(line, name.start(), name.end()) + ":" + text(line, value.start(), value.end()) + ",";
            return replaced(line, new JsonPlaces.Place(name.start(), name.start(), name.kind()), twice);
        }
    },
    /** Line ends of other systems, within the line and at its end. */
    LINE_END {
        @Override
        byte[] of(byte[] line, SplittableRandom random) {
            String text = new String(line, StandardCharsets.UTF_8);
            int at = random.nextInt(text.length());
            String end = pick(List.of("\r", "\r\r", "\u2028", "\u0085", "\t", "\f"), random);
            return (random.nextBoolean() ? text + end : text.substring(0, at) + end + text.substring(at))
                    .getBytes(StandardCharsets.UTF_8);
        }
    };

    abstract byte[] of(byte[] line, SplittableRandom random);

    static <T> T pick(List<T> of, SplittableRandom random) {
        return of.get(random.nextInt(of.size()));
    }

    private static byte[] replaced(byte[] line, JsonPlaces.Place place, String by) {
        return (text(line, 0, place.start()) + by + text(line, place.end(), line.length))
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Byte by byte. */
    private static String text(byte[] line, int start, int end) {
        return new String(line, start, end - start, StandardCharsets.ISO_8859_1);
    }
}
