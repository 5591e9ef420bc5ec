package org.millrace.bulk.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class IdMappingTest {
    @Test
    void aNewIdDependsOnTheOldOneAndTheSeedAlone() {
        String old = UUID.randomUUID().toString();

        String mapped = IdMapping.seeded("seed").of(old);

        assertThat(mapped).isEqualTo(IdMapping.seeded("seed").of(old)).isNotEqualTo(old);
        assertThat(UUID.fromString(mapped).version()).isEqualTo(8);
        assertThat(IdMapping.seeded("other").of(old)).isNotEqualTo(mapped);
        assertThat(IdMapping.KEEP.of(old)).isEqualTo(old);
        assertThat(IdMapping.seeded("seed").map(null)).isNull();
    }
}
