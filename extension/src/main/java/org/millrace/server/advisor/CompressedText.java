package org.millrace.server.advisor;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Texts as they are sent and stored: UTF-8 in gzip. */
final class CompressedText {

    /** A report has some tens of kilobytes: a larger text is not from Millrace. */
    private static final int MOST_BYTES = 8 * 1024 * 1024;

    private CompressedText() {}

    static byte[] pack(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot compress a text", e);
        }
        return bytes.toByteArray();
    }

    /** Empty if it is none that {@link #pack} has made. */
    static String unpack(byte[] packed) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return ""; // A reader recognises that it is no document.
        }
    }
}
