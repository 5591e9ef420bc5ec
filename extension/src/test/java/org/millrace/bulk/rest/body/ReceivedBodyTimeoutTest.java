package org.millrace.bulk.rest.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.rest.response.PendingOutput;

/** Clients that send or receive too slowly. */
class ReceivedBodyTimeoutTest extends BodyReceiving {
    @Test
    void readWaitsForTheClient() throws Exception {
        ReceivedBody body = body(0, LONG);
        CountDownLatch begun = new CountDownLatch(1);
        ExecutorService reader = Executors.newSingleThreadExecutor();
        try {
            Future<String> read = reader.submit(() -> {
                begun.countDown();
                return read(body, 10);
            });
            begun.await();
            body.arrived(text("late"));

            assertThat(read.get(30, TimeUnit.SECONDS)).isEqualTo("late");
        } finally {
            reader.shutdownNow();
        }
    }

    @Test
    void clientThatSendsNothingIsGivenUpWithAClearWord() {
        ReceivedBody body = body(0, Duration.ofMillis(20));

        assertThatThrownBy(body::read)
                .isInstanceOf(RejectedBodyException.class)
                .hasMessage("No bytes arrived for 0 seconds (setting idle-body-seconds)")
                .satisfies(e -> assertThat(RejectedBodyException.behind(new IOException("wrapped", e)))
                        .hasValueSatisfying(
                                problem -> assertThat(problem.status()).isEqualTo(408)));
    }

    /** Reads at most this many bytes, each of which arrives while the reader waits for it. */
    private static int readOneByOne(ReceivedBody body, int most) throws Exception {
        Semaphore wanted = new Semaphore(0);
        AtomicBoolean finished = new AtomicBoolean();
        ExecutorService client = Executors.newSingleThreadExecutor();
        try {
            Future<?> sending = client.submit(() -> {
                while (!finished.get()) {
                    wanted.acquireUninterruptibly();
                    body.arrived(text("x"));
                }
            });
            int count = 0;
            while (count < most) {
                wanted.release();
                body.read();
                count++;
            }
            finished.set(true);
            wanted.release();
            sending.get(30, TimeUnit.SECONDS);
            return count;
        } finally {
            finished.set(true);
            wanted.release();
            client.shutdown();
        }
    }

    @Test
    void clientThatSendsTooSlowlyIsRefused() {
        ReceivedBody body = new ReceivedBody(asked::addAndGet, 0, Duration.ofSeconds(1), 1_000_000_000);

        assertThatThrownBy(() -> readOneByOne(body, Integer.MAX_VALUE))
                .isInstanceOf(RejectedBodyException.class)
                .hasMessageContaining("at least 1000000000 bytes per second are required")
                .satisfies(e -> assertThat(RejectedBodyException.behind(new IOException("wrapped", e)))
                        .hasValueSatisfying(problem -> {
                            assertThat(problem.status()).isEqualTo(408);
                            assertThat(problem.code()).isEqualTo("slow-body");
                        }));
    }

    @Test
    void clientThatSendsAtTheMinimumRateIsNotRefused() throws Exception {
        ReceivedBody body = new ReceivedBody(asked::addAndGet, 0, LONG, 1);

        assertThat(readOneByOne(body, 1000)).isEqualTo(1000);
    }

    /** An answer of which the client takes one byte each time that it is offered some. */
    private static class Answer implements PendingOutput {
        private long bytes;

        private Answer(long bytes) {
            this.bytes = bytes;
        }

        @Override
        public long unsentBytes() {
            return bytes;
        }

        @Override
        public void flush() throws IOException {
            bytes--;
        }
    }

    /** Does something on another thread, which must not have to wait for this one. */
    private static void elsewhere(Runnable task) {
        try {
            CompletableFuture.runAsync(task).get(30, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("the other thread has to wait", e);
        }
    }

    @Test
    void clientThatPausesIsSentWhatItHadNoRoomFor() throws IOException {
        ReceivedBody body = body(0, LONG);
        body.whileWaiting(new Answer(3) {
            @Override
            public void flush() throws IOException {
                super.flush();
                if (unsentBytes() == 0) {
                    // It was waiting for that; the event loop brings more while it sends.
                    elsewhere(() -> body.arrived(text("more")));
                }
            }
        });

        assertThat(read(body, 10)).isEqualTo("more");
    }

    @Test
    void clientThatTakesTheAnswerIsNotSilent() {
        ReceivedBody body = body(0, Duration.ofMillis(100));
        Answer answer = new Answer(100);
        body.whileWaiting(answer);

        // A hundred bytes, five milliseconds each, are five times its patience.
        assertThatThrownBy(body::read).isInstanceOf(RejectedBodyException.class);
        assertThat(answer.unsentBytes()).isZero();
    }

    @Test
    void clientThatNeitherSendsNorTakesAnythingIsGivenUp() {
        ReceivedBody body = body(0, Duration.ofMillis(20));
        Answer answer = new Answer(1) {
            @Override
            public void flush() {}
        };
        body.whileWaiting(answer);

        assertThatThrownBy(body::read).isInstanceOf(RejectedBodyException.class);
        assertThat(answer.unsentBytes()).isEqualTo(1);
    }

    @Test
    void aFailedResponseEndsTheReadAndBlocksNoWriter() throws IOException {
        ReceivedBody body = body(0, LONG);
        body.whileWaiting(new Answer(1) {
            @Override
            public void flush() throws IOException {
                throw new IOException("disk full");
            }
        });

        assertThatThrownBy(body::read).isInstanceOf(IOException.class).hasMessage("disk full");
        elsewhere(() -> body.arrived(text("still")));
        assertThat(read(body, 10)).isEqualTo("still");
    }
}
