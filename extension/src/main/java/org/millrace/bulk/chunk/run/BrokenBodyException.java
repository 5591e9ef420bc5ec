package org.millrace.bulk.chunk.run;

import com.fasterxml.jackson.core.JacksonException;
import java.io.IOException;

/** A body that broke off or cannot be decoded any further; the records before that place have come in chunks. */
public final class BrokenBodyException extends IOException {
    private static final long serialVersionUID = 1L;

    /** A break, for this reason. */
    public BrokenBodyException(IOException cause) {
        // A parser's message may quote a secret.
        super(cause instanceof JacksonException ? "not readable as JSON" : cause.getMessage(), cause);
    }
}
