package org.millrace.bulk.password.endpoint;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The reason why an endpoint gave no verdict. The message is safe for logs. */
final class NoVerdictException extends IOException {
    private static final long serialVersionUID = 1L;

    NoVerdictException(String reason, @Nullable Throwable cause) {
        super(reason, cause);
    }
}
