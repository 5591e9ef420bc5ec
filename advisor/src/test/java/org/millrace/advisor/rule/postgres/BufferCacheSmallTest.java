package org.millrace.advisor.rule.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class BufferCacheSmallTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new BufferCacheSmall();
    }

    @Override
    protected Windows firing() {
        return Windows.of(100)
                .with(PostgresSignals.BLOCKS_READ, 0, 1000)
                .with(PostgresSignals.BLOCKS_HIT, 0, 9000)
                .with(PostgresSignals.WAITING_FOR_DATA_FILE, 1)
                .with(PostgresSignals.ACTIVE, 10);
    }

    @Override
    protected Windows quiet() {
        return firing().with(PostgresSignals.WAITING_FOR_DATA_FILE, 0.9);
    }

    @Test
    void hitsNearlyAlwaysAreEnough() {
        assertQuiet(firing().with(PostgresSignals.BLOCKS_HIT, 0, 99_001));
    }

    @Test
    void sizeIsProposedOnceTheMemoryIsStated() {
        Windows stated = firing().with(PostgresSettings.SHARED_BUFFERS, "16384 8kB");
        assertThat(finding(stated).change()).isEmpty();

        Finding finding = finding(stated.with(StatedSettings.DATABASE_MEMORY, "8"));

        assertThat(finding.change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.POSTGRES, "shared_buffers", "128MB", "2048MB"));
        assertThat(finding.why()).contains("128 MB of shared_buffers");
    }

    @Test
    void sizeInForceIsGivenToTheKilobyte() {
        Finding finding = finding(
                firing().with(PostgresSettings.SHARED_BUFFERS, "16385 8kB").with(StatedSettings.DATABASE_MEMORY, "8"));

        assertThat(finding.change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.POSTGRES, "shared_buffers", "131080kB", "2048MB"));
    }

    @Test
    void sizeThatNeedsHugePagesIsNotProposed() {
        Finding finding = finding(firing().with(PostgresSettings.SHARED_BUFFERS, "16384 8kB")
                .with(StatedSettings.DATABASE_MEMORY, "8")
                .with(PostgresSettings.named("huge_pages"), "on"));

        assertThat(finding.change()).isEmpty();
        assertThat(finding.why()).contains("huge_pages=on");
    }
}
