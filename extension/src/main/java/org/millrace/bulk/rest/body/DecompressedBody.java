package org.millrace.bulk.rest.body;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.millrace.bulk.rest.setting.RequestLimits;
import org.millrace.server.problem.Problem;

/**
 * A gzip body that is rejected if its decompressed length, or its compression ratio, exceeds the operator's limit. For one
 * thread.
 */
public final class DecompressedBody extends FilterInputStream {
    /** Short bodies may be compressed as well as they can. */
    private static final long FREE_BYTES = 1024 * 1024;

    private final CountedBody sent;
    private final RequestLimits limits;
    private long bytes;

    private DecompressedBody(CountedBody sent, RequestLimits limits) throws IOException {
        super(new GzipBody(sent));
        this.sent = sent;
        this.limits = limits;
    }

    /**
     * Decompresses the body.
     *
     * @throws IOException if it is not compressed with gzip
     */
    public static InputStream of(InputStream sent, RequestLimits limits) throws IOException {
        return new DecompressedBody(new CountedBody(sent), limits);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    /** @throws RejectedBodyException with a problem of status 413 if the body exceeds a limit */
    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int read = super.read(into, offset, length);
        bytes += Math.max(0, read);
        if (bytes > limits.maxDecompressedBytes()) {
            throw tooLarge("The body has more than " + limits.maxDecompressedBytes()
                    + " bytes after decompression (setting max-decompressed-bytes)");
        }
        int ratio = limits.maxDecompressionRatio();
        if (ratio > 0 && bytes > FREE_BYTES && bytes / ratio > sent.bytes) {
            throw tooLarge("Decompression makes the body more than " + ratio
                    + " times longer (setting max-decompression-ratio)");
        }
        return read;
    }

    private static RejectedBodyException tooLarge(String detail) {
        return new RejectedBodyException(new Problem(413, "body-too-large", "The body is too large", detail));
    }

    private static final class CountedBody extends FilterInputStream {
        private long bytes;

        private CountedBody(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int b = super.read();
            bytes += b < 0 ? 0 : 1;
            return b;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = super.read(into, offset, length);
            bytes += Math.max(0, read);
            return read;
        }
    }
}
