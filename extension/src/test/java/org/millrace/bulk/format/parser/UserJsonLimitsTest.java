package org.millrace.bulk.format.parser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/** Texts that are no JSON object or not UTF-8, and limits of nesting and of values. */
class UserJsonLimitsTest extends UserJsonParsing {
    @ParameterizedTest
    @ValueSource(
            strings = {"{", "{\"username\":", "nonsense", "{\"username\":\"a\"} x", "{\"a\":1}{\"b\":2}", "{'a':1}"})
    void whatIsNoJsonSaysSo(String line) {
        assertThat(problems(line)).extracting(Violation::code).containsExactly("not-json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "7", "\"text\"", "null"})
    void whatIsNoObjectSaysSo(String line) {
        assertThat(problems(line)).extracting(Violation::code).containsExactly("not-an-object");
    }

    @Test
    void bytesThatAreNotUtf8SaySo() {
        byte[] line = "{\"username\":\"a?b\"}".getBytes(StandardCharsets.US_ASCII);
        line[14] = (byte) 0xFF;

        Entry entry = parser.parse(line, 0, line.length, new Position(1));

        assertThat(((Entry.Unreadable) entry).problems())
                .extracting(Violation::code)
                .containsExactly("not-utf-8");
    }

    @Test
    void wideCharactersAreNotGuessedAt() {
        byte[] line = "{\"username\":\"ann\"}".getBytes(StandardCharsets.UTF_16BE);

        Entry entry = parser.parse(line, 0, line.length, new Position(1));

        assertThat(entry).isInstanceOf(Entry.Unreadable.class);
    }

    @Test
    void overlongSequencesAndHalvesOfPairsAreNotUtf8() {
        for (byte[] bytes :
                List.of(new byte[] {(byte) 0xC1, (byte) 0xA1}, new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80})) {
            byte[] line = "{\"username\":\"a???b\"}".getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(bytes, 0, line, 14, bytes.length);

            Entry entry = parser.parse(line, 0, line.length, new Position(1));

            assertThat(((Entry.Unreadable) entry).problems())
                    .extracting(Violation::code)
                    .containsExactly("not-utf-8");
        }
    }

    @Test
    void deepNestingIsRefusedBeforeItCosts() {
        String line = "{\"x\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}";

        assertThat(problems(line)).extracting(Violation::code).containsExactly("record-too-complex");
    }

    @Test
    void nestingMayBeAsDeepAsTheLimit() {
        String depth = "[".repeat(31) + "]".repeat(31);

        assertThat(readable("{\"username\":\"ann\",\"x\":" + depth + "}").username())
                .isEqualTo("ann");
        assertThat(problems("{\"username\":\"ann\",\"x\":[" + depth + "]}"))
                .extracting(Violation::code)
                .containsExactly("record-too-complex");
    }

    @Test
    void valuesOfAllListsAreCountedTogether() {
        String half = "\"x\",".repeat(499) + "\"x\"";

        assertThat(readable("{\"attributes\":{\"a\":[" + half + "]},\"groups\":[\"x\"," + half.substring(8) + "]}")
                        .attributes())
                .containsKey("a");
        assertThat(problems("{\"attributes\":{\"a\":[" + half + "]},\"groups\":[" + half + "],\"realmRoles\":[\"r\"]}"))
                .extracting(Violation::code, Violation::field)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("too-many-values", "groups"));
    }

    @Test
    void listsAndObjectsWithoutValuesCountToo() {
        String names = java.util.stream.IntStream.rangeClosed(0, 1000)
                .mapToObj(i -> "\"" + i + "\":[]")
                .collect(java.util.stream.Collectors.joining(","));

        assertThat(problems("{\"attributes\":{" + names + "}}"))
                .extracting(Violation::code)
                .containsExactly("too-many-values");
        assertThat(problems("{\"credentials\":[" + "{},".repeat(1000) + "{}]}"))
                .extracting(Violation::code)
                .containsExactly("too-many-values");
    }
}
