package org.millrace.testsuite.client;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A body in chunks, RFC 9112 section 7.1. Closing it writes the last chunk and leaves the connection open. */
final class ChunkedOutput extends OutputStream {
    private static final int CHUNK_BYTES = 32 * 1024;
    private static final byte[] LINE_END = {'\r', '\n'};

    private final OutputStream out;
    private final byte[] buffer = new byte[CHUNK_BYTES];
    private int filled;
    private boolean closed;

    ChunkedOutput(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
        if (filled == buffer.length) {
            writeChunk();
        }
        buffer[filled++] = (byte) b;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int from = offset;
        int left = length;
        while (left > 0) {
            if (filled == buffer.length) {
                writeChunk();
            }
            int count = Math.min(left, buffer.length - filled);
            System.arraycopy(bytes, from, buffer, filled, count);
            filled += count;
            from += count;
            left -= count;
        }
    }

    @Override
    public void flush() throws IOException {
        writeChunk();
        out.flush();
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            writeChunk();
            out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }
    }

    /** An empty chunk would end the body. */
    private void writeChunk() throws IOException {
        if (filled > 0) {
            out.write(Integer.toHexString(filled).getBytes(StandardCharsets.US_ASCII));
            out.write(LINE_END);
            out.write(buffer, 0, filled);
            out.write(LINE_END);
            filled = 0;
        }
    }
}
