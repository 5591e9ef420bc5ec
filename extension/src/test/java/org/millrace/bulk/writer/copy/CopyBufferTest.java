package org.millrace.bulk.writer.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CopyBufferTest {
    private final CopyBuffer buffer = new CopyBuffer();

    @Test
    void fieldsAreSeparatedAndRowsEnd() {
        buffer.text("a").number(-7).flag(true).flag(false).endRow();
        buffer.text("b").text(null).endRow();

        assertThat(rendered()).isEqualTo("a\t-7\tt\tf\nb\t\\N\n");
    }

    @Test
    void whatMeansSomethingToCopyIsEscaped() {
        buffer.text("tab\there")
                .text("line\nend\r")
                .text("back\\slash")
                .text("\\N")
                .endRow();

        assertThat(rendered()).isEqualTo("tab\\there\tline\\nend\\r\tback\\\\slash\t\\\\N\n");
    }

    @Test
    void escapingContinuesAfterANonAsciiCharacter() {
        buffer.text("é\t\uD83D\uDE00\\").endRow();

        assertThat(rendered()).isEqualTo("é\\t\uD83D\uDE00\\\\\n");
    }

    @Test
    void valuesOfAColumnAreThoseThatWillBeStored() {
        buffer.text("").text("first\t\u00e9\\").endRow();
        buffer.text("").text("first\t\u00e9\\").endRow();
        buffer.text("a").text(null).endRow();
        buffer.text("").text("\\N").endRow();

        assertThat(buffer.values(0)).containsExactly("", "a");
        assertThat(buffer.values(1)).containsExactly("first\t\u00e9\\", "\\N");
    }

    @Test
    void emptyTextIsNotNull() {
        buffer.text("").text(null).endRow();

        assertThat(rendered()).isEqualTo("\t\\N\n");
    }

    @Test
    void bytesAreHexadecimal() {
        buffer.binary(new byte[] {0, (byte) 0xAB, 0x7F}).binary(null).endRow();

        assertThat(rendered()).isEqualTo("\\\\x00ab7f\t\\N\n");
    }

    @Test
    void bufferGrowsWithLongValuesAndIsEmptyWhenCleared() {
        String value = "ü".repeat(100_000);

        buffer.text("first").endRow();
        buffer.text(value).endRow();

        assertThat(rendered()).isEqualTo("first\n" + value + "\n");
        buffer.clear();
        assertThat(buffer.length()).isZero();
    }

    private String rendered() {
        return new String(buffer.bytes(), 0, buffer.length(), StandardCharsets.UTF_8);
    }
}
