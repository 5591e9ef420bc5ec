package org.millrace.testsuite.advisor.load;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import org.millrace.testsuite.client.KeepAliveConnection;
import org.millrace.testsuite.server.Node;

/**
 * Clients that each get a token for themselves again and again, on a connection of their own. They do as little as can be: the
 * processors are to be left to the server.
 */
public final class GrantTraffic implements Traffic {

    private final LongAdder answered = new LongAdder();
    private final List<Thread> clients = new ArrayList<>();
    private volatile boolean ended;

    /** Starts the clients. */
    public GrantTraffic(Node node, int clients) {
        byte[] request = request(node.baseUri());
        for (int i = 0; i < clients; i++) {
            Thread thread = new Thread(() -> repeat(node.baseUri(), request), "grants-" + i);
            thread.setDaemon(true);
            this.clients.add(thread);
            thread.start();
        }
    }

    private static byte[] request(URI server) {
        String form = "grant_type=client_credentials&client_id=" + LoadedRealm.CLIENT + "&client_secret="
                + LoadedRealm.SECRET;
        String head = "POST /realms/" + LoadedRealm.NAME + "/protocol/openid-connect/token HTTP/1.1\r\nHost: "
                + server.getAuthority() + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: "
                + form.length() + "\r\n\r\n";
        return (head + form).getBytes(StandardCharsets.US_ASCII);
    }

    private void repeat(URI server, byte[] request) {
        while (!ended) {
            try (Socket socket = new Socket(server.getHost(), server.getPort())) {
                socket.setTcpNoDelay(true);
                InputStream in = new BufferedInputStream(socket.getInputStream());
                while (!ended) {
                    socket.getOutputStream().write(request);
                    if (readStatus(in) < 500) {
                        answered.increment();
                    }
                }
            } catch (IOException refused) {
                Thread.onSpinWait(); // It did not count; the next connection may do better.
            }
        }
    }

    /** Of an answer, which is read to its end. */
    private static int readStatus(InputStream in) throws IOException {
        int status = Integer.parseInt(KeepAliveConnection.line(in).split(" ")[1]);
        int length = 0;
        for (String line = KeepAliveConnection.line(in); !line.isEmpty(); line = KeepAliveConnection.line(in)) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
            }
        }
        in.skipNBytes(length);
        return status;
    }

    @Override
    public long answered() {
        return answered.sum();
    }

    @Override
    public void close() {
        ended = true;
        clients.forEach(Thread::interrupt);
    }
}
