package org.millrace.advisor.sampler.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExpectedIndexTest {

    @Test
    void olderServerHasFewerIndexes() {
        assertThat(names("26.7.3"))
                .contains("idx_user_created_timestamp", "idx_user_email")
                .hasSize(25);
        assertThat(names("26.5.1")).contains("idx_offline_css_by_client").doesNotContain("idx_user_created_timestamp");
        assertThat(names("26.10.0")).as("a decimal it is not").isEqualTo(names("26.7.3"));
        assertThat(names("26.0.0")).contains("idx_user_email").doesNotContain("idx_event_entity_user_id_type");
    }

    @Test
    void unreadableVersionHasTheOldestOnly() {
        assertThat(names("nightly")).contains("idx_user_email").doesNotContain("idx_offline_css_by_client");
    }

    private static List<String> names(String version) {
        return ExpectedIndex.of(version).stream().map(ExpectedIndex::name).toList();
    }
}
