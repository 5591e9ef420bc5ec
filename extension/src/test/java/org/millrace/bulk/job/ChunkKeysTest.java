package org.millrace.bulk.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.format.Entry;

class ChunkKeysTest {
    private static ChunkKeys keys(String... records) {
        List<Entry> entries = Records.entries(Records.NDJSON, String.join("\n", records), Records.PARSER);
        return ChunkKeys.of(ChunkKeys.of(entries).bytes());
    }

    @Test
    void chunksShareAKeyWhateverItsCaseAndField() {
        ChunkKeys keys = keys("{\"username\":\"ann\"}", "{\"username\":\"bob\",\"email\":\"Bob@example.org\"}");

        assertThat(keys.sharesWith(keys("{\"username\":\"ANN\"}"))).isTrue();
        assertThat(keys.sharesWith(keys("{\"username\":\"x\"}", "{\"username\":\"bob@example.org\"}")))
                .isTrue();
        assertThat(keys.sharesWith(keys("{\"username\":\"carl\"}", "{\"username\":\"dora\"}")))
                .isFalse();
    }

    @Test
    void whatCannotBeReadHasNoKeys() {
        assertThat(keys("no json", "[]").sharesWith(keys("no json", "[]"))).isFalse();
    }

    @Test
    void largeChunksOfDifferentUsersDoNotCollide() {
        List<ChunkKeys> chunks = IntStream.range(0, 60)
                .mapToObj(chunk -> keys(IntStream.range(0, 2_000)
                        .mapToObj(i -> "{\"username\":\"u%1$d-%2$d\",\"email\":\"u%1$d-%2$d@example.org\"}"
                                .formatted(chunk, i))
                        .toArray(String[]::new)))
                .toList();

        for (int i = 0; i < chunks.size(); i++) {
            for (ChunkKeys later : chunks.subList(i + 1, chunks.size())) {
                assertThat(chunks.get(i).sharesWith(later)).isFalse();
            }
        }
    }
}
