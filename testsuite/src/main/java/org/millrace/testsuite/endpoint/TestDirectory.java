package org.millrace.testsuite.endpoint;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.SSLContext;

/**
 * A directory that takes simple binds (RFC 4511, section 4.2) over TLS, and nothing else. As the RFC has it, a bind with an empty password
 * succeeds, as anonymous.
 */
final class TestDirectory implements Closeable {
    private static final int BIND_REQUEST = 0x60;
    private static final byte INVALID_CREDENTIALS = 49;

    private final Map<String, String> passwords;
    private final ServerSocket socket;
    private final Queue<String> names = new ConcurrentLinkedQueue<>();

    /** @param passwords by DN */
    TestDirectory(SSLContext tls, Map<String, String> passwords) {
        this.passwords = passwords;
        try {
            socket = tls.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread acceptor = new Thread(this::accept, "test-directory");
        acceptor.setDaemon(true);
        acceptor.start();
    }

    int port() {
        return socket.getLocalPort();
    }

    /** The DNs of all binds. */
    Queue<String> names() {
        return names;
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                Thread thread = new Thread(() -> serve(connection), "test-directory-connection");
                thread.setDaemon(true);
                thread.start();
            } catch (IOException e) {
                // Closed.
                return;
            }
        }
    }

    private void serve(Socket connection) {
        try (connection;
                DataInputStream in = new DataInputStream(connection.getInputStream())) {
            in.readByte();
            length(in);
            byte[] messageId = element(in);
            if (in.readUnsignedByte() != BIND_REQUEST) {
                return;
            }
            length(in);
            element(in);
            String name = new String(element(in), StandardCharsets.UTF_8);
            String password = new String(element(in), StandardCharsets.UTF_8);
            names.add(name);
            boolean right = password.isEmpty() || password.equals(passwords.get(name));
            connection.getOutputStream().write(response(messageId, right ? 0 : INVALID_CREDENTIALS));
            connection.getOutputStream().flush();
            in.read();
        } catch (IOException e) {
            // The client has closed the connection.
            return;
        }
    }

    private static byte[] element(DataInputStream in) throws IOException {
        in.readByte();
        byte[] value = new byte[length(in)];
        in.readFully(value);
        return value;
    }

    private static int length(DataInputStream in) throws IOException {
        int first = in.readUnsignedByte();
        int length = first;
        if (first > 0x80) {
            length = 0;
            for (int i = 0; i < first - 0x80; i++) {
                length = (length << 8) | in.readUnsignedByte();
            }
        }
        return length;
    }

    /** LDAPMessage with a BindResponse: result code, empty matched DN and empty message. */
    private static byte[] response(byte[] messageId, int code) {
        byte[] response = new byte[4 + messageId.length + 9];
        int at = 0;
        response[at++] = 0x30;
        response[at++] = (byte) (response.length - 2);
        response[at++] = 0x02;
        response[at++] = (byte) messageId.length;
        System.arraycopy(messageId, 0, response, at, messageId.length);
        at += messageId.length;
        byte[] bind = {0x61, 0x07, 0x0a, 0x01, (byte) code, 0x04, 0x00, 0x04, 0x00};
        System.arraycopy(bind, 0, response, at, bind.length);
        return response;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
