package org.millrace.bulk.rest.body;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** A body of a request whose buffers the test sends. */
abstract class BodyReceiving {
    static final Duration LONG = Duration.ofMinutes(1);
    final AtomicInteger asked = new AtomicInteger();

    ReceivedBody body(long maxBytes, Duration patience) {
        return new ReceivedBody(asked::addAndGet, maxBytes, patience, 0);
    }

    static Buffer text(String text) {
        return Buffer.buffer(text);
    }

    static String read(ReceivedBody body, int most) throws IOException {
        byte[] bytes = new byte[most];
        int count = body.read(bytes, 0, most);
        return new String(bytes, 0, count, StandardCharsets.UTF_8);
    }
}
