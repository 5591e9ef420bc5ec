package org.millrace.bulk.format.parser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.record.DeletionRecord;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Position;

class OperationParserTest {
    private static final RecordLimits LIMITS = new RecordLimits(1000, 32, 100);
    private final OperationParser parser =
            new OperationParser(LIMITS, new UserJsonParser(LIMITS), Map.of(UserRecord.class, "user"));

    private Entry parse(String record) {
        byte[] bytes = record.getBytes(StandardCharsets.UTF_8);
        return parser.parse(bytes, 0, bytes.length, new Position(1));
    }

    private static Object item(Entry entry) {
        return ((Entry.Readable) entry).item();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"$op\":\"delete\",\"username\":\"ann\"}",
                "{\"username\":\"ann\",\"$op\":\"delete\"}",
                "{\"\\u0024op\":\"delete\",\"username\":\"ann\"}",
                "{\"$o\\u0070\":\"delete\",\"username\":\"ann\"}",
                "{\"attributes\":{\"$op\":[\"x\"]},\"$op\":\"\\u0064elete\",\"username\":\"ann\"}"
            })
    void operationDeleteIsFoundWhereverItStands(String record) {
        DeletionRecord deletion = (DeletionRecord) item(parse(record));

        assertThat(deletion.key()).hasValue("ann");
        assertThat(deletion.kind()).isEqualTo(UserRecord.class);
        assertThat(deletion.warnings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"username\":\"ann\"}",
                "{\"username\":\"ann\",\"$op\":null}",
                "{\"username\":\"$op\"}",
                "{\"username\":\"ann\",\"attributes\":{\"$op\":[\"delete\"]}}"
            })
    void recordWithoutTheFieldIsWritten(String record) {
        assertThat(item(parse(record))).isInstanceOf(UserRecord.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"erase\"", "\"Delete\"", "\"\"", "true", "1", "[]", "{\"a\":1}"})
    void otherOperationIsAProblem(String operation) {
        Entry.Unreadable entry = (Entry.Unreadable) parse("{\"username\":\"ann\",\"$op\":" + operation + "}");

        assertThat(entry.key()).hasValue("ann");
        assertThat(entry.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo("invalid-operation");
            assertThat(problem.field()).isEqualTo("$op");
        });
    }

    @Test
    void recordThatCannotBeReadIsReportedAsSuch() {
        assertThat(((Entry.Unreadable) parse("{\"$op\":\"delete\"")).problems())
                .singleElement()
                .extracting(problem -> problem.code())
                .isEqualTo("not-json");
    }
}
