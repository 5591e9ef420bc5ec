package org.millrace.testsuite.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.process.FreePorts;

@Thorough
class DemoIT {
    @Test
    void demoImportsLogsInResumesReportsCuresAFaultAndStopsWhatItStarted() throws IOException, SQLException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        Properties properties = new Properties();
        properties.setProperty("demo.users", "500");
        DemoOptions options = DemoOptions.of(properties);
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

        new Demo(options, new Terminal(out, new ByteArrayInputStream(new byte[0]), false)).run();

        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains(
                        "100 %  501 of 501 users",
                        "\"created\":500",
                        "invalid-email",
                        "Logged in as",
                        "500 new rows for 500 records",
                        "  change: db-pool-max-size=",
                        "  measured: ",
                        "  to revert: db-pool-max-size=3")
                .doesNotContain("no report")
                .contains("http://localhost:" + options.port() + "/admin/master/console/#/demo/users")
                .endsWith("Stopped: Keycloak and PostgreSQL are gone.\n");
        assertThat(FreePorts.isFree(options.port())).isTrue();
    }
}
