package org.millrace.bulk.job.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.millrace.bulk.format.Entry;

class RecordBlockTest {
    static Stream<Arguments> bodies() {
        String large = "x".repeat(2000);
        return Stream.of(
                Arguments.of(
                        Records.NDJSON, "{\"username\":\"ann\"}\r\n\n{\"username\":\"bob\",\"oddity\":1}\nno json\n"),
                Arguments.of(Records.NDJSON, "{\"username\":\"" + large + "\"}\n[1]\n{\"enabled\":\"perhaps\"}\n"),
                Arguments.of(
                        Records.JSON,
                        "[{\"username\":\n\"ann\"},\n{\"username\":\"b\nob\"}, 7 8, {\"username\":\"eve\"}]"),
                Arguments.of(Records.JSON, "[{\"username\":\"ann\"}, {\"username\":\"" + large + "\"}, {\"username\""),
                Arguments.of(Records.CSV, "username,enabled,extra\nann,true,1\nbob,perhaps\n\"eve\"x,true\na,b,c,d\n"));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void whatIsUnpackedMakesTheEntriesThatTheBodyMade(Records.Format format, String body) {
        List<Entry> direct = Records.entries(format, body, Records.PARSER);

        List<StoredRecord> unpacked = RecordBlock.unpack(RecordBlock.pack(Records.stored(format, body)));

        assertThat(unpacked).hasSameSizeAs(direct).hasSizeGreaterThan(1);
        for (int i = 0; i < direct.size(); i++) {
            Entry expected = direct.get(i);
            Entry found = unpacked.get(i).entry(Records.PARSER);
            assertThat(found.position()).isEqualTo(expected.position());
            if (expected instanceof Entry.Unreadable unreadable) {
                assertThat(found).isInstanceOf(Entry.Unreadable.class);
                assertThat(((Entry.Unreadable) found).key()).isEqualTo(unreadable.key());
                assertThat(((Entry.Unreadable) found).problems()).isEqualTo(unreadable.problems());
            } else {
                assertThat(((Entry.Readable) found).item()).isEqualTo(((Entry.Readable) expected).item());
            }
        }
    }

    @Test
    void recordThatIsToComeAgainSaysSo() {
        List<StoredRecord> records = Records.stored(Records.NDJSON, "{\"username\":\"ann\"}\nno json\n");
        List<StoredRecord> repeatable =
                records.stream().map(StoredRecord::repeatable).toList();

        assertThat(RecordBlock.unpack(RecordBlock.pack(records))).noneMatch(StoredRecord::isRepeatable);
        assertThat(RecordBlock.unpack(RecordBlock.pack(repeatable))).first().matches(StoredRecord::isRepeatable);
    }

    @Test
    void anElementOfAnArrayIsKeptOnOneLine() {
        List<StoredRecord> records = Records.stored(Records.JSON, "[{\"username\"\n:\r\n\"ann\"}]");

        StoredRecord.Text text = (StoredRecord.Text) records.get(0);

        assertThat(new String(text.text(), StandardCharsets.UTF_8)).isEqualTo("{\"username\" :  \"ann\"}");
    }

    @Test
    void aRecordDoesNotSayWhatItHolds() {
        List<StoredRecord> records = Records.stored(Records.NDJSON, "{\"username\":\"ann\",\"credentials\":[]}");

        assertThat(records.get(0).toString()).doesNotContain("ann").contains("line=1");
    }

    @Test
    void aBlockThatIsNoneIsRefused() {
        assertThatThrownBy(() -> RecordBlock.unpack(new byte[] {1, 2, 3})).isInstanceOf(IllegalStateException.class);
    }
}
