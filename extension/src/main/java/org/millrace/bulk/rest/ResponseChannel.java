package org.millrace.bulk.rest;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;

/**
 * The response of a request, written so that no write ever waits. The server's own stream waits without limit for a client
 * that does not read, so only the first bytes go through it, which sends the head; all others are handed to the event loop.
 * What it has not sent yet is counted here: its own idea of a full queue lags behind. For one thread.
 */
final class ResponseChannel implements ClientChannel {
    private static final Logger LOG = Logger.getLogger(ResponseChannel.class);

    /** Enough to keep a fast client busy, little enough for the heap. */
    private static final long MAX_PENDING_BYTES = 256 * 1024;

    private final HttpServerResponse response;
    private final OutputStream head;
    private final AtomicLong pendingBytes = new AtomicLong();
    private boolean begun;

    ResponseChannel(HttpServerResponse response, OutputStream head) {
        this.response = response;
        this.head = head;
    }

    @Override
    public boolean isFull() throws IOException {
        if (response.closed()) {
            throw new IOException("the client is gone");
        }
        return pendingBytes.get() > MAX_PENDING_BYTES || response.writeQueueFull();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (response.closed()) {
            throw new IOException("the client is gone");
        }
        if (!begun) {
            begun = true;
            head.write(bytes, offset, length);
            head.flush();
            return;
        }
        pendingBytes.addAndGet(length);
        response.write(Buffer.buffer(length).appendBytes(bytes, offset, length)).onComplete(written -> {
            pendingBytes.addAndGet(-length);
            if (written.failed()) {
                LOG.debug("The client went away", written.cause());
            }
        });
    }
}
