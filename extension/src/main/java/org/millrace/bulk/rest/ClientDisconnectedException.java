package org.millrace.bulk.rest;

import java.io.IOException;

/** Nobody is there any more who could be told what became of the records. */
final class ClientDisconnectedException extends IOException {
    private static final long serialVersionUID = 1L;

    ClientDisconnectedException(String message) {
        super(message);
    }
}
