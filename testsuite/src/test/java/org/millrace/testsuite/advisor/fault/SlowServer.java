package org.millrace.testsuite.advisor.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that accepts connections and never answers, such as an LDAP server that is overloaded. */
public final class SlowServer implements AutoCloseable {

    private final ServerSocket socket;
    private final List<Socket> clients = new CopyOnWriteArrayList<>();

    /** Starts to listen on a free port. */
    public SlowServer() {
        try {
            socket = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread thread = new Thread(this::accept, "slow-server");
        thread.setDaemon(true);
        thread.start();
    }

    /** The port of the server. */
    public int port() {
        return socket.getLocalPort();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                clients.add(socket.accept());
            } catch (IOException closed) {
                return;
            }
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
            for (Socket client : clients) {
                client.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
