package org.millrace.bulk.rest.job;

import io.vertx.core.http.HttpServerResponse;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jboss.logging.Logger;
import org.millrace.bulk.rest.body.RequestConnection;

/**
 * Output of a long response. Writing fails after the client closed the connection; the server's own output reports no error then. Not
 * thread-safe.
 */
final class ClientOutput extends FilterOutputStream {
    private static final Logger LOG = Logger.getLogger(ClientOutput.class);

    private final HttpServerResponse response;

    private ClientOutput(OutputStream out, HttpServerResponse response) {
        super(out);
        this.response = response;
    }

    /** Writes the body of a response. */
    interface Writing {
        void write(ClientOutput out) throws IOException;
    }

    /** The body of the response to the current request; to be called on the request's thread. */
    static StreamingOutput of(Writing writing) {
        HttpServerResponse response = RequestConnection.current().response();
        return out -> {
            try {
                writing.write(new ClientOutput(out, response));
            } catch (ClosedException e) {
                // A client may leave at any time. Keycloak would log the exception as an error of the server.
                LOG.debug("The client closed the connection before the end of the response");
            }
        };
    }

    private static final class ClosedException extends IOException {
        private static final long serialVersionUID = 1L;

        private ClosedException() {
            super("the client has closed the connection");
        }
    }

    /** @throws IOException if the connection is closed */
    void requireOpen() throws IOException {
        if (response.closed()) {
            throw new ClosedException();
        }
    }

    @Override
    public void write(int octet) throws IOException {
        requireOpen();
        out.write(octet);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        requireOpen();
        out.write(bytes, offset, length);
    }
}
