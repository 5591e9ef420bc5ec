package org.millrace.bulk.password.endpoint;

import org.jspecify.annotations.Nullable;

/** A password endpoint gave no verdict. The message names the endpoint and the reason; it repeats neither a password nor a response body. */
public final class EndpointUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    EndpointUnavailableException(String endpoint, String reason, @Nullable Throwable cause) {
        super("Password endpoint \"" + endpoint + "\" " + reason, cause);
    }

    /** The configuration has no such endpoint, or reserves it for another realm. */
    static EndpointUnavailableException unknown(String endpoint) {
        return new EndpointUnavailableException(endpoint, "is not configured for this realm", null);
    }
}
