package org.millrace.bulk.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
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
    void largeChunksOfDifferentUsersHardlyEverCollide() {
        String[] chunks = new String[40];
        for (int chunk = 0; chunk < chunks.length; chunk++) {
            int number = chunk;
            chunks[chunk] = IntStream.range(0, 500)
                    .mapToObj(i -> "{\"username\":\"user-" + number + "-" + i + "\"}")
                    .collect(Collectors.joining("\n"));
        }

        int collisions = 0;
        for (int i = 0; i < chunks.length; i++) {
            for (int j = i + 1; j < chunks.length; j++) {
                collisions += keys(chunks[i]).sharesWith(keys(chunks[j])) ? 1 : 0;
            }
        }

        assertThat(collisions).isLessThanOrEqualTo(2);
    }
}
