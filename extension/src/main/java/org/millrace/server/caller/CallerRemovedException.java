package org.millrace.server.caller;

/** The caller, the caller's client or their realm was removed while the caller's work went on. */
public final class CallerRemovedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** @param message names the removed object */
    public CallerRemovedException(String message) {
        super(message);
    }
}
