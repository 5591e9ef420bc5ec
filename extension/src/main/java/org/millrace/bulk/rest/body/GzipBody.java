package org.millrace.bulk.rest.body;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * A body compressed with gzip, in one member or several. The JDK's stream looks for another member only if bytes are available,
 * which a network stream does not guarantee, reports available bytes until the end, ignores bytes after a
 * member that are not a gzip member, and calls itself for each further member, which
 * overflows the stack if thousands are empty. This class corrects all four, the third one up to Java 24.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc1952#section-2.2">RFC 1952, section 2.2</a>
 */
final class GzipBody extends GZIPInputStream {
    private static final int BUFFER_BYTES = 64 * 1024;

    private static final int TRAILER_BYTES = 8;

    private final InputStream sent;
    private boolean isReading;

    GzipBody(InputStream sent) throws IOException {
        super(new WaitingForOneByte(sent), BUFFER_BYTES);
        this.sent = sent;
    }

    /** @throws ZipException if the body is damaged, or something else follows the compressed members */
    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (isReading) {
            // The base class calls this method for each further member: thousands of empty ones would overflow the
            // stack.
            return 0;
        }
        int count;
        isReading = true;
        try {
            do {
                count = super.read(into, offset, length);
            } while (count == 0 && length > 0);
        } finally {
            isReading = false;
        }
        // The base class looks whether bytes are available behind each member.
        if (count < 0 && (inf.getRemaining() > TRAILER_BYTES || ((WaitingForOneByte) in).wasAvailable)) {
            throw new ZipException("bytes after the gzip data are not a gzip member");
        }
        return count;
    }

    /** Whether bytes can be had without waiting for the client, as far as the body underneath knows. */
    @Override
    public int available() throws IOException {
        if (inf.finished()) {
            // Behind a member there is its trailer, and then another member or the end.
            return inf.getRemaining() > TRAILER_BYTES ? 1 : sent.available();
        }
        return inf.needsInput() ? sent.available() : 1;
    }

    /** Has bytes available unless the body is at its end. */
    private static final class WaitingForOneByte extends PushbackInputStream {
        private boolean wasAvailable;

        private WaitingForOneByte(InputStream body) {
            super(body, 1);
        }

        @Override
        public int available() throws IOException {
            // A body may report a byte where only its end is left to be read.
            int next = read();
            wasAvailable = next >= 0;
            if (wasAvailable) {
                unread(next);
            }
            return wasAvailable ? 1 : 0;
        }
    }
}
