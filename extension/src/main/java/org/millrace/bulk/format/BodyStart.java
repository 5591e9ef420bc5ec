package org.millrace.bulk.format;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;

/** Detects common mistakes by the first bytes of a body: other encodings, compressed files, workbooks. */
public final class BodyStart {
    private static final int FIRST_BYTES = 2;
    private static final int GZIP = 0x1F8B;
    private static final int ZIP = 0x504B;
    private static final int UTF_16_BIG_ENDIAN = 0xFEFF;
    private static final int UTF_16_LITTLE_ENDIAN = 0xFFFE;

    private BodyStart() {}

    /**
     * The same body.
     *
     * @throws UndecodableBodyException if it begins as no text in UTF-8 does
     */
    public static InputStream requireUtf8(InputStream body) throws IOException {
        PushbackInputStream text = new PushbackInputStream(body, FIRST_BYTES) {
            @Override
            public int available() throws IOException {
                // The body may answer 1 where only its end is left; the sum of both must not overflow.
                return pos < buf.length ? buf.length - pos : in.available();
            }
        };
        byte[] first = text.readNBytes(FIRST_BYTES);
        text.unread(first);
        if (first.length == FIRST_BYTES) {
            check((first[0] & 0xFF) << 8 | first[1] & 0xFF);
        }
        return text;
    }

    private static void check(int start) throws UndecodableBodyException {
        if (start == GZIP) {
            throw new UndecodableBodyException(
                    "undecodable-body", "The body is compressed with gzip; send the header Content-Encoding: gzip");
        }
        if (start == ZIP) {
            throw new UndecodableBodyException(
                    "undecodable-body",
                    "The body is a ZIP archive, such as an Excel workbook; save the sheet as CSV and send that");
        }
        boolean nul = (start & 0xFF) == 0 && start != 0 || start >>> 8 == 0 && start != 0;
        if (start == UTF_16_BIG_ENDIAN || start == UTF_16_LITTLE_ENDIAN || nul) {
            throw new UndecodableBodyException(
                    "undecodable-body",
                    "The body is UTF-16; send UTF-8, or add charset=utf-16 to the media type, as in text/csv;charset=utf-16;"
                            + " application/json and text/ldif take it too");
        }
    }
}
