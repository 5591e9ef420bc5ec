package org.millrace.bulk.format;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A body that waits in a temporary file, to be read in another order than it came in. Its file goes when it is closed. */
public final class SpooledBody implements Closeable {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final FileChannel file;

    private SpooledBody(FileChannel file) {
        this.file = file;
    }

    /**
     * Reads a body to its end.
     *
     * @param tooLong is thrown if it is longer than allowed
     * @throws IOException if it breaks off, or the file cannot be written
     */
    public static SpooledBody of(InputStream body, long maxBytes, UndecodableBodyException tooLong) throws IOException {
        Path path = Files.createTempFile("millrace-export-", ".json");
        SpooledBody spooled = new SpooledBody(FileChannel.open(
                path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE));
        try {
            spooled.keep(body, maxBytes, tooLong);
            return spooled;
        } catch (IOException | RuntimeException e) {
            spooled.close();
            throw e;
        }
    }

    private void keep(InputStream body, long maxBytes, UndecodableBodyException tooLong) throws IOException {
        byte[] bytes = new byte[BUFFER_BYTES];
        long written = 0;
        for (int read = body.read(bytes); read >= 0; read = body.read(bytes)) {
            written += read;
            if (written > maxBytes) {
                throw tooLong;
            }
            ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, read);
            while (buffer.hasRemaining()) {
                file.write(buffer);
            }
        }
    }

    long length() throws IOException {
        return file.size();
    }

    /** All from an offset on; closing it leaves the body open. */
    public InputStream from(long offset) {
        return new Rest(file, offset);
    }

    /** Stored bytes. */
    public byte[] bytes(long offset, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (file.read(bytes, offset + bytes.position()) < 0) {
                throw new EOFException("the temporary file is shorter than it was");
            }
        }
        return bytes.array();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private static final class Rest extends InputStream {
        private final FileChannel file;
        private long at;

        private Rest(FileChannel file, long at) {
            this.file = file;
            this.at = at;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = file.read(ByteBuffer.wrap(into, offset, length), at);
            at += Math.max(0, read);
            return read;
        }
    }
}
