package org.millrace.server.advisor.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.Advisor;
import org.millrace.advisor.AdvisorConfig;
import org.millrace.advisor.Rules;
import org.millrace.advisor.SteadyClock;
import org.millrace.advisor.report.Report;
import org.millrace.advisor.report.ReportFormat;
import org.millrace.advisor.rule.Thresholds;
import org.millrace.server.advisor.report.ReportFormats;

class StoredReportTest {

    private final Report report = new Advisor(
                    () -> "kc-1",
                    AdvisorConfig.DEFAULT,
                    List.of(),
                    List.of(),
                    Rules.all(),
                    Thresholds.STANDARD,
                    SteadyClock.system())
            .report(Duration.ofMinutes(5));

    @Test
    void everyFormatIsAsItWas() {
        byte[] packed = StoredReport.pack(report, 256 * 1024);

        for (ReportFormat format : ReportFormats.all()) {
            assertThat(StoredReport.unpack(packed, format)).hasValue(format.write(report));
        }
    }

    @Test
    void reportThatIsTooLargeIsKeptInFewerFormats() {
        ReportFormat json = ReportFormats.all().get(0);
        ReportFormat markdown = ReportFormats.all().get(2);
        int all = packed(256 * 1024).length;

        assertThat(StoredReport.unpack(packed(all - 1), json)).hasValue(json.write(report));
        assertThat(StoredReport.unpack(packed(all - 1), markdown)).isEmpty();
    }

    @Test
    void reportThatFitsInNoFormatIsNotKept() {
        assertThat(StoredReport.pack(report, 10)).isNull();
        assertThat(StoredReport.unpack(null, ReportFormats.all().get(0))).isEmpty();
    }

    private byte[] packed(int most) {
        byte[] packed = StoredReport.pack(report, most);
        assertThat(packed).isNotNull();
        return packed;
    }
}
