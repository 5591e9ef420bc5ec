package org.millrace.bulk.format;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Optional;
import java.util.Queue;

/**
 * A reader that parses the body incrementally: each buffer is parsed once, and the parser's state is kept in fields. A byte order
 * mark at the start is skipped.
 */
public abstract class BodyReader implements RecordReader {
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final InputStream body;
    private final Queue<Entry> ready = new ArrayDeque<>(2);
    private boolean begun;
    private boolean over;

    /** The present buffer: unread from {@code position} to {@code limit}. */
    protected final byte[] buffer = new byte[BUFFER_BYTES];

    protected int position;
    protected int limit;

    /** Parses this body. */
    protected BodyReader(InputStream body) {
        this.body = body;
    }

    @Override
    public final Optional<Entry> next() throws IOException {
        while (ready.isEmpty() && !over) {
            if (position < limit || fill()) {
                consume();
            } else {
                over = true;
                end();
            }
        }
        return Optional.ofNullable(ready.poll());
    }

    @Override
    public final boolean wouldWait() throws IOException {
        while (ready.isEmpty() && !over && position < limit) {
            consume();
        }
        return ready.isEmpty() && !over && body.available() == 0;
    }

    /** Parses from {@code position} at least to the end of an entry, or to {@code limit}. */
    protected abstract void consume() throws IOException;

    /** Reports the end of the body. */
    protected abstract void end() throws IOException;

    /** Passes on an entry; {@link #consume()} has to return afterwards. */
    protected final void found(Entry entry) {
        ready.add(entry);
    }

    /** Stops parsing: entries after this position cannot be separated. */
    protected final void stop() {
        over = true;
    }

    private boolean fill() throws IOException {
        position = 0;
        if (begun) {
            limit = Math.max(0, body.read(buffer, 0, buffer.length));
            return limit > 0;
        }
        begun = true;
        limit = body.readNBytes(buffer, 0, BYTE_ORDER_MARK.length);
        if (Arrays.equals(buffer, 0, limit, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length)) {
            return fill();
        }
        return limit > 0;
    }
}
