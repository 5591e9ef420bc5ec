package org.millrace.testsuite.client;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** A body in chunks, RFC 9112 section 7.1. An end without the last chunk is an error, not an end. */
final class ChunkedInput extends InputStream {
    private final InputStream in;
    private SizedInput chunk;
    private boolean first = true;
    private boolean ended;

    ChunkedInput(InputStream in) {
        this.in = in;
        this.chunk = new SizedInput(in, 0);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int count = chunk.read(buffer, offset, length);
        while (count < 0 && !ended) {
            nextChunk();
            count = chunk.read(buffer, offset, length);
        }
        return count;
    }

    private void nextChunk() throws IOException {
        if (!first) {
            line(in);
        }
        first = false;
        String size = line(in).split(";", 2)[0].trim();
        long bytes = Long.parseLong(size, 16);
        chunk = new SizedInput(in, bytes);
        if (bytes == 0) {
            ended = true;
            skipTrailers();
        }
    }

    private void skipTrailers() throws IOException {
        String trailer = line(in);
        while (!trailer.isEmpty()) {
            trailer = line(in);
        }
    }

    /** The next line without its end. */
    static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection ended within a line: " + line.toString(StandardCharsets.UTF_8));
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }
}
