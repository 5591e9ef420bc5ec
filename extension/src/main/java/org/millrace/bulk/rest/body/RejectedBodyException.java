package org.millrace.bulk.rest.body;

import java.io.IOException;
import java.util.Optional;
import org.millrace.server.problem.Problem;

/** A body that is rejected before its end; the client learns the reason as long as the response has not begun. */
public final class RejectedBodyException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    RejectedBodyException(Problem problem) {
        super(problem.detail());
        this.problem = problem;
    }

    /** The problem document. */
    public Problem problem() {
        return problem;
    }

    /** The problem document, if such an exception is the cause of the failure. */
    public static Optional<Problem> behind(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof RejectedBodyException refused) {
                return Optional.of(refused.problem);
            }
        }
        return Optional.empty();
    }
}
