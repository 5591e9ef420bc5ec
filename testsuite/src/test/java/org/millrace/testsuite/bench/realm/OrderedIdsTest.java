package org.millrace.testsuite.bench.realm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OrderedIdsTest {
    @Test
    void idsAreOrderedAndOfVersionSeven() {
        List<String> ids = Stream.generate(new OrderedIds(1_700_000_000_000L, 1))
                .limit(10_000)
                .toList();

        assertThat(ids).isSorted().doesNotHaveDuplicates();
        assertThat(ids).allSatisfy(id -> {
            assertThat(UUID.fromString(id).version()).isEqualTo(7);
            assertThat(UUID.fromString(id).variant()).isEqualTo(2);
        });
    }
}
