package org.millrace.testsuite.advisor.load;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * As much of HTTP/2 (RFC 9113) as it takes to post forms one after the other, to give one up, and to learn how the server ends the
 * connection. For one thread.
 */
final class Http2Connection implements AutoCloseable {

    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int GOAWAY = 7;
    private static final int WINDOW_UPDATE = 8;

    private static final int ACK = 1;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;

    private static final int CANCEL = 8;
    private static final int WINDOW = 1 << 30;

    /** The error code of a GOAWAY by which a server says that it takes its client for an attacker. */
    static final int ENHANCE_YOUR_CALM = 11;

    private final String authority;
    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private int stream = -1;

    /** The server has announced the end of the connection, with a reason. */
    static final class GoAwayException extends IOException {
        private static final long serialVersionUID = 1L;

        private final int code;

        GoAwayException(int code) {
            super("the server ended the connection with code " + code);
            this.code = code;
        }

        int code() {
            return code;
        }
    }

    /** Without TLS, by prior knowledge. */
    Http2Connection(URI server) throws IOException {
        authority = server.getAuthority();
        socket = new Socket(server.getHost(), server.getPort());
        socket.setTcpNoDelay(true);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        out = new DataOutputStream(socket.getOutputStream());
        out.write(PREFACE.getBytes(StandardCharsets.US_ASCII));
        frame(SETTINGS, 0, 0, new byte[0]);
        frame(WINDOW_UPDATE, 0, 0, number(WINDOW));
    }

    /** Sends a form and does not wait for the answer. */
    void post(String path, String form) throws IOException {
        stream += 2;
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.write(0x83); // :method POST
        block.write(0x86); // :scheme http
        literal(block, 4, path);
        literal(block, 1, authority);
        literal(block, 31, "application/x-www-form-urlencoded");
        frame(HEADERS, END_HEADERS, stream, block.toByteArray());
        frame(DATA, END_STREAM, stream, form.getBytes(StandardCharsets.US_ASCII));
    }

    /** A value for a name of HPACK's static table (RFC 7541), neither compressed nor remembered. */
    private static void literal(ByteArrayOutputStream block, int name, String value) {
        if (name < 15) {
            block.write(name);
        } else {
            block.write(15);
            block.write(name - 15);
        }
        block.write(value.length()); // In one byte: up to 126.
        block.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Whether the last request was answered within this time.
     *
     * @throws GoAwayException if the server says that it ends the connection
     * @throws EOFException if it ends it without a word
     */
    boolean awaitAnswer(Duration patience) throws IOException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            long millis = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
            if (millis <= 0) {
                return false;
            }
            socket.setSoTimeout((int) millis);
            in.mark(1);
            try {
                if (in.read() < 0) {
                    throw new EOFException("the server ended the connection without a word");
                }
            } catch (SocketTimeoutException nothingYet) {
                return false;
            }
            in.reset();
            socket.setSoTimeout(0);
            if (readFrame() == stream) {
                return true;
            }
        }
    }

    /** The stream that the frame ends, or 0. */
    private int readFrame() throws IOException {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int of = in.readInt();
        byte[] payload = in.readNBytes(length);
        switch (type) {
            case SETTINGS -> {
                if ((flags & ACK) == 0) {
                    frame(SETTINGS, ACK, 0, new byte[0]);
                }
            }
            case PING -> {
                if ((flags & ACK) == 0) {
                    frame(PING, ACK, 0, payload);
                }
            }
            case GOAWAY -> throw new GoAwayException(payload[7] & 0xff);
            default -> {} // Of no interest here.
        }
        boolean ends = type == RST_STREAM || (type == DATA || type == HEADERS) && (flags & END_STREAM) != 0;
        return ends ? of : 0;
    }

    /** Gives the last request up. */
    void cancel() throws IOException {
        frame(RST_STREAM, 0, stream, number(CANCEL));
    }

    private static byte[] number(int value) {
        return new byte[] {(byte) (value >>> 24), (byte) (value >>> 16), (byte) (value >>> 8), (byte) value};
    }

    private void frame(int type, int flags, int of, byte[] payload) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream frame = new DataOutputStream(bytes);
        frame.writeByte(payload.length >>> 16);
        frame.writeShort(payload.length);
        frame.writeByte(type);
        frame.writeByte(flags);
        frame.writeInt(of);
        frame.write(payload);
        out.write(bytes.toByteArray());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
