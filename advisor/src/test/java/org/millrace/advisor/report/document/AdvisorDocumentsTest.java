package org.millrace.advisor.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.model.RequestKind;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Settings;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.SignalIndex;
import org.millrace.advisor.model.Snapshot;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.TimeModel;
import org.millrace.advisor.report.Fixture;
import org.millrace.advisor.report.IncidentEntry;
import org.millrace.advisor.report.Reports;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Thresholds;
import org.millrace.advisor.rule.Verdict;

class AdvisorDocumentsTest {

    @Test
    void snapshotHasAllSignalsAndSettings() {
        Map<Signal, Double> readings = new LinkedHashMap<>();
        readings.put(Signal.gauge("agroal.awaiting.count", "requests"), 37.0);
        readings.put(Signal.counter("process.cpu.time", "s"), 1234.5678);
        Snapshot snapshot = Snapshot.of(Reports.AT, new SignalIndex(), readings);
        Settings settings = Settings.of(List.of(
                new Setting(new SettingName("db-pool-max-size"), "20", "keycloak.conf"),
                new Setting(new SettingName("db-password"), Setting.MASK, "environment"),
                new Setting(new SettingName("http-max-queued-requests"), null, "default")));

        assertThat(AdvisorDocuments.snapshot("kc-1", Optional.of(snapshot), settings))
                .isEqualTo(Fixture.document("snapshot.json"));
    }

    @Test
    void snapshotBeforeTheFirstSampleIsEmpty() {
        assertThat(AdvisorDocuments.snapshot("kc-1", Optional.empty(), Settings.NONE))
                .isEqualTo("{\"node\":\"kc-1\",\"sampledAt\":null,\"signals\":[],\"settings\":[]}");
    }

    @Test
    void catalogueHasTheThresholdsInForce() {
        Threshold waiting =
                new Threshold("Waiting requests", 0, "requests", "None waits in a pool that is large enough.");
        Threshold time = new Threshold("Wait", 0.05, "s", "Users notice it.");
        Rule pool = rule("KC-POOL-001", List.of(waiting, time));
        Rule generator = rule("KC-LT-001", List.of(time));
        Thresholds set = new Thresholds(Map.of("KC-POOL-001", Map.of("wait", 0.5), "KC-LT-001", Map.of("wait", 0.5)));

        assertThat(AdvisorDocuments.rules(List.of(pool), List.of(generator), set))
                .isEqualTo(Fixture.document("rules.json"));
    }

    @Test
    void summaryWithFiguresHasNoNames() {
        assertThat(AdvisorDocuments.summary(diagnosis(), ManagementDetails.FIGURES))
                .isEqualTo(Fixture.document("summary-figures.json"));
    }

    @Test
    void fullSummaryOfAStaleDiagnosis() {
        assertThat(AdvisorDocuments.staleSummary(diagnosis(), ManagementDetails.FULL))
                .isEqualTo(Fixture.document("summary-full.json"));
    }

    @Test
    void incidentsNameTheirReports() {
        List<IncidentEntry> incidents = List.of(
                new IncidentEntry(
                        "20260101T000000Z-KC-POOL-001",
                        "KC-POOL-001",
                        "Requests wait for a database connection",
                        "critical",
                        "kc-1",
                        Reports.AT,
                        null),
                new IncidentEntry(
                        "20251231T235000Z-KC-PG-003",
                        "KC-PG-003",
                        null,
                        null,
                        "kc-2",
                        Reports.AT.minusSeconds(600),
                        Reports.AT.minusSeconds(300)));

        assertThat(AdvisorDocuments.incidents(
                        incidents, "https://kc.example.org/admin/realms/master/advisor/incidents"))
                .isEqualTo(Fixture.document("incidents.json"));
    }

    private static Rule rule(String id, List<Threshold> thresholds) {
        RuleCard card = new RuleCard(
                id,
                "Requests wait for a database connection",
                Lane.SATURATION,
                "A request without a connection holds its thread.",
                List.of(Signal.gauge("agroal.awaiting.count", "requests"), new SettingName("db-pool-max-size")),
                thresholds,
                List.of("https://www.keycloak.org/server/db"));
        return new Rule() {
            @Override
            public RuleCard card() {
                return card;
            }

            @Override
            public Verdict evaluate(RuleContext context) {
                return Verdict.healthy();
            }
        };
    }

    private static Diagnosis diagnosis() {
        Change change =
                new Change(List.of(new Step(Step.Kind.OPTION, "db-pool-max-size", "5", "20")), true, Change.Risk.LOW);
        Finding finding = new Finding(
                Severity.CRITICAL,
                List.of(Observation.of("agroal.awaiting.count", 37.25, "requests")),
                "Requests wait for the pool.",
                Confidence.HIGH,
                change);
        RankedFinding principal = new RankedFinding(
                Reports.card("KC-POOL-001"), finding, true, List.of(), Reports.AT.minusSeconds(90), null);
        TimeModel model = new TimeModel(
                60,
                8,
                List.of(
                        new TimeModel.Share(
                                TimeCategory.CONNECTION,
                                6,
                                1.5,
                                0.75,
                                List.of(new TimeModel.Detail("acquire a connection", 6)),
                                Map.of(RequestKind.TOKEN, 5.0, RequestKind.ADMIN, 1.0)),
                        new TimeModel.Share(
                                TimeCategory.HASHING, 2, 0, 0.25, List.of(), Map.of(RequestKind.LOGIN_PAGE, 2.0))));
        return new Diagnosis(
                Reports.AT,
                Duration.ofMinutes(5),
                List.of(principal),
                null,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                model);
    }
}
