package org.millrace.bulk.format.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.RecordReader;
import org.millrace.bulk.format.RecordReaderContract;
import org.millrace.bulk.format.parser.UserJsonParser;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

class NdjsonReaderTest extends RecordReaderContract {
    private static final int MAX_RECORD_BYTES = 200_000;

    /** Hands each line back as the key of an entry that could not be read: all that this test wants to see. */
    private static final RecordParser ECHO = (bytes, offset, length, position) -> new Entry.Unreadable(
            position,
            Optional.of(new String(bytes, offset, length, StandardCharsets.UTF_8)),
            List.of(Violation.of("echo", null, "")),
            length);

    @Override
    protected RecordReader reader(InputStream body) {
        return new NdjsonReader(body, new UserJsonParser(LIMITS), LIMITS.maxBytes());
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
        return String.join("\n", records) + "\n";
    }

    @Override
    protected List<Long> positions(int records) {
        return LongStream.rangeClosed(1, records).boxed().toList();
    }

    @Test
    void linesAreCountedWithTheBlankOnes() throws IOException {
        assertThat(echoes("a\n\n  \nb\n")).containsExactly("1:a", "4:b");
    }

    @Test
    void lastLineNeedsNoEnd() throws IOException {
        assertThat(echoes("a\nb")).containsExactly("1:a", "2:b");
    }

    @Test
    void carriageReturnsAndAByteOrderMarkAreNoPartOfARecord() throws IOException {
        assertThat(echoes("\uFEFFa\r\nb\r\n")).containsExactly("1:a", "2:b");
    }

    @Test
    void byteOrderMarkInTheMiddleIsPartOfTheRecord() throws IOException {
        assertThat(echoes("a\n\uFEFFb\n")).containsExactly("1:a", "2:\uFEFFb");
    }

    @Test
    void emptyBodyHoldsNothing() throws IOException {
        assertThat(echoes("")).isEmpty();
        assertThat(echoes("\n\n")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {65_535, 65_536, 65_537, 131_072, MAX_RECORD_BYTES})
    void lineMayBeAsLongAsTheLimitAndLongerThanTheBuffer(int length) throws IOException {
        String line = "x".repeat(length);

        assertThat(echoes(line + "\nnext\n")).containsExactly("1:" + line, "2:next");
        assertThat(echoes("first\r\n" + line + "\r\nnext")).containsExactly("1:first", "2:" + line, "3:next");
    }

    @Test
    void anOversizedLineIsOneUnreadableEntryAndReadingContinues() throws IOException {
        List<Entry> entries = echoed("a\n" + "x".repeat(5 * MAX_RECORD_BYTES) + "\nb\n");

        assertThat(entries).hasSize(3);
        Entry.Unreadable tooLarge = (Entry.Unreadable) entries.get(1);
        assertThat(tooLarge.position()).isEqualTo(new Position(2));
        assertThat(tooLarge.problems()).extracting(Violation::code).containsExactly("record-too-large");
        assertThat(((Entry.Unreadable) entries.get(2)).key()).contains("b");
    }

    @Test
    void oneByteOverTheLimitIsTooLong() throws IOException {
        List<Entry> entries = echoed("x".repeat(MAX_RECORD_BYTES + 1) + "\n");

        assertThat(((Entry.Unreadable) entries.get(0)).problems())
                .extracting(Violation::code)
                .containsExactly("record-too-large");
    }

    private static List<String> echoes(String body) throws IOException {
        return echoed(body).stream()
                .map(entry -> entry.position().line() + ":"
                        + ((Entry.Unreadable) entry).key().orElse("<too large>"))
                .toList();
    }

    private static List<Entry> echoed(String body) throws IOException {
        NdjsonReader reader = new NdjsonReader(bytes(body), ECHO, MAX_RECORD_BYTES);
        List<Entry> entries = new ArrayList<>();
        for (Optional<Entry> entry = reader.next(); entry.isPresent(); entry = reader.next()) {
            entries.add(entry.get());
        }
        return entries;
    }
}
