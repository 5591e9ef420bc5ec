package org.millrace.server.advisor.report;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jboss.logging.Logger;

/** Texts in UTF-8, compressed with gzip, for storage and for other nodes. */
public final class CompressedText {

    private static final Logger LOG = Logger.getLogger(CompressedText.class);

    /** Upper bound for a decompressed text, in bytes; a report has some tens of kilobytes. */
    private static final int MOST_BYTES = 8 * 1024 * 1024;

    private CompressedText() {}

    /** The text, compressed. */
    public static byte[] pack(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot compress a text", e);
        }
        return bytes.toByteArray();
    }

    /** The text; empty if the bytes are not the result of {@link #pack}. */
    public static Optional<String> unpack(byte[] compressed) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            return Optional.of(new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8));
        } catch (IOException e) {
            LOG.debug("A compressed text is damaged", e);
            return Optional.empty();
        }
    }
}
