package org.millrace.bulk.format;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * A body in any charset, read as UTF-8. Bytes that the charset does not define become a byte that UTF-8 does not define, so that the
 * record that holds them is rejected, and no character is replaced silently. For one thread.
 */
public final class TranscodedBody extends InputStream {
    private static final int BUFFER_CHARS = 8 * 1024;
    private static final byte UNDEFINED_IN_UTF_8 = (byte) 0xFF;

    private final InputStream body;
    private final CharsetDecoder decoder;
    private final ByteBuffer source = ByteBuffer.allocate(BUFFER_CHARS).limit(0);
    private final CharBuffer chars = CharBuffer.allocate(BUFFER_CHARS);
    private ByteBuffer target = ByteBuffer.allocate(0);
    private boolean ended;

    /** Reads a body that is in this charset. */
    public TranscodedBody(InputStream body, Charset charset) {
        this.body = body;
        this.decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        if (length == 0) {
            return 0;
        }
        while (!target.hasRemaining()) {
            if (ended && !source.hasRemaining()) {
                return -1;
            }
            fill();
        }
        int count = Math.min(length, target.remaining());
        target.get(into, offset, count);
        return count;
    }

    private void fill() throws IOException {
        if (!ended) {
            source.compact();
            int read = body.read(source.array(), source.position(), source.remaining());
            ended = read < 0;
            source.position(source.position() + Math.max(0, read)).flip();
        }
        chars.clear();
        CoderResult result = decoder.decode(source, chars, ended);
        ByteBuffer decoded = StandardCharsets.UTF_8.encode(chars.flip());
        if (result.isError()) {
            source.position(source.position() + result.length());
            ByteBuffer marked = ByteBuffer.allocate(decoded.remaining() + 1);
            decoded = marked.put(decoded).put(UNDEFINED_IN_UTF_8).flip();
        }
        target = decoded;
    }

    /** Bytes that are decoded already, or else bytes of the body. */
    @Override
    public int available() throws IOException {
        return target.hasRemaining() ? target.remaining() : source.remaining() + body.available();
    }

    @Override
    public void close() throws IOException {
        body.close();
    }
}
