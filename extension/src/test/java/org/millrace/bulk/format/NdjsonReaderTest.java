package org.millrace.bulk.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.bulk.record.Position;
import org.millrace.bulk.record.Violation;

class NdjsonReaderTest {
    private static final int MAX_RECORD_BYTES = 200_000;

    /** Hands each line back as the key of an entry that could not be read: all that this test wants to see. */
    private static final RecordParser ECHO = (bytes, offset, length, position) -> new Entry.Unreadable(
            position,
            Optional.of(new String(bytes, offset, length, StandardCharsets.UTF_8)),
            List.of(Violation.of("echo", null, "")),
            length);

    @Test
    void linesAreCountedWithTheBlankOnes() throws IOException {
        assertThat(read("a\n\n  \nb\n")).containsExactly("1:a", "4:b");
    }

    @Test
    void lastLineNeedsNoEnd() throws IOException {
        assertThat(read("a\nb")).containsExactly("1:a", "2:b");
    }

    @Test
    void carriageReturnsAndAByteOrderMarkAreNoPartOfARecord() throws IOException {
        assertThat(read("\uFEFFa\r\nb\r\n")).containsExactly("1:a", "2:b");
    }

    @Test
    void byteOrderMarkInTheMiddleIsPartOfTheRecord() throws IOException {
        assertThat(read("a\n\uFEFFb\n")).containsExactly("1:a", "2:\uFEFFb");
    }

    @Test
    void emptyBodyHoldsNothing() throws IOException {
        assertThat(read("")).isEmpty();
        assertThat(read("\n\n")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {65_535, 65_536, 65_537, 131_072, MAX_RECORD_BYTES})
    void lineMayBeAsLongAsTheLimitAndLongerThanTheBuffer(int length) throws IOException {
        String line = "x".repeat(length);

        assertThat(read(line + "\nnext\n")).containsExactly("1:" + line, "2:next");
        assertThat(read("first\r\n" + line + "\r\nnext")).containsExactly("1:first", "2:" + line, "3:next");
    }

    @Test
    void longerLineIsOneUnreadableEntryAndReadingGoesOn() throws IOException {
        List<Entry> entries = entries("a\n" + "x".repeat(5 * MAX_RECORD_BYTES) + "\nb\n");

        assertThat(entries).hasSize(3);
        Entry.Unreadable tooLarge = (Entry.Unreadable) entries.get(1);
        assertThat(tooLarge.position()).isEqualTo(new Position(2));
        assertThat(tooLarge.problems()).extracting(Violation::code).containsExactly("record-too-large");
        assertThat(((Entry.Unreadable) entries.get(2)).key()).contains("b");
    }

    @Test
    void oneByteOverTheLimitIsTooLong() throws IOException {
        List<Entry> entries = entries("x".repeat(MAX_RECORD_BYTES + 1) + "\n");

        assertThat(((Entry.Unreadable) entries.get(0)).problems())
                .extracting(Violation::code)
                .containsExactly("record-too-large");
    }

    @Test
    void bodyThatBreaksOffGivesNoEntryForTheLineThatWasCut() throws IOException {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("reset by peer");
            }
        };
        InputStream body = new SequenceInputStream(bytes("whole\ncut"), broken);
        NdjsonReader reader = new NdjsonReader(body, ECHO, MAX_RECORD_BYTES);

        assertThat(reader.next()).map(Entry::position).contains(new Position(1));
        assertThatThrownBy(reader::next).isInstanceOf(IOException.class).hasMessage("reset by peer");
    }

    private static List<String> read(String body) throws IOException {
        return entries(body).stream()
                .map(entry -> entry.position().line() + ":"
                        + ((Entry.Unreadable) entry).key().orElse("<too large>"))
                .toList();
    }

    private static List<Entry> entries(String body) throws IOException {
        NdjsonReader reader = new NdjsonReader(bytes(body), ECHO, MAX_RECORD_BYTES);
        List<Entry> entries = new ArrayList<>();
        for (Optional<Entry> entry = reader.next(); entry.isPresent(); entry = reader.next()) {
            entries.add(entry.get());
        }
        return entries;
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
