package org.millrace.bulk.format;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A body that arrives in several buffers, as over a network: a read returns at most one, and only bytes that the test has sent
 * are available. A read without available bytes is an error, because it would block forever.
 */
public final class Pieces extends InputStream {
    private final Deque<byte[]> sent = new ArrayDeque<>();
    private boolean ended;

    /** Cuts a body into pieces of this size. */
    public static Pieces of(byte[] body, int size) {
        Pieces pieces = new Pieces();
        for (int from = 0; from < body.length; from += size) {
            pieces.send(java.util.Arrays.copyOfRange(body, from, Math.min(body.length, from + size)));
        }
        pieces.end();
        return pieces;
    }

    void send(byte[] piece) {
        if (piece.length > 0) {
            sent.add(piece.clone());
        }
    }

    void end() {
        ended = true;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (sent.isEmpty()) {
            if (ended) {
                return -1;
            }
            throw new IOException("nothing more was sent");
        }
        byte[] piece = sent.remove();
        int taken = Math.min(length, piece.length);
        System.arraycopy(piece, 0, into, offset, taken);
        if (taken < piece.length) {
            sent.addFirst(java.util.Arrays.copyOfRange(piece, taken, piece.length));
        }
        return taken;
    }

    @Override
    public int available() {
        return sent.isEmpty() ? 0 : sent.element().length;
    }
}
