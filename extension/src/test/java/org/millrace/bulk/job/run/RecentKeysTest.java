package org.millrace.bulk.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.bulk.job.chunk.ChunkKeys;

class RecentKeysTest {
    private static final int A_LARGE_CHUNK = 260_000;

    private final RecentKeys recent = new RecentKeys();

    private static ChunkKeys keys(int size) {
        return ChunkKeys.of(new byte[size * Long.BYTES]);
    }

    @Test
    void aChunkIsKnownByItsUploadAndItsPlace() {
        ChunkKeys keys = keys(3);
        recent.keep("upload", 1, keys);

        assertThat(recent.of("upload", 1)).containsSame(keys);
        assertThat(recent.of("upload", 2)).isEmpty();
        assertThat(recent.of("other", 1)).isEmpty();
    }

    @Test
    void theOnesThatWereNotAskedForMakeRoom() {
        for (int seq = 0; seq < 4; seq++) {
            recent.keep("upload", seq, keys(A_LARGE_CHUNK));
        }
        assertThat(recent.of("upload", 0)).isPresent();

        recent.keep("upload", 4, keys(10_000));

        assertThat(recent.of("upload", 0)).isPresent();
        assertThat(recent.of("upload", 1)).isEmpty();
        assertThat(recent.of("upload", 2)).isPresent();
        assertThat(recent.of("upload", 4)).isPresent();
    }

    @Test
    void chunksWithoutKeysMakeRoomToo() {
        for (int seq = 0; seq < 40_000; seq++) {
            recent.keep("upload", seq, keys(0));
        }

        assertThat(recent.of("upload", 0)).isEmpty();
        assertThat(recent.of("upload", 39_999)).isPresent();
    }

    @Test
    void keptAgainTheyCountOnce() {
        for (int times = 0; times < 100; times++) {
            recent.keep("upload", 0, keys(A_LARGE_CHUNK));
        }
        recent.keep("upload", 1, keys(A_LARGE_CHUNK));

        assertThat(recent.of("upload", 0)).isPresent();
        assertThat(recent.of("upload", 1)).isPresent();
    }

    @Test
    void forgottenTheyLeaveTheirRoom() {
        for (int seq = 0; seq < 4; seq++) {
            recent.keep("upload", seq, keys(A_LARGE_CHUNK));
        }

        recent.clear();

        assertThat(recent.of("upload", 0)).isEmpty();
        for (int seq = 4; seq < 8; seq++) {
            recent.keep("upload", seq, keys(A_LARGE_CHUNK));
        }
        assertThat(recent.of("upload", 4)).isPresent();
    }
}
