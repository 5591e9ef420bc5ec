package org.millrace.testsuite.client;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 connection for one small request after the other. Does as little as can be: the client shares the processors
 * with the server that is measured, and the JDK's own client would slow it down visibly. For one thread.
 */
public final class KeepAliveConnection implements AutoCloseable {
    private static final int READ_TIMEOUT_MILLIS = 60_000;

    private final Socket socket;
    private final OutputStream out;
    private final InputStream in;
    private final String headers;

    /** A connection for JSON. */
    public KeepAliveConnection(URI server, String token) throws IOException {
        this(server, token, "application/json");
    }

    /** @param contentType of all bodies */
    public KeepAliveConnection(URI server, String token, String contentType) throws IOException {
        socket = new Socket(server.getHost(), server.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(READ_TIMEOUT_MILLIS);
        out = socket.getOutputStream();
        in = new BufferedInputStream(socket.getInputStream());
        headers = " HTTP/1.1\r\nHost: " + server.getAuthority() + "\r\nAuthorization: Bearer " + token
                + "\r\nContent-Type: " + contentType + "\r\nContent-Length: ";
    }

    /**
     * A successful answer.
     *
     * @param location null if it has none
     */
    public record Reply(@Nullable String location, String body) {}

    /**
     * Sends a body and reads the answer to its end.
     *
     * @return the answer's {@code Location}, if it has one
     * @throws IOException if the answer is no success
     */
    public Optional<String> post(String path, byte[] body) throws IOException {
        return send("POST", path, body);
    }

    /** As {@link #post}, with another method. */
    public Optional<String> send(String method, String path, byte[] body) throws IOException {
        return Optional.ofNullable(exchange(method, path, body).location());
    }

    /**
     * Sends a body and returns the answer.
     *
     * @throws IOException if the answer is no success
     */
    public Reply exchange(String method, String path, byte[] body) throws IOException {
        byte[] head = (method + " " + path + headers + body.length + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
        byte[] request = new byte[head.length + body.length];
        System.arraycopy(head, 0, request, 0, head.length);
        System.arraycopy(body, 0, request, head.length, body.length);
        out.write(request);

        String status = line(in);
        int length = 0;
        boolean chunked = false;
        @Nullable String location = null;
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            String value = line.substring(colon + 1).trim();
            switch (line.substring(0, colon).toLowerCase(Locale.ROOT)) {
                case "content-length" -> length = Integer.parseInt(value);
                case "location" -> location = value;
                case "transfer-encoding" -> chunked = true;
                default -> {} // Of no interest here.
            }
        }
        byte[] bytes = chunked ? new ChunkedInput(in).readAllBytes() : in.readNBytes(length);
        String answer = new String(bytes, StandardCharsets.UTF_8);
        if (!status.startsWith("HTTP/1.1 2")) {
            throw new IOException(path + " answered " + status + ": " + answer);
        }
        return new Reply(location, answer);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /**
     * The next line of the head of a response, without its end.
     *
     * @throws EOFException if the stream ends before
     */
    public static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder(80);
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }
}
