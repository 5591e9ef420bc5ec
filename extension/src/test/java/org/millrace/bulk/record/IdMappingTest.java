package org.millrace.bulk.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class IdMappingTest {
    @Test
    void aNewIdDependsOnTheOldOneAndTheSeedAlone() {
        String old = UUID.randomUUID().toString();

        String mapped = IdMapping.seeded("seed", 0).of(old);

        assertThat(mapped).isEqualTo(IdMapping.seeded("seed", 0).of(old)).isNotEqualTo(old);
        assertThat(UUID.fromString(mapped).version()).isEqualTo(8);
        assertThat(IdMapping.seeded("other", 0).of(old)).isNotEqualTo(mapped);
        assertThat(IdMapping.KEEP.of(old)).isEqualTo(old);
        assertThat(IdMapping.seeded("seed", 0).map(null)).isNull();
    }
}
