package org.millrace.testsuite.importer.contract.request.mutation;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A body with one spoiled record among others, which name nothing of it. The same number makes the same body.
 *
 * @param neighbours names of the others, each of which begins with {@code neighbour-}, its type and the given name
 * @param spoiled what was spoiled, for people
 * @param options of the import: none of them keeps a neighbour from being created
 */
record SpoiledBody(
        String entity, String contentType, byte[] bytes, List<String> neighbours, String spoiled, Options options) {
    private static final long SEED = 20_261_121;
    private static final List<SampleRecord> IN_EXPORTS = Stream.of(SampleRecord.values())
            .filter(sample -> !sample.section().isEmpty())
            .toList();

    /** An option and how the body is sent. A job takes no compressed part here. */
    record Options(String name, String value, boolean asJob, boolean compressed) {
        private static final Options NONE = new Options("", "", false, false);
        private static final Options DRY_RUN = of("dryRun", "true");
        private static final List<Options> SEVERAL = List.of(
                NONE,
                of("validation", "lenient"),
                of("validation", "off"),
                of("chunkSize", "1"),
                of("onConflict", "skip"),
                of("onConflict", "merge"),
                of("onConflict", "replace"),
                of("events", "none"),
                of("events", "each"),
                of("ids", "new"),
                of("matchByEmail", "any"),
                of("matchByEmail", "never"),
                of("maxErrors", "1000"),
                of("wrapWeakHashes", "true"),
                DRY_RUN,
                new Options("", "", false, true),
                new Options("validation", "lenient", false, true));

        private static Options of(String name, String value) {
            return new Options(name, value, false, false);
        }

        private Options inAJob() {
            return new Options(name, value, true, false);
        }

        /** Whether nothing of the body may be written. */
        boolean isDryRun() {
            return this.name.equals(DRY_RUN.name);
        }

        String query() {
            return name.isEmpty() ? "" : name + "=" + value;
        }

        Map<String, String> map() {
            return name.isEmpty() ? Map.of() : Map.of(name, value);
        }
    }

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
        ARRAY(1) {
            @Override
            SpoiledBody of(String name, int number) {
                return new Draft(SampleRecord.USER, name, number).array();
            }
        },
        TABLE(1) {
            @Override
            SpoiledBody of(String name, int number) {
                return new Draft(SampleRecord.USER, name, number).table();
            }
        },
        JOB(20) {
            @Override
            SpoiledBody of(String name, int number) {
                SpoiledBody body = RECORDS.of(name, number);
                return new SpoiledBody(
                        body.entity,
                        body.contentType,
                        body.bytes,
                        body.neighbours,
                        body.spoiled,
                        body.options.inAJob());
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
            int mutations = Mutation.values().length;
            return samples.get((number % mutations + 5 * (number / mutations)) % samples.size());
        }
    }

    /** How the name of a neighbour of this type begins. */
    static String prefix(SampleRecord sample, String name) {
        return "neighbour-" + sample.type() + "-" + name;
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
            byte[] line = record.getBytes(StandardCharsets.UTF_8);
            if (!record.startsWith("{")) {
                // A row of a table has no places as JSON has.
                List<Mutation> any = List.of(Mutation.TRUNCATION, Mutation.BIT_FLIPS, Mutation.LINE_END);
                return any.get(number % any.size()).of(line, random);
            }
            return mutation.of(line, random);
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

        /** Where brackets do not match any more, what stands behind them is not read: only the first element is safe. */
        private SpoiledBody array() {
            byte[] spoiled = spoil(object(sample.fields(middle)));
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            write(body, "[" + object(sample.fields(before)) + ",\n");
            body.writeBytes(spoiled);
            write(body, ",\n" + object(sample.fields("behind-" + name + "-" + number)) + "]");
            return body("users", "application/json", body, List.of(before), spoiled);
        }

        /** A quote may take all rows behind it into its cell: only the first row is safe. */
        private SpoiledBody table() {
            byte[] spoiled = spoil(row("spoiled-" + name + "-" + number));
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            write(body, "username,email,enabled,createdTimestamp,attributes.phone,groups,attributes,password\n");
            write(body, row("table-before-" + name + "-" + number) + "\n");
            body.writeBytes(spoiled);
            write(body, "\n" + row("table-behind-" + name + "-" + number) + "\n");
            return body("users", "text/csv", body, List.of("table-before-" + name + "-" + number), spoiled);
        }

        private static String row(String username) {
            return username + "," + username
                    + "@example.org,yes,1700000000000,1##2,,\"{\"\"a\"\":[\"\"b\"\"]}\",\"p,\"\"q r s t\"";
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
            Options options = entity.equals("records") && type.equals("application/json")
                    ? Options.NONE
                    : Options.SEVERAL.get(random.nextInt(Options.SEVERAL.size()));
            return new SpoiledBody(entity, type, body.toByteArray(), neighbours, said + " " + options, options);
        }

        private static void write(ByteArrayOutputStream body, String text) {
            body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
