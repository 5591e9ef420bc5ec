package org.millrace.server.caller;

/** The caller, the caller's client or their realm was removed or disabled, or the caller's token was revoked. */
public final class InactiveCallerException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** @param message says why */
    public InactiveCallerException(String message) {
        super(message);
    }
}
