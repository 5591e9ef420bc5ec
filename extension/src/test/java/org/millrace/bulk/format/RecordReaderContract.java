package org.millrace.bulk.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.bulk.record.field.Violation;

/** The contract of all formats. */
public abstract class RecordReaderContract {
    public static final RecordLimits LIMITS = new RecordLimits(100_000, 32, 1000);
    private static final int MEBIBYTE = 1024 * 1024;
    private static final int MUTATIONS = 3_000;

    /** Reads a body of this format. */
    protected abstract RecordReader reader(InputStream body);

    /** A user with this name, which needs no escaping. */
    protected abstract String record(String username);

    /** The same record, padded by an ignored field to exactly this size. */
    protected abstract String record(String username, int bytes);

    /** A whole body. */
    protected abstract String body(List<String> records);

    /** Where the records of a {@link #body} stand that take a line each. */
    protected abstract List<Long> positions(int records);

    @Test
    void recordsComeInTheirOrderAndPlace() throws IOException {
        List<Entry> entries = entries(body(List.of(record("ann"), record("bob"), record("cid"))));

        assertThat(names(entries)).containsExactly("ann", "bob", "cid");
        assertThat(entries).extracting(entry -> entry.position().line()).isEqualTo(positions(3));
    }

    @Test
    void bodyOfNothingIsBlank() throws IOException {
        for (String body : List.of("", "\n", "\r\n\n  \n", "\uFEFF", "\uFEFF\n")) {
            RecordReader reader = reader(bytes(body));

            assertThat(reader.next()).isEmpty();
            assertThat(reader.isBlank()).isTrue();
            assertThat(reader.passedOver()).isEmpty();
        }
    }

    @Test
    void byteOrderMarkAtTheStartIsPassedOver() throws IOException {
        assertThat(names(entries("\uFEFF" + body(List.of(record("ann"), record("bob"))))))
                .containsExactly("ann", "bob");
    }

    @Test
    void recordMayBeAsLongAsTheLimitAndNoLonger() throws IOException {
        List<Entry> entries = entries(
                body(List.of(record("ann", LIMITS.maxBytes()), record("bob", LIMITS.maxBytes() + 1), record("cid"))));

        assertThat(names(entries)).containsExactly("ann", "record-too-large", "cid");
        assertThat(entries).extracting(entry -> entry.position().line()).isEqualTo(positions(3));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 1000, 65_536})
    void howABodyIsCutIntoPiecesDoesNotMatter(int size) throws IOException {
        byte[] body = ("\uFEFF"
                        + body(List.of(record("ann", 2_000), record("bob"), record("cid", 70_000), record("dan"))))
                .getBytes(StandardCharsets.UTF_8);

        List<Entry> whole = read(reader(new ByteArrayInputStream(body)));
        List<Entry> pieces = read(reader(Pieces.of(body, size)));

        assertThat(names(whole)).containsExactly("ann", "bob", "cid", "dan");
        assertThat(pieces).isEqualTo(whole);
    }

    @Test
    void recordIsThereAsSoonAsItHasComeAndTheNextOneWouldHaveToWait() throws IOException {
        byte[] body = body(List.of(record("ann"), record("bob"))).getBytes(StandardCharsets.UTF_8);
        int cut = new String(body, StandardCharsets.UTF_8).indexOf("bob");
        Pieces pieces = new Pieces();
        RecordReader reader = reader(pieces);

        assertThat(reader.wouldWait()).isTrue();
        pieces.send(java.util.Arrays.copyOf(body, cut));
        assertThat(reader.wouldWait()).isFalse();
        assertThat(reader.next().map(RecordReaderContract::name)).contains("ann");
        assertThat(reader.wouldWait()).isTrue();
        pieces.send(java.util.Arrays.copyOfRange(body, cut, body.length));
        pieces.end();
        assertThat(reader.wouldWait()).isFalse();
        assertThat(reader.next().map(RecordReaderContract::name)).contains("bob");
        assertThat(reader.next()).isEmpty();
    }

    @Test
    void bodyThatBreaksOffGivesTheRecordsBeforeAndNoneOfWhatWasCut() throws IOException {
        String body = body(List.of(record("ann"), record("bob"), record("cid")));
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("reset by peer");
            }
        };
        RecordReader reader = reader(new SequenceInputStream(bytes(body.substring(0, body.indexOf("cid"))), broken));

        assertThat(reader.next().map(RecordReaderContract::name)).contains("ann");
        assertThat(reader.next().map(RecordReaderContract::name)).contains("bob");
        assertThatThrownBy(reader::next).isInstanceOf(IOException.class).hasMessage("reset by peer");
    }

    @Test
    void recordThatIsNotUtf8IsOneEntryAndTheNextIsRead() throws IOException {
        byte[] body = body(List.of(record("ann"), record("b?b"), record("cid"))).getBytes(StandardCharsets.US_ASCII);
        body[new String(body, StandardCharsets.US_ASCII).indexOf('?')] = (byte) 0xFF;

        assertThat(names(read(reader(new ByteArrayInputStream(body))))).containsExactly("ann", "not-utf-8", "cid");
    }

    @Test
    void readingAnyBytesEndsWithIncreasingPositions() throws IOException {
        byte[] sound = body(List.of(record("ann"), record("b\u00f6b"), record("cid", 300), record("dan")))
                .getBytes(StandardCharsets.UTF_8);
        SplittableRandom random = new SplittableRandom(1);
        int readable = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] mutated = mutated(sound, random);
            try {
                long last = 0;
                for (Entry entry : read(reader(Pieces.of(mutated, 1 + random.nextInt(50))))) {
                    assertThat(entry.position().line())
                            .as(new String(mutated, StandardCharsets.UTF_8))
                            .isGreaterThan(last);
                    last = entry.position().line();
                    readable += entry instanceof Entry.Readable ? 1 : 0;
                }
            } catch (UndecodableBodyException e) {
                assertThat(e.detail()).isNotBlank();
            }
        }
        assertThat(readable).isGreaterThan(MUTATIONS);
    }

    /** Some bytes changed, taken out or put in, or the end cut off. */
    private static byte[] mutated(byte[] sound, SplittableRandom random) {
        String structure = "{}[]\",:\\\n\r ;\u0000";
        StringBuilder text = new StringBuilder(new String(sound, StandardCharsets.ISO_8859_1));
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
            int at = random.nextInt(text.length());
            char c = random.nextBoolean()
                    ? structure.charAt(random.nextInt(structure.length()))
                    : (char) random.nextInt(256);
            switch (random.nextInt(4)) {
                case 0 -> text.setCharAt(at, c);
                case 1 -> text.insert(at, c);
                case 2 -> text.delete(at, Math.min(text.length() - 1, at + 1 + random.nextInt(5)));
                default -> text.setLength(random.nextInt(10) == 0 ? at + 1 : text.length());
            }
        }
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void recordOfAnyLengthTakesNoMoreMemoryThanTheLimit() throws IOException {
        String body = body(List.of(record("ann"), record("HERE"), record("cid")));
        int here = body.indexOf("HERE");
        RecordReader reader = reader(new SequenceInputStream(Collections.enumeration(
                List.of(bytes(body.substring(0, here)), new Filler(100L * MEBIBYTE), bytes(body.substring(here))))));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();

        List<Entry> entries = read(reader);

        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(4L * MEBIBYTE);
        assertThat(names(entries)).containsExactly("ann", "record-too-large", "cid");
    }

    /** A generated stream of this many letters. */
    public static final class Filler extends InputStream {
        private long left;

        public Filler(long bytes) {
            left = bytes;
        }

        @Override
        public int read() {
            return left-- > 0 ? 'x' : -1;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (left <= 0) {
                return -1;
            }
            int taken = (int) Math.min(left, length);
            java.util.Arrays.fill(into, offset, offset + taken, (byte) 'x');
            left -= taken;
            return taken;
        }
    }

    protected final List<Entry> entries(String body) throws IOException {
        return read(reader(bytes(body)));
    }

    public static List<Entry> read(RecordReader reader) throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (Optional<Entry> entry = reader.next(); entry.isPresent(); entry = reader.next()) {
            entries.add(entry.get());
        }
        return entries;
    }

    /** What records go by, and the codes of what could not be read. */
    public static List<String> names(List<Entry> entries) {
        return entries.stream().map(RecordReaderContract::name).toList();
    }

    protected static String name(Entry entry) {
        if (entry instanceof Entry.Readable readable) {
            return readable.item().key().orElse("<no name>");
        }
        return String.join(
                " ",
                ((Entry.Unreadable) entry)
                        .problems().stream().map(Violation::code).toList());
    }

    public static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
