package org.millrace.testsuite.client;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One POST or PUT over a connection of its own, whose answer can be read while the body is still being sent, and which can be
 * cut off in the middle. (The JDK's client reads nothing before the whole body is out.) One thread may write while
 * another reads.
 */
public final class StreamedPost implements AutoCloseable {
    private static final Logger LOG = System.getLogger(StreamedPost.class.getName());

    private final Socket socket;
    private final OutputStream body;
    private final InputStream in;
    private @Nullable Head head;

    /** @param headers names in lower case */
    private record Head(int status, Map<String, String> headers, InputStream body) {}

    private StreamedPost(Socket socket, OutputStream body, InputStream in) {
        this.socket = socket;
        this.body = body;
        this.in = in;
    }

    /**
     * Connects and sends the head, with the admin's token.
     *
     * @param path with the query, relative to the node
     * @param headers {@code Content-Type} and further headers; the body is sent chunked unless there is a {@code Content-Length}
     * @param readTimeout how long one read may wait for the server
     */
    public static StreamedPost open(AdminClient admin, String path, Map<String, String> headers, Duration readTimeout)
            throws IOException {
        return open("POST", admin, path, headers, readTimeout);
    }

    /** As {@link #open(AdminClient, String, Map, Duration)}, with another method. */
    public static StreamedPost open(
            String method, AdminClient admin, String path, Map<String, String> headers, Duration readTimeout)
            throws IOException {
        URI uri = admin.uri(path);
        Map<String, String> all = new LinkedHashMap<>();
        all.put("Host", uri.getAuthority());
        all.put("Authorization", "Bearer " + admin.token());
        boolean chunked = !headers.containsKey("Content-Length");
        if (chunked) {
            all.put("Transfer-Encoding", "chunked");
        }
        all.putAll(headers);
        StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
        all.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        Socket socket = new Socket(uri.getHost(), uri.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) readTimeout.toMillis());
        OutputStream out = socket.getOutputStream();
        out.write(head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
        out.flush();
        OutputStream body = chunked ? new ChunkedOutput(out) : new SizedOutput(out);
        return new StreamedPost(socket, body, new BufferedInputStream(socket.getInputStream(), 1 << 16));
    }

    /** Where the request's body goes; closing it ends the body, not the connection. */
    public OutputStream body() {
        return body;
    }

    /** Whether some of the answer has arrived. */
    public boolean hasAnswer() throws IOException {
        return in.available() > 0;
    }

    /** Waits for the answer to begin. */
    public int status() throws IOException {
        return head().status();
    }

    /** A header of the answer. @param name in lower case */
    public @Nullable String header(String name) throws IOException {
        return head().headers().get(name);
    }

    /**
     * The answer's body as it arrives. Reading it throws {@link EOFException} where the connection ends before the body
     * does.
     */
    public InputStream answer() throws IOException {
        return head().body();
    }

    /** The answer's body line by line. */
    public BufferedReader lines() throws IOException {
        return new BufferedReader(new InputStreamReader(answer(), StandardCharsets.UTF_8));
    }

    /**
     * Ends what is sent, without the end of the body, and reads all that is answered. Closing a connection with an unread answer resets it, and
     * the server may lose the end of what was sent.
     */
    public void endAfterReading() throws IOException {
        socket.shutdownOutput();
        try {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (SocketException e) {
            LOG.log(Level.DEBUG, "The server ended the connection", e);
        }
    }

    /** Breaks the connection off as a client does whose machine is gone: the server sees a reset. */
    public void abort() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private synchronized Head head() throws IOException {
        Head known = head;
        if (known == null) {
            known = readHead();
            head = known;
        }
        return known;
    }

    private Head readHead() throws IOException {
        String[] statusLine = line().split(" ", 3);
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).trim());
        }
        InputStream content = "chunked".equalsIgnoreCase(headers.get("transfer-encoding"))
                ? new ChunkedInput(in)
                : new SizedInput(in, Long.parseLong(headers.getOrDefault("content-length", "0")));
        return new Head(Integer.parseInt(statusLine[1]), headers, content);
    }

    private String line() throws IOException {
        return ChunkedInput.line(in);
    }
}
