package org.millrace.testsuite.importer;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A body with one spoiled record among others, which name nothing of it. The same number makes the same body.
 *
 * @param neighbours names of the others, each of which begins with {@code neighbour-}, its type and the given name
 * @param spoiled what was spoiled, for people
 */
record SpoiledBody(String entity, String contentType, byte[] bytes, List<String> neighbours, String spoiled) {
    private static final long SEED = 20_261_121;
    private static final List<SampleRecord> IN_EXPORTS = Stream.of(SampleRecord.values())
            .filter(sample -> !sample.section().isEmpty())
            .toList();

    /** Kinds of bodies. */
    enum Kind {
        USERS(1) {
            @Override
            SpoiledBody of(String name, int number) {
                Draft draft = new Draft(SampleRecord.USER, name, number);
                return draft.lines(
                        "users",
                        List.of(),
                        object(SampleRecord.USER.fields(draft.before)),
                        object(SampleRecord.USER.fields(draft.middle)),
                        object(SampleRecord.USER.fields(draft.behind)));
            }
        },
        RECORDS(3) {
            @Override
            SpoiledBody of(String name, int number) {
                Draft draft = new Draft(pick(List.of(SampleRecord.values()), number), name, number);
                List<String> first = new ArrayList<>();
                for (String each : List.of(draft.before, draft.middle, draft.behind)) {
                    first.addAll(draft.sample.before(each));
                }
                return draft.lines(
                        "records",
                        first,
                        draft.sample.line(draft.before),
                        draft.sample.line(draft.middle),
                        draft.sample.line(draft.behind));
            }
        },
        EXPORT(8) {
            @Override
            SpoiledBody of(String name, int number) {
                return new Draft(pick(IN_EXPORTS, number), name, number).export();
            }
        };

        private final int cost;

        /** @param cost how much longer one takes than one of users */
        Kind(int cost) {
            this.cost = cost;
        }

        int cost() {
            return cost;
        }

        abstract SpoiledBody of(String name, int number);

        private static SampleRecord pick(List<SampleRecord> samples, int number) {
            return samples.get(number / Mutation.values().length % samples.size());
        }
    }

    /** How the name of a neighbour of this type begins. */
    static String prefix(SampleRecord sample, String name) {
        return "neighbour-" + sample.name().toLowerCase(Locale.ROOT) + "-" + name;
    }

    private static String object(String fields) {
        return "{" + fields + "}";
    }

    private static final class Draft {
        private final SampleRecord sample;
        private final String name;
        private final int number;
        private final Mutation mutation;
        private final SplittableRandom random;
        private final String before;
        private final String middle;
        private final String behind;

        private Draft(SampleRecord sample, String name, int number) {
            this.sample = sample;
            this.name = name;
            this.number = number;
            this.mutation = Mutation.values()[number % Mutation.values().length];
            this.random = new SplittableRandom(SEED + number);
            this.before = prefix(sample, name) + "-before" + number;
            this.middle = "spoiled-" + name + "-" + number;
            this.behind = prefix(sample, name) + "-behind" + number;
        }

        private byte[] spoil(String record) {
            return mutation.of(record.getBytes(StandardCharsets.UTF_8), random);
        }

        private SpoiledBody lines(String entity, List<String> first, String before, String middle, String behind) {
            byte[] spoiled = spoil(middle);
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            first.forEach(line -> write(body, line + "\n"));
            write(body, before + (random.nextBoolean() ? "\n" : "\r\n"));
            body.writeBytes(spoiled);
            write(body, "\n" + behind + (random.nextBoolean() ? "\n" : ""));
            return body(entity, "application/x-ndjson", body, List.of(this.before, this.behind), spoiled);
        }

        private SpoiledBody export() {
            byte[] spoiled = spoil(object(sample.fields(middle)));
            List<String> neighbours = new ArrayList<>();
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            write(body, "{\"realm\":\"old\"");
            for (SampleRecord each : IN_EXPORTS) {
                boolean roles = each == SampleRecord.ROLE;
                write(body, ",\"" + each.section() + "\":" + (roles ? "{\"realm\":" : "") + "[");
                String first = prefix(each, name) + "-before" + number;
                neighbours.add(first);
                write(body, object(each.fields(first)));
                if (each == sample) {
                    write(body, ",");
                    body.writeBytes(spoiled);
                    neighbours.add(behind);
                    write(body, "," + object(each.fields(behind)));
                }
                write(body, roles ? "]}" : "]");
            }
            write(body, "}");
            return body("records", "application/json", body, neighbours, spoiled);
        }

        private SpoiledBody body(
                String entity, String type, ByteArrayOutputStream body, List<String> neighbours, byte[] spoiled) {
            String said =
                    sample + " " + mutation + " " + middle + ": " + new String(spoiled, StandardCharsets.ISO_8859_1);
            return new SpoiledBody(entity, type, body.toByteArray(), neighbours, said);
        }

        private static void write(ByteArrayOutputStream body, String text) {
            body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
