package org.millrace.bulk.job;

/** The state of a job does not allow the step. Nothing was changed. */
public final class JobConflictException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final String detail;

    /**
     * A conflict.
     *
     * @param code stable and lower-case with hyphens, for programs
     * @param detail a sentence for people
     */
    public JobConflictException(String code, String detail) {
        super(detail);
        this.code = code;
        this.detail = detail;
    }

    /** For people. */
    public String detail() {
        return detail;
    }

    /** For programs. */
    public String code() {
        return code;
    }
}
