package org.millrace.bulk.rest.response;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.chunk.outcome.Counts;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.chunk.outcome.OutcomeJson;
import org.millrace.bulk.chunk.outcome.OutcomeSink;
import org.millrace.bulk.chunk.outcome.SummaryNotes;
import org.millrace.bulk.rest.setting.ImportOptions.Reported;
import org.millrace.bulk.rest.setting.ImportSettings;

/**
 * Sends outcomes while the body is still being read, without blocking on a client that does not read its response: pending output
 * goes to an overflow file, and to the client once the connection takes it. A disconnect of the client stops the output but not
 * the import: all received records are imported. For one thread.
 */
public final class OutcomeStream implements OutcomeSink, PendingOutput, AutoCloseable {
    private static final int BATCH_BYTES = 16 * 1024;
    private static final Duration POLL = Duration.ofMillis(5);

    private final ClientChannel client;
    private final Reported reported;
    private final long maxSpillBytes;
    private final Duration stalledClient;
    private final LongSupplier nanoTime;
    private final OutcomeJson json = new OutcomeJson();
    private final OverflowFile overflow = new OverflowFile();
    private final byte[] batch = new byte[BATCH_BYTES];
    private int batched;
    private boolean begun;
    private @Nullable ClientDisconnectedException gone;
    /** The failure that made the stored output incomplete. */
    private @Nullable IOException failure;

    /**
     * Outcomes to this client.
     *
     * @param nanoTime monotonic clock in nanoseconds, for the timeout of a stalled client
     */
    public OutcomeStream(ClientChannel client, Reported reported, ImportSettings settings, LongSupplier nanoTime) {
        this.client = client;
        this.reported = reported;
        this.maxSpillBytes = settings.maxSpillBytes();
        this.stalledClient = settings.stalledClient();
        this.nanoTime = nanoTime;
    }

    @Override
    public void accept(Outcome outcome) throws IOException {
        if (reported == Reported.ALL || reported == Reported.PROBLEMS && outcome.isProblem()) {
            append(json.outcome(outcome));
        }
    }

    @Override
    public void flush() throws IOException {
        if (failure != null) {
            throw failure;
        }
        if (gone == null) {
            try {
                sendOrSpill();
            } catch (ClientDisconnectedException e) {
                gone = e;
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }
        batched = 0;
    }

    @Override
    public long unsentBytes() {
        return gone == null && failure == null ? batched + overflow.length() : 0;
    }

    private void sendOrSpill() throws IOException {
        sendSpilled();
        if (batched == 0) {
            return;
        }
        if (overflow.length() == 0 && !client.isFull()) {
            send(batch, batched);
        } else {
            if (overflow.size() + batched > maxSpillBytes) {
                waitForRoom();
            }
            overflow.append(batch, 0, batched);
        }
    }

    /**
     * Sends the summary and all pending output, at the client's speed.
     *
     * @throws ClientDisconnectedException if the client is disconnected
     */
    public void finish(Counts counts, Duration time, boolean dryRun, SummaryNotes notes) throws IOException {
        append(json.summary(counts, time, dryRun, notes));
        sendRest();
    }

    /**
     * Sends all pending output, at the client's speed.
     *
     * @throws ClientDisconnectedException if the client is disconnected
     */
    public void sendRest() throws IOException {
        flush();
        if (gone != null) {
            throw gone;
        }
        byte[] bytes = new byte[BATCH_BYTES];
        while (overflow.length() > 0) {
            waitForRoom();
            send(bytes, overflow.take(bytes));
        }
    }

    /** Whether the client was sent anything, so that the answer's status is decided. */
    public boolean isBegun() {
        return begun;
    }

    private void append(byte[] line) throws IOException {
        int from = 0;
        while (from < line.length) {
            if (batched == batch.length) {
                flush();
            }
            int length = Math.min(line.length - from, batch.length - batched);
            System.arraycopy(line, from, batch, batched, length);
            batched += length;
            from += length;
        }
    }

    private void sendSpilled() throws IOException {
        if (overflow.length() == 0 || client.isFull()) {
            return;
        }
        byte[] bytes = new byte[BATCH_BYTES];
        while (overflow.length() > 0 && !client.isFull()) {
            send(bytes, overflow.take(bytes));
        }
    }

    private void send(byte[] bytes, int length) throws ClientDisconnectedException {
        begun = true;
        client.write(bytes, 0, length);
    }

    private void waitForRoom() throws ClientDisconnectedException {
        long deadline = nanoTime.getAsLong() + stalledClient.toNanos();
        while (client.isFull()) {
            if (nanoTime.getAsLong() - deadline > 0) {
                client.breakOff();
                throw new ClientDisconnectedException("no outcome was read for " + stalledClient.toSeconds()
                        + " seconds (setting stalled-client-seconds)");
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
    }

    @Override
    public void close() throws IOException {
        Arrays.fill(batch, (byte) 0);
        overflow.close();
    }
}
