package org.millrace.bulk.rest.response;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Pending bytes for a client, first in first out, in a temporary file with access for the server's user only. The file is
 * unlinked after it was opened, where the operating system allows that, and deleted with the import. For one thread.
 */
final class OverflowFile implements AutoCloseable {
    private @Nullable Path path;
    private @Nullable FileChannel file;
    private long written;
    private long taken;

    /** Bytes that wait. */
    long length() {
        return written - taken;
    }

    /** Size of the file on disk: sent bytes are released only when all were sent. */
    long size() {
        return written;
    }

    void append(byte[] bytes, int offset, int length) throws IOException {
        FileChannel to = open();
        ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
        while (buffer.hasRemaining()) {
            written += to.write(buffer, written);
        }
    }

    /** Moves the oldest bytes into the array and says how many. */
    int take(byte[] into) throws IOException {
        if (length() == 0) {
            return 0;
        }
        ByteBuffer buffer = ByteBuffer.wrap(into, 0, (int) Math.min(into.length, length()));
        FileChannel from = open();
        int read = from.read(buffer, taken);
        taken += read;
        if (length() == 0) {
            from.truncate(0);
            written = 0;
            taken = 0;
        }
        return read;
    }

    private FileChannel open() throws IOException {
        if (file == null) {
            path = Files.createTempFile("millrace-outcomes-", ".ndjson");
            file = FileChannel.open(
                    path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        }
        return file;
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
        if (path != null) {
            Files.deleteIfExists(path);
        }
    }
}
