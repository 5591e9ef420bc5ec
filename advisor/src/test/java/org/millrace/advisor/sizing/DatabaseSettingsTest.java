package org.millrace.advisor.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DatabaseSettingsTest {

    /** What PgTune itself says for 8 GB and 1000 connections. */
    @Test
    void eightGigabytesAndAThousandConnectionsComeOutAsPgTuneHasThem() {
        assertThat(DatabaseSettings.of(8, 1000).options())
                .containsEntry("max_connections", "1000")
                .containsEntry("shared_buffers", "2GB")
                .containsEntry("effective_cache_size", "6GB")
                .containsEntry("maintenance_work_mem", "512MB")
                .containsEntry("work_mem", "1048kB")
                .containsEntry("wal_buffers", "16MB")
                .containsEntry("checkpoint_completion_target", "0.9")
                .containsEntry("random_page_cost", "1.1")
                .containsEntry("effective_io_concurrency", "200")
                .containsEntry("min_wal_size", "1GB")
                .containsEntry("max_wal_size", "4GB");
    }

    @Test
    void vacuumGetsTwoGigabytesAtMost() {
        assertThat(DatabaseSettings.of(256, 100).options()).containsEntry("maintenance_work_mem", "2GB");
    }
}
