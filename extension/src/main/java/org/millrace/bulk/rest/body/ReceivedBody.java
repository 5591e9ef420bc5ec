package org.millrace.bulk.rest.body;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.rest.response.PendingOutput;
import org.millrace.server.problem.Problem;

/**
 * A request's body as it arrives. It replaces the server's own stream, which drops unread bytes when the connection breaks: here,
 * every received byte can be read before the failure is reported.
 *
 * <p>The event loop brings buffers, one thread reads. A limited number of buffers is requested ahead, so a slow reader throttles
 * the client. The client in turn may be waiting for the response, which the reading thread sends meanwhile.
 */
public final class ReceivedBody extends InputStream {
    /** A buffer has at most 8 KiB with HTTP/1.1, and 16 KiB with HTTP/2. */
    static final int BUFFERS_AHEAD = 64;

    private static final int BUFFERS_ASKED_AT_ONCE = BUFFERS_AHEAD / 4;

    /** How often is looked whether the client has room for more of the answer. */
    private static final Duration LOOK_FOR_ROOM = Duration.ofMillis(5);

    private final IntConsumer source;
    private final long maxBytes;
    private final Duration patience;
    private final ClientRate rate;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Buffer> arrived = new ArrayDeque<>();
    /** How much of the oldest buffer was read. */
    private int position;

    private int queuedBytes;
    private long totalBytes;
    private int readBuffers;
    private boolean ended;
    private boolean endWasRead;
    private boolean closed;
    private @Nullable IOException failure;
    /** Used by the reading thread only. */
    private PendingOutput unsent = PendingOutput.NONE;

    /**
     * A body of which nothing has arrived.
     *
     * @param source requests a number of further buffers, from the reading thread
     * @param maxBytes the operator's limit, 0 for none
     * @param patience how long one read waits for the client to send something, or to take pending output
     * @param minBytesPerSecond minimum rate at which the client sends, or takes pending output, while a read waits for it; the
     * average over each {@code patience} of waiting, 0 for any rate
     */
    ReceivedBody(IntConsumer source, long maxBytes, Duration patience, long minBytesPerSecond) {
        this.source = source;
        this.maxBytes = maxBytes;
        this.patience = patience;
        this.rate = new ClientRate(patience, minBytesPerSecond);
    }

    /** Has the reading thread send this while it waits: the client may be waiting for it before it sends more. */
    public void whileWaiting(PendingOutput unsent) {
        this.unsent = unsent;
    }

    /** More of the body is here. */
    void arrived(Buffer buffer) {
        lock.lock();
        try {
            totalBytes += buffer.length();
            rate.moved(buffer.length());
            if (closed || failure != null) {
                return;
            }
            if (maxBytes != 0 && totalBytes > maxBytes) {
                // Rejected as a whole: received bytes need not be read.
                forget();
                failure = new RejectedBodyException(BodyLimit.tooLarge(maxBytes));
            } else {
                arrived.add(buffer);
                queuedBytes += buffer.length();
            }
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** The whole body is here. */
    void ended() {
        lock.lock();
        try {
            ended = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** No further bytes will arrive, and the body is incomplete unless its end was signalled before. */
    void broken(Throwable cause) {
        lock.lock();
        try {
            if (!ended && failure == null) {
                failure = new IOException("truncated body: the connection was closed", cause);
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether the client has sent the whole body. */
    boolean isEnded() {
        lock.lock();
        try {
            return ended;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    /**
     * Reads received bytes, or waits for more.
     *
     * @throws RejectedBodyException if the body is too long, the client neither sends nor reads within the time limit, or is too
     * slow
     * @throws IOException if the connection failed, after all received bytes were read, or pending output is lost
     */
    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        if (length == 0) {
            return 0;
        }
        int more;
        int copied;
        lock.lock();
        try {
            awaitBytes();
            if (queuedBytes == 0) {
                endWasRead = true;
                return -1;
            }
            copied = copy(into, offset, length);
            more = readBuffers >= BUFFERS_ASKED_AT_ONCE ? readBuffers : 0;
            readBuffers -= more;
        } finally {
            lock.unlock();
        }
        if (more > 0) {
            source.accept(more);
        }
        return copied;
    }

    /** Returns with bytes in the queue or at the end of the body. */
    private void awaitBytes() throws IOException {
        long left = patience.toNanos();
        while (isWaiting()) {
            if (sendUnsent()) {
                left = patience.toNanos();
            }
            if (isWaiting() && left <= 0) {
                failure = new RejectedBodyException(idle());
            } else if (isWaiting()) {
                long pause = unsent.unsentBytes() == 0 ? left : Math.min(left, LOOK_FOR_ROOM.toNanos());
                long waited = pause - await(pause);
                left -= waited;
                rate.waited(waited);
            }
        }
        Optional<Problem> slow = rate.violation();
        if (slow.isPresent() && !ended && failure == null) {
            forget();
            failure = new RejectedBodyException(slow.get());
        }
        if (queuedBytes == 0 && failure != null) {
            throw failure;
        }
    }

    private boolean isWaiting() {
        return queuedBytes == 0 && !ended && failure == null;
    }

    /**
     * Sends pending output; true if the client took any. Without the lock: the event loop, which sends it, may be about to bring
     * bytes.
     */
    private boolean sendUnsent() throws IOException {
        long before = unsent.unsentBytes();
        if (before == 0) {
            return false;
        }
        lock.unlock();
        try {
            unsent.flush();
        } finally {
            lock.lock();
        }
        long taken = before - unsent.unsentBytes();
        rate.moved(Math.max(0, taken));
        return taken > 0;
    }

    /** Returns how much of the time is left. */
    private long await(long nanos) throws IOException {
        try {
            return changed.awaitNanos(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for the body", e);
        }
    }

    private Problem idle() {
        String detail = "No bytes arrived for " + patience.toSeconds() + " seconds (setting idle-body-seconds)";
        return new Problem(408, "idle-body", "Timeout while waiting for the body", detail);
    }

    private int copy(byte[] into, int offset, int length) {
        int copied = 0;
        while (copied < length && queuedBytes > 0) {
            Buffer oldest = arrived.element();
            int count = Math.min(length - copied, oldest.length() - position);
            oldest.getBytes(position, position + count, into, offset + copied);
            copied += count;
            position += count;
            queuedBytes -= count;
            if (position == oldest.length()) {
                arrived.remove();
                position = 0;
                readBuffers++;
            }
        }
        return copied;
    }

    /**
     * Bytes that have arrived; 1 if only the end is left to be read, which takes no waiting either. Returns 0 before a failure,
     * which a caller must not take for the end of the body.
     */
    @Override
    public int available() {
        lock.lock();
        try {
            return queuedBytes == 0 && ended && !endWasRead && failure == null ? 1 : queuedBytes;
        } finally {
            lock.unlock();
        }
    }

    /** Discards further bytes. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            forget();
            if (failure == null) {
                failure = new IOException("the body was closed");
            }
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    private void forget() {
        arrived.clear();
        position = 0;
        queuedBytes = 0;
    }
}
