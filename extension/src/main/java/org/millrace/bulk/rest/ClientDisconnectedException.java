package org.millrace.bulk.rest;

import java.io.IOException;

/** The client has disconnected and receives no outcomes. */
final class ClientDisconnectedException extends IOException {
    private static final long serialVersionUID = 1L;

    ClientDisconnectedException(String message) {
        super(message);
    }
}
