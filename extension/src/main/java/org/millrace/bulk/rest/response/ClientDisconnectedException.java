package org.millrace.bulk.rest.response;

import java.io.IOException;

/** The client has disconnected and receives no outcomes. */
public final class ClientDisconnectedException extends IOException {
    private static final long serialVersionUID = 1L;

    ClientDisconnectedException(String message) {
        super(message);
    }
}
