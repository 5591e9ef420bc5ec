package org.millrace.bulk.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class RedactedTest {
    private static final String MARKER = "hash-of-a-password";

    @Test
    void noWordIsLeftAndThePlaceTheKindAndTheStateAre() {
        SQLException refused = new SQLException("ERROR: refused\n  Where: COPY credential, line 1: " + MARKER, "23514");
        RuntimeException outer = new IllegalStateException("because of " + refused.getMessage(), refused);
        outer.addSuppressed(new IllegalArgumentException(MARKER));

        StringWriter log = new StringWriter();
        RedactedException.of(outer).printStackTrace(new PrintWriter(log, true));

        assertThat(log.toString())
                .doesNotContain(MARKER, "COPY")
                .contains("java.lang.IllegalStateException", "java.sql.SQLException, SQLSTATE 23514")
                .contains("java.lang.IllegalArgumentException")
                .contains("RedactedTest.noWordIsLeft");
    }

    @Test
    void whatHasNoWordsIsLeftAsItIs() {
        RedactedException redacted = RedactedException.of(new IllegalStateException(MARKER));

        assertThat(RedactedException.of(redacted)).isSameAs(redacted);
    }
}
