package org.millrace.bulk.writer.id;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TimeOrderedIdsTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    @Test
    void idIsAUuidOfVersionSevenWithTheTimeInFront() {
        UUID id = UUID.fromString(new TimeOrderedIds(InstantSource.fixed(NOW)).next());

        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(NOW.toEpochMilli());
    }

    @Test
    void idsGrowAlsoWithinAMillisecondAndWhenTheClockStepsBack() {
        long[] millis = {NOW.toEpochMilli()};
        TimeOrderedIds ids = new TimeOrderedIds(() -> Instant.ofEpochMilli(millis[0]));
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            if (i == 10_000) {
                millis[0] -= 5_000;
            }
            made.add(ids.next());
        }

        assertThat(made).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void twoMakersAtOneInstantDiffer() {
        InstantSource clock = InstantSource.fixed(NOW);

        assertThat(new TimeOrderedIds(clock).next()).isNotEqualTo(new TimeOrderedIds(clock).next());
    }
}
