package org.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MonitoringFilesTest {
    private static final Path DOCKER = Path.of(System.getProperty("project.root"), "docker");

    @Test
    void prometheusRuleHasTheAlertsOfPrometheus() throws IOException {
        assertThat(groups("kubernetes/prometheus-rule.yaml").indent(-2)).isEqualTo(groups("metrics/alerts.yaml"));
    }

    private static String groups(String file) throws IOException {
        String text = Files.readString(DOCKER.resolve(file));
        int start = text.indexOf("groups:");
        assertThat(start).as(file).isNotNegative();
        return text.substring(text.lastIndexOf('\n', start) + 1);
    }
}
