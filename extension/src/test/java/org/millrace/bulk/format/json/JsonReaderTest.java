package org.millrace.bulk.format.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.Pieces;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.RecordReader;
import org.millrace.bulk.format.RecordReaderContract;
import org.millrace.bulk.format.UndecodableBodyException;
import org.millrace.bulk.format.parser.UserJsonParser;
import org.millrace.bulk.record.field.Violation;

class JsonReaderTest extends RecordReaderContract {
    static final String ANN = "{\"username\":\"ann\"}";
    static final String BOB = "{\"username\":\"bob\"}";

    @Override
    protected RecordReader reader(InputStream body) {
        return users(body);
    }

    static RecordReader users(InputStream body) {
        return new JsonReader(body, new UserJsonParser(LIMITS), LIMITS, Set.of("users"));
    }

    @Override
    protected String record(String username) {
        return "{\"username\":\"" + username + "\"}";
    }

    @Override
    protected String record(String username, int bytes) {
        String frame = "{\"username\":\"" + username + "\",\"padding\":\"\"}";
        return frame.replace("\"\"", "\"" + "x".repeat(bytes - frame.length()) + "\"");
    }

    @Override
    protected String body(List<String> records) {
        return "[\n" + String.join(",\n", records) + "\n]\n";
    }

    @Override
    protected List<Long> positions(int records) {
        return LongStream.rangeClosed(1, records).boxed().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", " [ ] ", "[\n\n]\r\n", "{\"users\":[]}", "{\"realm\":\"x\"}", "{\"users\":null}"})
    void listWithoutRecordsIsNotBlank(String body) throws IOException {
        RecordReader reader = reader(bytes(body));

        assertThat(reader.next()).isEmpty();
        assertThat(reader.isBlank()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello",
                "42",
                "null",
                "\"text\"",
                "<users/>",
                "username,email",
                "[",
                "{",
                "[{",
                "[{\"username\":\"ann\"",
                "[}",
                "{]",
                "{\"users\"",
                "{\"users\":",
                "{\"users\":}",
                "{\"users\":[",
                "{\"users\" [",
                "{users:[]}",
                "{\"realm\":\"x\" \"users\":[]}",
                "{\"username\":\"ann\"}",
                "{}",
                "[] []",
                "[\"unclosed]"
            })
    void whatIsNoListOfRecordsFromItsStartIsUndecodable(String body) {
        assertThatThrownBy(() -> entries(body))
                .isInstanceOfSatisfying(
                        UndecodableBodyException.class,
                        e -> assertThat(e.code()).isEqualTo("undecodable-body"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "42",
                "null",
                "true",
                "\"te\\\"xt]\"",
                "[{\"username\":\"nested\"}]",
                "[[[[]]]]",
                "-1e5",
                "{\"username\" \"x\"}",
                "{\"username\":tru}",
                "{'username':'x'}",
                "{\"username\":\"\\x\"}",
                "{\"username\":\"a\nb\"}",
                "{\"username\":[1,{}]}",
                "nonsense",
                "\u0001"
            })
    void elementThatIsNoRecordIsOneEntryAndTheNextIsRead(String element) throws IOException {
        List<Entry> entries = entries(body(List.of(ANN, element, BOB)));

        assertThat(entries).hasSize(3);
        assertThat(entries.get(1)).isInstanceOf(Entry.Unreadable.class);
        assertThat(name(entries.get(2))).isEqualTo("bob");
        assertThat(entries).extracting(entry -> entry.position().line()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void deepNestingIsOneEntryAndTheNextIsRead() throws IOException {
        String deep = "{\"x\":" + "[".repeat(40_000) + "]".repeat(40_000) + "}";

        assertThat(names(entries(body(List.of(ANN, deep, BOB))))).containsExactly("ann", "record-too-complex", "bob");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[A,,B]        | ann not-json bob",
                "[,A]          | not-json ann",
                "[A,B,]        | ann bob not-json",
                "[A B]         | ann not-json",
                "[A x B,B]     | ann not-json bob",
                "[A x,B]       | ann not-json bob",
                "[A x]         | ann not-json",
                "[A}B,B]       | ann not-json bob",
                "[A:B,B]       | ann not-json bob",
                "[A;B,B]       | ann not-json bob",
                "[A,}B,B]      | ann not-json bob"
            })
    void textBetweenElementsIsReportedAndReadingContinues(String body, String names) throws IOException {
        List<Entry> entries = entries(body.replace("A", ANN).replace("B", BOB));

        assertThat(names(entries)).containsExactly(names.split(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[A,{\"x\":[1},B]   | ann not-json",
                "[A,{\"x\":1],B]    | ann not-json",
                "[A\"B,B]           | ann not-json",
                "[A]B               | ann not-json",
                "[A],B              | ann not-json",
                "{\"users\":[A],x}  | ann not-json",
                "{\"users\":[A] \"x\":1} | ann not-json",
                "{\"users\":[A],\"x\":[}} | ann not-json",
                "{\"users\":[A]}B   | ann not-json",
                "[A                 | ann truncated",
                "[A,                | ann truncated",
                "[A,{\"user         | ann truncated",
                "[A,tru             | ann truncated",
                "{\"users\":[A]     | ann truncated",
                "{\"users\":[A],\"roles\":{\"realm\": | ann truncated"
            })
    void anAmbiguousPositionIsTheLastEntry(String body, String names) throws IOException {
        List<Entry> entries = entries(body.replace("A", ANN).replace("B", BOB));

        assertThat(names(entries)).containsExactly(names.split(" "));
        assertThat(((Entry.Unreadable) entries.get(1)).problems().get(0).detail())
                .contains("cannot be read");
    }

    @Test
    void textThatLooksLikeStructureIsText() throws IOException {
        String tricky = "{\"firstName\":\"},{\\\"username\\\":\\\"mallory\\\"}]\\\\\",\"username\":\"ann\"}";

        assertThat(names(entries(body(List.of(tricky, BOB))))).containsExactly("ann", "bob");
    }

    @Test
    void brokenQuotesNeverTurnTextIntoRecords() throws IOException {
        String attack = "{\"username\":\"ann\",\"firstName\":\"\\\"},{\\\"username\\\":\\\"mallory\\\"},{\\\"\"}";
        String body = body(List.of(ANN, attack, BOB));

        for (int i = 0; i < body.length(); i++) {
            for (char c : new char[] {'"', '\\', ',', '{', '}', '[', ']', 'x'}) {
                String broken = body.substring(0, i) + c + body.substring(i + 1);
                List<String> names;
                try {
                    names = names(entries(broken));
                } catch (UndecodableBodyException e) {
                    continue;
                }
                assertThat(names).as(broken).doesNotContain("mallory");
            }
        }
    }

    @Test
    void elementsOfEveryArrayAreThoseThatJacksonSees() throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        RecordParser echo = (bytes, offset, length, position) -> new Entry.Unreadable(
                position,
                Optional.of(new String(bytes, offset, length, StandardCharsets.UTF_8)),
                List.of(Violation.of("echo", null, "")),
                length);
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < 500; i++) {
            ArrayNode array = mapper.createArrayNode();
            for (int elements = random.nextInt(6); elements > 0; elements--) {
                array.add(value(random, mapper, 0));
            }
            byte[] body = (random.nextBoolean() ? mapper.writerWithDefaultPrettyPrinter() : mapper.writer())
                    .writeValueAsBytes(array);

            List<Entry> entries =
                    read(new JsonReader(Pieces.of(body, 1 + random.nextInt(20)), echo, LIMITS, Set.of("users")));

            ArrayNode read = mapper.createArrayNode();
            for (Entry entry : entries) {
                read.add(mapper.readTree(((Entry.Unreadable) entry).key().orElseThrow()));
            }
            assertThat(read).isEqualTo(array);
        }
    }

    private static JsonNode value(SplittableRandom random, ObjectMapper mapper, int depth) {
        switch (depth > 4 ? 2 + random.nextInt(3) : random.nextInt(5)) {
            case 0 -> {
                ArrayNode list = mapper.createArrayNode();
                IntStream.range(0, random.nextInt(4)).forEach(i -> list.add(value(random, mapper, depth + 1)));
                return list;
            }
            case 1 -> {
                ObjectNode object = mapper.createObjectNode();
                IntStream.range(0, random.nextInt(4))
                        .forEach(i -> object.set(text(random), value(random, mapper, depth + 1)));
                return object;
            }
            case 2 -> {
                return mapper.getNodeFactory().numberNode(random.nextInt());
            }
            case 3 -> {
                return mapper.getNodeFactory().nullNode();
            }
            default -> {
                return mapper.getNodeFactory().textNode(text(random));
            }
        }
    }

    private static String text(SplittableRandom random) {
        String letters = "{}[]\",:\\n \n\u00e9\u738b";
        return random.ints(random.nextInt(8), 0, letters.length())
                .mapToObj(i -> letters.substring(i, i + 1))
                .collect(Collectors.joining());
    }

    @Test
    void nestingBeyondAllLimitsEndsTheReading() throws IOException {
        String body = "[" + ANN + "," + "[".repeat(1_000_001);

        assertThat(names(entries(body))).containsExactly("ann", "not-json");
    }
}
