package org.millrace.bulk.job.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutcomeCursorTest {
    @Test
    void itIsReadAsItWasWritten() {
        for (OutcomeCursor cursor :
                List.of(new OutcomeCursor(3, 14, 159), new OutcomeCursor(Integer.MAX_VALUE, Integer.MAX_VALUE, 0))) {
            assertThat(OutcomeCursor.of(cursor.text())).hasValue(cursor);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1-2", "1-2-", "-1-2-3", "1-2-3-4", "1-2-x", "1-2-2147483648", "1-2-99999999999"})
    void anythingElseIsNoCursor(String text) {
        assertThat(OutcomeCursor.of(text)).isEmpty();
    }
}
