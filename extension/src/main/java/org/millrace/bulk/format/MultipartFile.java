package org.millrace.bulk.format;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The one file of a {@code multipart/form-data} body. The body is stored in a temporary file until it is known to have exactly
 * one part, so that a rejected body imports nothing.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc7578">RFC 7578</a>
 */
public final class MultipartFile implements Closeable {
    private static final int MAX_HEADER_BYTES = 8 * 1024;
    private static final int MAX_HEADERS = 16;
    private static final Set<String> READ = Set.of("content-type", "content-disposition");
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final String CODE = "invalid-multipart";
    private static final Pattern FILE_NAME =
            Pattern.compile("filename\\*?=(?:\"([^\"]*)\"|([^;]+))", Pattern.CASE_INSENSITIVE);

    private final SpooledBody spooled;
    private final Map<String, String> headers;
    private final long start;
    private final long end;

    private MultipartFile(SpooledBody spooled, Map<String, String> headers, long start, long end) {
        this.spooled = spooled;
        this.headers = headers;
        this.start = start;
        this.end = end;
    }

    /**
     * Reads a body to its end.
     *
     * @param boundary as the media type says
     * @param maxBytes longest body, on disk while it is read
     * @throws UndecodableBodyException if it does not hold exactly one file
     */
    public static MultipartFile of(InputStream body, String boundary, long maxBytes) throws IOException {
        SpooledBody spooled = SpooledBody.of(
                body,
                maxBytes,
                new UndecodableBodyException(
                        CODE,
                        "The multipart body has more than " + maxBytes + " bytes; send the file itself as the body"));
        try {
            return new Scan(spooled, boundary).file();
        } catch (IOException | RuntimeException e) {
            spooled.close();
            throw e;
        }
    }

    /** The media type that the part has; empty if it has none. */
    public Optional<String> contentType() {
        return Optional.ofNullable(headers.get("content-type"));
    }

    /** The name of the file; empty text if the client names none. */
    public String fileName() {
        Matcher matcher = FILE_NAME.matcher(headers.getOrDefault("content-disposition", ""));
        if (!matcher.find()) {
            return "";
        }
        return Optional.ofNullable(matcher.group(1))
                .orElseGet(() -> matcher.group(2).strip());
    }

    /** The content; closing it closes the file. */
    public InputStream content() {
        return new Content(spooled.from(start), end - start, this);
    }

    @Override
    public void close() throws IOException {
        spooled.close();
    }

    /** Searches for the delimiters. */
    private static final class Scan {
        private final SpooledBody spooled;
        private final InputStream in;
        private final String delimiter;
        private long position;

        private Scan(SpooledBody spooled, String boundary) {
            this.spooled = spooled;
            this.in = new BufferedInputStream(spooled.from(0), BUFFER_BYTES);
            this.delimiter = "--" + boundary;
        }

        private MultipartFile file() throws IOException {
            String line = line();
            while (!line.equals(delimiter)) {
                if (line.equals(delimiter + "--") || position >= spooled.length()) {
                    throw refused("The body has no part; exactly one file part is required");
                }
                line = line();
            }
            Map<String, String> headers = headers();
            long start = position;
            long end = skipContent();
            int first = read();
            int second = read();
            if (first != '-' || second != '-') {
                throw refused("The body has several parts; exactly one file part is required");
            }
            if (!FILE_NAME
                    .matcher(headers.getOrDefault("content-disposition", ""))
                    .find()) {
                throw refused("The part has no file name; a file part is required");
            }
            return new MultipartFile(spooled, headers, start, end);
        }

        private Map<String, String> headers() throws IOException {
            Map<String, String> headers = new TreeMap<>();
            int count = 0;
            for (String line = line(); !line.isEmpty(); line = line()) {
                count++;
                if (count > MAX_HEADERS) {
                    throw refused("The part has more than " + MAX_HEADERS + " headers");
                }
                int colon = line.indexOf(':');
                if (colon < 0) {
                    throw refused("A header of the part has no colon");
                }
                String name = line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
                if (READ.contains(name)) {
                    headers.put(name, line.substring(colon + 1).strip());
                }
            }
            return headers;
        }

        /** A line without its end. */
        private String line() throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int b = read(); b >= 0 && b != '\n'; b = read()) {
                if (line.size() == MAX_HEADER_BYTES) {
                    throw refused("A header of the part has more than " + MAX_HEADER_BYTES + " bytes");
                }
                line.write(b);
            }
            String text = line.toString(StandardCharsets.UTF_8);
            return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
        }

        /** Ends behind the delimiter, and returns the place of the line end before it. */
        private long skipContent() throws IOException {
            byte[] wanted = ("\r\n" + delimiter).getBytes(StandardCharsets.UTF_8);
            int matched = 0;
            for (int b = read(); b >= 0; b = read()) {
                // The pattern contains a carriage return only at its start.
                matched = b == wanted[matched] ? matched + 1 : b == '\r' ? 1 : 0;
                if (matched == wanted.length) {
                    return position - matched;
                }
            }
            throw refused("Truncated multipart body: the closing boundary is missing");
        }

        private int read() throws IOException {
            int b = in.read();
            position += b < 0 ? 0 : 1;
            return b;
        }

        private static UndecodableBodyException refused(String detail) {
            return new UndecodableBodyException(CODE, detail);
        }
    }

    /** A section of the temporary file. */
    private static final class Content extends InputStream {
        private final InputStream in;
        private final Closeable file;
        private long left;

        private Content(InputStream in, long length, Closeable file) {
            this.in = in;
            this.left = length;
            this.file = file;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (left == 0) {
                return -1;
            }
            int read = in.read(into, offset, (int) Math.min(length, left));
            left -= Math.max(0, read);
            return read;
        }

        /** All of it can be had without waiting. */
        @Override
        public int available() {
            return (int) Math.min(Integer.MAX_VALUE, Math.max(1, left));
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
