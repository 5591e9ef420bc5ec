package org.millrace.bulk.job.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.parser.OperationParser;
import org.millrace.bulk.record.UserRecord;

class ChunkKeysTest {
    private static ChunkKeys keys(String... records) {
        List<Entry> entries = Records.entries(Records.NDJSON, String.join("\n", records), Records.PARSER);
        return ChunkKeys.of(ChunkKeys.of(entries).bytes());
    }

    @Test
    void chunksShareAKeyInAnyCaseAndField() {
        ChunkKeys keys = keys("{\"username\":\"ann\"}", "{\"username\":\"bob\",\"email\":\"Bob@example.org\"}");

        assertThat(keys.sharesWith(keys("{\"username\":\"ANN\"}"))).isTrue();
        assertThat(keys.sharesWith(keys("{\"username\":\"x\"}", "{\"username\":\"bob@example.org\"}")))
                .isTrue();
        assertThat(keys.sharesWith(keys("{\"username\":\"carl\"}", "{\"username\":\"dora\"}")))
                .isFalse();
    }

    @Test
    void deletionsAreWrittenAtTheSameTimeAsOtherDeletionsOnly() {
        List<ChunkKeys> deletions = Stream.of("1", "2")
                .map(id -> "{\"id\":\"" + id + "\",\"$op\":\"delete\"}")
                .map(line -> Records.entries(
                        Records.NDJSON,
                        line + "\n" + line,
                        new OperationParser(Records.LIMITS, Records.PARSER, Map.of(UserRecord.class, "user"))))
                .map(entries -> ChunkKeys.of(ChunkKeys.of(entries).bytes()))
                .toList();

        assertThat(deletions.get(0).sharesWith(deletions.get(1))).isFalse();
        assertThat(deletions.get(0).sharesWith(deletions.get(0))).isTrue();
        assertThat(deletions.get(0).sharesWith(keys("{\"username\":\"ann\"}"))).isTrue();
        assertThat(keys("{\"username\":\"ann\"}").sharesWith(deletions.get(0))).isTrue();
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
