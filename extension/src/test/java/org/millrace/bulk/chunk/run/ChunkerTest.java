package org.millrace.bulk.chunk.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Users;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordReader;

class ChunkerTest {
    private final AtomicLong clock = new AtomicLong();

    @Test
    void chunkEndsAtTheNumberOfRecords() throws IOException {
        assertThat(sizes(new Chunker(Users.reader(Users.chunk(7).entries()), 3, clock::get)))
                .containsExactly(3, 3, 1);
    }

    @Test
    void chunkEndsWhereItsRecordsTakeTooMuchMemory() throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            entries.add(new Entry.Readable(Users.user(i + 1, "u" + i), 3 * 1024 * 1024));
        }

        assertThat(sizes(new Chunker(Users.reader(entries), 1000, clock::get))).containsExactly(3, 3);
    }

    @Test
    void chunkOfAClientThatPausesIsNotHeldBack() throws IOException {
        RecordReader pausing = new RecordReader() {
            private int line;

            @Override
            public Optional<Entry> next() {
                return ++line > 4 ? Optional.empty() : Optional.of(Users.entry(line, "u" + line));
            }

            /** Two records come together; a client that is asked for more lets time pass. */
            @Override
            public boolean wouldWait() {
                clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(100));
                return line % 2 == 0;
            }
        };

        assertThat(sizes(new Chunker(pausing, 1000, clock::get))).containsExactly(2, 2);
    }

    /** An import whose chunks are being written looks again and again whether it would have to wait. */
    @Test
    void behindTheEndOfTheBodyNothingIsWaitedFor() throws IOException {
        RecordReader silent = new RecordReader() {
            private int line;

            @Override
            public Optional<Entry> next() {
                return ++line > 1 ? Optional.empty() : Optional.of(Users.entry(line, "u" + line));
            }

            @Override
            public boolean wouldWait() {
                return line > 1;
            }
        };
        Chunker chunker = new Chunker(silent, 1000, clock::get);

        assertThat(chunker.next()).map(Chunk::size).contains(1);
        assertThat(chunker.wouldWait()).isFalse();
        assertThat(chunker.next()).isEmpty();
    }

    @Test
    void recordsBeforeTheBreakAreNotLost() throws IOException {
        RecordReader broken = new RecordReader() {
            private int line;

            @Override
            public Optional<Entry> next() throws IOException {
                if (++line > 2) {
                    throw new IOException("reset by peer");
                }
                return Optional.of(Users.entry(line, "u" + line));
            }

            @Override
            public boolean wouldWait() {
                return false;
            }
        };
        Chunker chunker = new Chunker(broken, 1000, clock::get);

        assertThat(chunker.next()).map(Chunk::size).contains(2);
        assertThatThrownBy(chunker::next).isInstanceOf(IOException.class).hasRootCauseMessage("reset by peer");
    }

    private static List<Integer> sizes(Chunker chunker) throws IOException {
        List<Integer> sizes = new ArrayList<>();
        for (Optional<Chunk> chunk = chunker.next(); chunk.isPresent(); chunk = chunker.next()) {
            sizes.add(chunk.get().size());
        }
        return sizes;
    }
}
