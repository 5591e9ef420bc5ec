package org.millrace.server.caller;

/** The caller may not work any more, see {@link Caller#isActive}. */
public final class InactiveCallerException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** @param message says why */
    public InactiveCallerException(String message) {
        super(message);
    }
}
