package org.millrace.bulk.format;

import java.io.IOException;

/** A body in which no record can be separated from the next: it is not in the declared format. */
public final class UndecodableBodyException extends IOException {
    private static final long serialVersionUID = 1;

    private final String code;
    private final String detail;

    public UndecodableBodyException(String code, String detail) {
        super(detail);
        this.code = code;
        this.detail = detail;
    }

    /** Stable and lower-case with hyphens, for programs. */
    public String code() {
        return code;
    }

    /** A sentence for people; repeats nothing of the body. */
    public String detail() {
        return detail;
    }
}
