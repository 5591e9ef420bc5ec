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

    @Test
    void newIdsAreForWhatTheImportMayHaveCreated() {
        IdMapping mapping = IdMapping.seeded("seed", 1_000);

        assertThat(mapping.mayReplaceIdOf(1_000L)).isTrue();
        assertThat(mapping.mayReplaceIdOf(999L)).isFalse();
        assertThat(mapping.mayReplaceIdOf(null)).isFalse();
        assertThat(IdMapping.KEEP.mayReplaceIdOf(999L)).isTrue();
    }
}
