package org.millrace.bulk.rest.body;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.HttpServerRequestInternal;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.time.Duration;
import org.millrace.bulk.rest.setting.ImportSettings;

/**
 * Passes a request's body from the event loop to its reader. The server has paused the request, so that no bytes are lost until
 * there is a reader. If the connection is closed by then, the body is empty: the server drops requests of disconnected clients.
 */
public final class BodyFeed {
    /** How long a client that got its answer early may go on sending before the connection is closed. */
    private static final Duration LINGER = Duration.ofSeconds(5);

    private final RoutingContext connection;
    private final HttpServerRequest request;
    private final Context loop;
    private final ReceivedBody body;

    private BodyFeed(RoutingContext connection, ImportSettings settings) {
        this.connection = connection;
        this.request = connection.request();
        this.loop = ((HttpServerRequestInternal) request).context();
        this.body = new ReceivedBody(
                this::ask,
                settings.maxBodyBytes(),
                settings.idleBody(),
                settings.limits().minBodyBytesPerSecond());
    }

    /** Starts reading the body of a request; to be called on the request's own thread, before any other read. */
    public static ReceivedBody begin(RoutingContext connection, ImportSettings settings) {
        BodyFeed feed = new BodyFeed(connection, settings);
        connection.addEndHandler(answered -> feed.answered());
        feed.loop.runOnContext(begun -> feed.receive());
        return feed.body;
    }

    private void receive() {
        if (request.response().closed()) {
            body.broken(new IOException("the body was closed before it was read"));
        } else if (request.isEnded()) {
            body.ended();
        } else {
            request.handler(this::arrived).endHandler(end -> body.ended()).exceptionHandler(this::broken);
            if ("100-continue".equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))) {
                request.response().writeContinue();
            }
            request.fetch(ReceivedBody.BUFFERS_AHEAD);
        }
    }

    private void arrived(Buffer buffer) {
        if (buffer.length() == 0) {
            // HTTP/2 may end a body so; the reader will not ask for another in its place.
            request.fetch(1);
        } else {
            body.arrived(buffer);
        }
    }

    /** A closed connection may leave unrequested buffers in the request; the failure is reported after them. */
    private void broken(Throwable cause) {
        if (!request.isEnded()) {
            request.resume();
        }
        loop.runOnContext(drained -> body.broken(cause));
    }

    private void ask(int buffers) {
        loop.runOnContext(asked -> {
            if (!request.isEnded()) {
                request.fetch(buffers);
            }
        });
    }

    /** The answer is complete, or can no longer be sent. */
    private void answered() {
        if (!request.response().ended()) {
            broken(new IOException("the response was aborted"));
            return;
        }
        body.close();
        if (!body.isEnded() && !request.isEnded() && request.version() != HttpVersion.HTTP_2) {
            linger();
        }
    }

    /**
     * Discards further bytes of the client, so that it reads an early response; closing the connection immediately would discard
     * the response while the client is sending.
     */
    private void linger() {
        request.resume();
        connection.vertx().setTimer(LINGER.toMillis(), waited -> {
            if (!body.isEnded()) {
                request.connection().close();
            }
        });
    }
}
