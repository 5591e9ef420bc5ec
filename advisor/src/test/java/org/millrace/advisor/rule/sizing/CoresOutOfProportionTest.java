package org.millrace.advisor.rule.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class CoresOutOfProportionTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new CoresOutOfProportion();
    }

    @Override
    protected Windows firing() {
        return servers(31);
    }

    @Override
    protected Windows quiet() {
        return servers(30);
    }

    /** Two of them, before six cores. */
    private static Windows servers(double cores) {
        return Windows.of(60)
                .with(JvmSignals.PROCESSORS, cores)
                .with(ClusterSignals.SIZE, 2)
                .with(PostgresSignals.CORES, 6)
                .with(PostgresSignals.RUNNING, 1);
    }

    @Test
    void saturatedDatabaseMakesItAWarning() {
        assertThat(finding().severity()).isEqualTo(Severity.INFO);
        assertThat(finding(firing().with(PostgresSignals.RUNNING, 4.2)).severity())
                .isEqualTo(Severity.WARNING);
    }
}
