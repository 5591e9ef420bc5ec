package org.millrace.server.advisor.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.advisor.report.Report;
import org.millrace.advisor.report.document.JsonReport;

class ReportDocumentTest {

    private static final String KNOWN = """
            {"generatedAt":"2026-01-01T00:00:00Z","node":"kc-2","stalledSince":"2025-12-31T23:00:00Z","window":"PT5M",\
            "summary":"Requests wait for a database connection, since 2026-01-01T00:00:00Z.",\
            "doNow":"Set db-pool-max-size to 20; set i to t (c).",\
            "principal":"KC-POOL-001","next":"KC-PG-003","timeModel":[{"category":"ldap","activeRequests":3.5,"stalled":2,"share":1,\
            "description":"Requests wait for an LDAP server","details":[{"what":"x","activeRequests":3}],\
            "kinds":{"token":3.5}}],"findings":[{"rule":"KC-POOL-001",\
            "title":"Requests wait for a database connection","lane":"hygiene","severity":"critical","principal":true,\
            "node":"kc-2","window":"PT5M","since":"2026-01-01T00:00:00Z","until":null,\
            "observed":[{"signal":"agroal.awaiting.count","value":37,"unit":"requests",\
            "threshold":0.5},{"signal":"agroal.max.size","value":5,"unit":"connections","threshold":null}],\
            "why":"They wait.","confidence":"high","suppresses":["KC-THR-002"],"change":{"apply":[{"kind":"option",\
            "name":"db-pool-max-size","from":"5","to":"20"},{"kind":"index","name":"i","from":null,"to":"t (c)"}],\
            "revert":[{"kind":"index","name":"i","from":"t (c)","to":null},{"kind":"option",\
            "name":"db-pool-max-size","from":"20","to":"5"}],"restart":true,"risk":"low"},\
            "sources":["https://www.keycloak.org/observability/metrics-for-troubleshooting-database",\
            "https://github.com/brettwooldridge/HikariCP/wiki/About-Pool-Sizing"]}],"recent":[],"healthy":["KC-OBS-001"],\
            "skipped":[{"rule":"KC-PG-001","missing":["postgres.cores"]}],\
            "suppressed":[{"rule":"KC-THR-002","by":"KC-POOL-001"}]}""";

    @Test
    void reportIsTheSameWhenItHasBeenReadAndWritten() {
        assertThat(new JsonReport().write(ReportDocument.read(KNOWN))).isEqualTo(KNOWN);
    }

    @Test
    void ruleThatThisVersionDoesNotHaveIsShownAsItWasSent() {
        String other = KNOWN.replace("KC-POOL-001", "KC-NEW-001");

        Report report = ReportDocument.read(other);

        assertThat(report.diagnosis().findings().get(0).rule().title())
                .isEqualTo("Requests wait for a database connection");
        assertThat(new JsonReport().write(report)).isEqualTo(other);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "no JSON", "[]", "{}", "{\"node\":\"kc-2\",\"generatedAt\":\"now\",\"window\":\"PT5M\"}"})
    void whatIsNoReportIsRefused(String document) {
        assertThatIllegalArgumentException().isThrownBy(() -> ReportDocument.read(document));
    }
}
