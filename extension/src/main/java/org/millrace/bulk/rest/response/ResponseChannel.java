package org.millrace.bulk.rest.response;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.impl.ConnectionBase;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jboss.logging.Logger;

/**
 * The response of a request, written without blocking. The server's own stream blocks on a client that does not read, so only the
 * first byte uses it, which sends the head; all others are passed to the event loop. Bytes in flight are counted here, because
 * the server's own view of a full queue is delayed. For one thread.
 */
public final class ResponseChannel implements ClientChannel {
    private static final Logger LOG = Logger.getLogger(ResponseChannel.class);

    /** Enough to keep a fast client busy, little enough for the heap. */
    private static final long MAX_PENDING_BYTES = 256 * 1024;

    /** RFC 9113, section 7: INTERNAL_ERROR. */
    private static final long HTTP_2_ERROR = 2;

    private static final Duration LAST_WORDS = Duration.ofSeconds(1);
    private static final Duration POLL = Duration.ofMillis(5);

    private final HttpServerRequest request;
    private final HttpServerResponse response;
    private final OutputStream head;
    private final AtomicLong pendingBytes = new AtomicLong();
    private boolean begun;

    /** The response to a request. */
    public ResponseChannel(HttpServerRequest request, OutputStream head) {
        this.request = request;
        this.response = request.response();
        this.head = head;
    }

    @Override
    public boolean isFull() throws ClientDisconnectedException {
        checkOpen();
        return pendingBytes.get() > MAX_PENDING_BYTES || response.writeQueueFull();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws ClientDisconnectedException {
        checkOpen();
        int sent = 0;
        if (!begun) {
            begun = true;
            // One byte suffices for the head: when later bytes were sent, so was the head.
            sent = 1;
            begin(bytes[offset]);
        }
        send(bytes, offset + sent, length - sent);
    }

    private void send(byte[] bytes, int offset, int length) {
        pendingBytes.addAndGet(length);
        response.write(Buffer.buffer(length).appendBytes(bytes, offset, length)).onComplete(written -> {
            pendingBytes.addAndGet(-length);
            if (written.failed()) {
                LOG.debug("The client disconnected", written.cause());
            }
        });
    }

    private void checkOpen() throws ClientDisconnectedException {
        if (response.closed()) {
            throw new ClientDisconnectedException("the connection is closed");
        }
    }

    private void begin(byte first) throws ClientDisconnectedException {
        try {
            head.write(first);
            head.flush();
        } catch (IOException e) {
            LOG.debug("The client disconnected", e);
            throw new ClientDisconnectedException("the connection was closed before the response began");
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>The server will end the answer as if it were whole. That must find the connection closed, so it is closed without
     * waiting for a client that takes nothing.
     */
    @Override
    public void breakOff() {
        long deadline = System.nanoTime() + LAST_WORDS.toNanos();
        while (pendingBytes.get() > 0 && !response.closed() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(POLL.toNanos());
        }
        if (request.version() == HttpVersion.HTTP_2) {
            response.reset(HTTP_2_ERROR);
        } else {
            // Past the connection's own close, which waits until all is sent.
            var unused = ((ConnectionBase) request.connection())
                    .channelHandlerContext()
                    .close();
        }
    }
}
