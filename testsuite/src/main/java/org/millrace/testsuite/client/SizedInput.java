package org.millrace.testsuite.client;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The first bytes of a stream, up to a fixed number; an error if it has fewer. */
final class SizedInput extends FilterInputStream {
    private long left;

    SizedInput(InputStream in, long size) {
        super(in);
        this.left = size;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        if (left == 0) {
            return -1;
        }
        int count = in.read(buffer, offset, (int) Math.min(length, left));
        if (count < 0) {
            throw new EOFException("the connection ended " + left + " bytes before the body did");
        }
        left -= count;
        return count;
    }
}
