package org.millrace.testsuite.client;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** A body whose length was announced. Closing it leaves the connection open. */
final class SizedOutput extends FilterOutputStream {
    SizedOutput(OutputStream out) {
        super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
        flush();
    }
}
