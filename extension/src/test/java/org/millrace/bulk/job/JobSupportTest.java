package org.millrace.bulk.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobSupportTest {
    @ParameterizedTest
    @CsvSource({
        "true, postgres, AVAILABLE",
        "true, mariadb, AVAILABLE",
        "true, dev-file, AVAILABLE",
        "false, postgres, DISABLED",
        "true, mssql, UNTESTED_DATABASE",
        "true, oracle, UNTESTED_DATABASE",
        "true, mysql, UNTESTED_DATABASE",
        "false, tidb, UNTESTED_DATABASE"
    })
    void jobsAreKeptOnTestedDatabasesUnlessTheOperatorWantsNone(boolean wanted, String vendor, JobSupport expected) {
        assertThat(JobSupport.of(wanted, vendor)).isEqualTo(expected);
    }
}
