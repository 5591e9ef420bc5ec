package org.millrace.testsuite.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.awt.Rectangle;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.millrace.testsuite.program.NeedsPromtool;
import org.millrace.testsuite.program.OptionalProgram;

class MonitoringFilesTest {
    private static final Path DOCKER = MonitoringFiles.ROOT.resolve("docker");
    private static final Pattern ALERT = Pattern.compile("^ +- alert: (\\w+)$", Pattern.MULTILINE);
    private static final int COLUMNS = 24;

    @Test
    void metricsOfAnExpressionAreFound() {
        assertThat(MonitoringFiles.metrics(
                        "sum by (le) (rate(a_bucket{job=~\"$job\",uri=~\"/b_c/.*\"}[$__rate_interval]))"
                                + " / on (x) max(d_total) > 0 and e unless f"))
                .containsExactly("a_bucket", "d_total", "e", "f");
    }

    @Test
    void dashboardsAreForImportJobsLoginsAdvisorAndPostgresql() throws IOException {
        assertThat(MonitoringFiles.dashboards())
                .containsOnlyKeys(
                        "millrace-advisor.json",
                        "millrace-import.json",
                        "millrace-jobs.json",
                        "millrace-logins.json",
                        "millrace-postgresql.json");
    }

    @Test
    void everyPanelAndVariableUsesTheChosenDataSource() throws IOException {
        for (Map.Entry<String, JsonNode> dashboard :
                MonitoringFiles.dashboards().entrySet()) {
            JsonNode variables = dashboard.getValue().at("/templating/list");
            assertThat(variables.path(0).path("name").asText()).isEqualTo("datasource");
            assertThat(variables.path(0).path("type").asText()).isEqualTo("datasource");
            assertThat(dashboard.getKey())
                    .isEqualTo(dashboard.getValue().path("uid").asText() + ".json");
            List<JsonNode> users = new ArrayList<>();
            dashboard.getValue().path("panels").forEach(users::add);
            users.add(variables.path(1));
            for (JsonNode user : users) {
                assertThat(user.at("/datasource/uid").asText())
                        .as("%s of %s", user.path("title"), dashboard.getKey())
                        .isEqualTo("${datasource}");
            }
        }
    }

    @Test
    void panelsHaveATitleADescriptionAndTheirOwnPlace() throws IOException {
        for (JsonNode dashboard : MonitoringFiles.dashboards().values()) {
            List<Rectangle> taken = new ArrayList<>();
            for (JsonNode panel : dashboard.path("panels")) {
                String title = panel.path("title").asText();
                JsonNode grid = panel.path("gridPos");
                Rectangle place = new Rectangle(
                        grid.path("x").asInt(),
                        grid.path("y").asInt(),
                        grid.path("w").asInt(),
                        grid.path("h").asInt());
                assertThat(title).isNotEmpty();
                assertThat(panel.path("description").asText()).as(title).endsWith(".");
                assertThat(place.getMaxX()).as(title).isLessThanOrEqualTo(COLUMNS);
                assertThat(taken).as(title).noneMatch(place::intersects);
                taken.add(place);
            }
            assertThat(taken).hasSizeGreaterThan(5);
        }
    }

    @Test
    void composeProvisionsTheDirectoryOfTheDashboards() throws IOException {
        String compose = Files.readString(DOCKER.resolve("compose.metrics.yaml"));
        String provider =
                Files.readString(MonitoringFiles.METRICS.resolve("grafana/provisioning/dashboards/millrace.yaml"));

        assertThat(compose).contains("- ./metrics/grafana/dashboards:/etc/grafana/dashboards:ro");
        assertThat(compose).contains("- ./metrics/grafana/provisioning:/etc/grafana/provisioning:ro");
        assertThat(provider).contains("path: /etc/grafana/dashboards");
        String home = compose.substring(compose.indexOf("HOME_DASHBOARD_PATH: /etc/grafana/dashboards/"))
                .lines()
                .findFirst()
                .orElseThrow();
        assertThat(MonitoringFiles.dashboards()).containsKey(home.substring(home.lastIndexOf('/') + 1));
    }

    @Test
    void prometheusRuleHasTheAlertsOfPrometheus() throws IOException {
        assertThat(groups(DOCKER.resolve("kubernetes/prometheus-rule.yaml")).indent(-2))
                .isEqualTo(groups(MonitoringFiles.ALERTS));
    }

    /** Both that it fires and that it does not. */
    @Test
    void everyAlertHasTests() throws IOException {
        String tests = Files.readString(MonitoringFiles.METRICS.resolve("alerts.test.yml"));
        List<String> alerts = ALERT.matcher(Files.readString(MonitoringFiles.ALERTS))
                .results()
                .map(found -> found.group(1))
                .toList();

        assertThat(alerts).hasSameSizeAs(MonitoringFiles.alertExpressions()).hasSizeGreaterThan(5);
        for (String alert : alerts) {
            assertThat(tests).containsPattern("alertname: " + alert + "\\n +exp_alerts: \\[\\]");
            assertThat(tests).containsPattern("alertname: " + alert + "\\n +exp_alerts:\\n");
        }
    }

    private static String groups(Path file) throws IOException {
        String text = Files.readString(file);
        int start = text.indexOf("groups:");
        assertThat(start).as("%s", file).isNotNegative();
        return text.substring(text.lastIndexOf('\n', start) + 1);
    }

    /** Checks by Prometheus itself. */
    @NeedsPromtool
    @Nested
    class Promtool {
        @Test
        void alertsFireWhenTheirTestsSaySo() throws Exception {
            assertThat(promtool("check", "config", MonitoringFiles.METRICS.resolve("prometheus.yaml")))
                    .contains("SUCCESS");
            assertThat(promtool("test", "rules", MonitoringFiles.METRICS.resolve("alerts.test.yml")))
                    .contains("SUCCESS");
        }

        /** As recording rules, because promtool checks no dashboards. */
        @Test
        void expressionsOfTheDashboardsAreValid(@TempDir Path directory) throws Exception {
            StringBuilder rules = new StringBuilder("groups:\n- name: dashboards\n  rules:\n");
            int count = 0;
            for (JsonNode dashboard : MonitoringFiles.dashboards().values()) {
                for (String expression : MonitoringFiles.expressions(dashboard)) {
                    rules.append("  - record: expression").append(count++).append("\n    expr: |-\n      ");
                    rules.append(expression.replace("$__rate_interval", "1m").replace("$__range", "1h"))
                            .append('\n');
                }
            }
            Path file = Files.writeString(directory.resolve("rules.yaml"), rules);

            assertThat(promtool("check", "rules", file)).contains("SUCCESS: " + count + " rules found");
        }

        private static String promtool(String command, String what, Path file) throws Exception {
            Process process = new ProcessBuilder(
                            OptionalProgram.PROMTOOL.required().toString(), command, what, file.toString())
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(output).isZero();
            return output;
        }
    }
}
