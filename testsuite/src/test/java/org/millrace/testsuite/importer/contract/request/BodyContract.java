package org.millrace.testsuite.importer.contract.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Bodies as they come from the world: lines are counted rightly, and what is no record is one outcome. */
public interface BodyContract extends Importing {
    int MEBIBYTE = 1024 * 1024;

    private static byte[] bytes(Object... parts) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (Object part : parts) {
            body.writeBytes(part instanceof byte[] raw ? raw : part.toString().getBytes(StandardCharsets.UTF_8));
        }
        return body.toByteArray();
    }

    @Test
    default void blankLinesAndBothLineEndsAreCountedAndAMarkAtTheStartIsPassedOver() {
        UserLine first = UserLine.named(unique("first"));
        UserLine second = UserLine.named(unique("second"));
        UserLine third = UserLine.named(unique("third"));

        Answer answer = realm().post(bytes("\ufeff", first, "\r\n\r\n\n  \t\r\n  ", second, " \r\n", third));

        ImportAnswer read = ImportAnswer.of(answer);
        assertThat(read.lines()).containsExactly(1L, 5L, 6L);
        assertThat(read.statuses()).containsOnly("created");
        assertThat(realm().has(third.username())).isTrue();
    }

    @Test
    default void aLineThatIsNoRecordIsRejectedAndTheNextOneIsRead() {
        ImportAnswer answer = realm().take(
                        "not json at all",
                        "{\"username\":\"half",
                        "[]",
                        "null",
                        "42",
                        "\"text\"",
                        "{} {}",
                        "{\"username\":\"" + unique("trailing") + "\"} x",
                        "{\"username\":\"a\" \"email\":\"b\"}",
                        "[".repeat(100_000),
                        "{\"attributes\":" + "{\"a\":".repeat(1000) + "1" + "}".repeat(1001),
                        UserLine.named(unique("good")));

        assertThat(answer.outcomes().stream().map(ImportAnswer::problems).toList())
                .isEqualTo(List.of(
                        List.of("not-json"),
                        List.of("not-json"),
                        List.of("not-an-object"),
                        List.of("not-an-object"),
                        List.of("not-an-object"),
                        List.of("not-an-object"),
                        List.of("not-json"),
                        List.of("not-json"),
                        List.of("not-json"),
                        List.of("not-an-object"),
                        List.of("record-too-complex"),
                        List.of()));
        assertThat(answer.line(12).path("status").asText()).isEqualTo("created");
    }

    @Test
    default void whatIsNotUtf8IsRejectedAndTheNextLineIsRead() {
        byte[] latin1 = "{\"username\":\"gef\u00e4hrlich\"}\n".getBytes(StandardCharsets.ISO_8859_1);
        byte[] overlong = bytes("{\"username\":\"", new byte[] {(byte) 0xC0, (byte) 0x80}, "\"}\n");
        byte[] surrogate =
                bytes("{\"username\":\"", new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80, 'a', 'b', 'c'}, "\"}\n");
        byte[] utf16 = "{\"username\":\"wide\"}".getBytes(StandardCharsets.UTF_16BE);
        UserLine good = UserLine.named(unique("good"));

        ImportAnswer answer =
                ImportAnswer.of(realm().post(bytes(latin1, overlong, surrogate, utf16, "\n", good, "\n")));

        assertThat(answer.lines()).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(answer.statuses()).containsExactly("rejected", "rejected", "rejected", "rejected", "created");
        assertThat(ImportAnswer.problems(answer.line(1))).containsExactly("not-utf-8");
        assertThat(ImportAnswer.problems(answer.line(2))).containsExactly("not-utf-8");
    }

    @Test
    default void aLineOfTwentyMebibytesIsRejectedAndTheNextOneIsRead() {
        UserLine before = UserLine.named(unique("before"));
        UserLine huge = UserLine.named(unique("huge")).attribute("biography", "x".repeat(20 * MEBIBYTE));
        UserLine behind = UserLine.named(unique("behind"));

        ImportAnswer answer = realm().take(before, huge, behind);

        assertThat(answer.statuses()).containsExactly("created", "rejected", "created");
        assertThat(ImportAnswer.problems(answer.line(2))).containsExactly("record-too-large");
        assertThat(realm().has(huge.username())).isFalse();
    }

    @Test
    default void aRecordOfJustTheGreatestLengthIsTaken() {
        String name = unique("big");
        int frame = UserLine.named(name).with("padding", "").toString().length();
        UserLine fits = UserLine.named(name).with("padding", "x".repeat(MEBIBYTE - frame));
        UserLine tooLong = UserLine.named(name).with("padding", "x".repeat(MEBIBYTE - frame + 1));

        Answer answer = realm().post(bytes(tooLong, "\r\n", fits, "\r\n"));

        assertThat(fits.toString()).hasSize(MEBIBYTE);
        assertThat(ImportAnswer.of(answer).statuses()).containsExactly("rejected", "created");
    }

    @Test
    default void halvesOfCharactersAndOddKeysComeBackAsPrintableJson() {
        ImportAnswer answer = realm().take(
                        "{\"username\":\"\\ud800abc\"}",
                        "{\"username\":\"\\u0000abc\"}",
                        "{\"username\":\"" + unique("half")
                                + "\",\"credentials\":[{\"type\":\"password\",\"value\":\"\\ud800x\"}]}",
                        "{\"username\":\"" + "\\\"quoted\\\"\\n\\u2028" + "\"}",
                        UserLine.of(Map.of("username", unique("good"), "\ud83d", 1, "", 2)));

        assertThat(answer.statuses()).containsExactly("rejected", "rejected", "rejected", "rejected", "created");
        for (int line = 1; line <= 3; line++) {
            assertThat(ImportAnswer.problems(answer.line(line))).containsExactly("invalid-character");
        }
        assertThat(answer.line(4).path("key").asText()).isEqualTo("\"quoted\"\n\u2028");
    }
}
