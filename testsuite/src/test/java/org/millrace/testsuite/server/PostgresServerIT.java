package org.millrace.testsuite.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class PostgresServerIT extends ServerUnderTestContract {
    @Override
    ServerUnderTest server() {
        return SharedServers.postgres();
    }

    @Test
    void theDatabaseIsDurableAndKeycloakIsNoSuperuserInIt() throws SQLException {
        try (Connection connection = server().database().connect();
                Statement statement = connection.createStatement()) {
            ResultSet row = statement.executeQuery(
                    "SELECT current_setting('fsync'), current_setting('synchronous_commit'), current_setting('is_superuser')");

            assertThat(row.next()).isTrue();
            assertThat(row.getString(1)).isEqualTo("on");
            assertThat(row.getString(2)).isEqualTo("on");
            assertThat(row.getString(3)).isEqualTo("off");
        }
    }
}
