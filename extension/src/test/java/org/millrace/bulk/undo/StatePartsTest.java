package org.millrace.bulk.undo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.undo.StateParts.Part;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.undo.StateParts.Reader;

class StatePartsTest {
    private static final PartKey GROUP = new PartKey("group", "id-1");
    private static final PartKey NEW = new PartKey("new-group", "id-1", "a/b");

    @Test
    void severalStatesAreReadAsTheyWereWritten() {
        StateParts parts = new StateParts(List.of(new Part(GROUP, "{\"name\":\"secret\"}"), new Part(NEW, "null")));

        String text = parts.text("group", "id-1");

        assertThat(StateParts.of("group", "id-1", text)).isEqualTo(parts);
        assertThat(parts.toString()).doesNotContain("secret");
    }

    @Test
    void singleEntityOfTheRecordIsWrittenAsItsState() {
        StateParts parts = new StateParts(List.of(new Part(GROUP, "{\"name\":\"sales\"}")));

        assertThat(parts.text("group", "id-1")).isEqualTo("{\"name\":\"sales\"}");
        assertThat(StateParts.of("group", "id-1", "{\"name\":\"sales\"}")).isEqualTo(parts);
        assertThat(parts.text("group", "id-2")).startsWith("{\"parts\":");
    }

    @Test
    void presentStatesAreThoseOfTheSameKeysInTheSameOrder() {
        StateParts before = new StateParts(List.of(new Part(NEW, "null"), new Part(GROUP, "before")));

        StateParts now = before.now(
                Reader.ofEach(key -> Map.of(GROUP, "after", NEW, "created").getOrDefault(key, "absent")));

        assertThat(now.parts()).containsExactly(new Part(NEW, "created"), new Part(GROUP, "after"));
    }

    @Test
    void unreadableTextIsNotQuoted() {
        assertThatThrownBy(() -> StateParts.of("group", "id-1", "{\"parts\":secret"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a stored state cannot be read");
    }
}
