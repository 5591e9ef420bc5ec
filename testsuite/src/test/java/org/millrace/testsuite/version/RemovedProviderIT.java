package org.millrace.testsuite.version;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restassured.http.Method;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.RestRequests;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.database.Database;

/** Keycloak works after the JAR is removed, as the page on it says, and Millrace works after the JAR is back. */
@Thorough
class RemovedProviderIT {
    private static final Path PAGE =
            Path.of(System.getProperty("project.root", ".."), "docs", "how-to", "uninstall.md");
    private static final Pattern DROP = Pattern.compile("DROP TABLE [^;]*");

    /** The hash of "secret" in bcrypt, as another system stores it. */
    private static final String FOREIGN_HASH = "$2b$04$zZ5BnC5ltcn5jQaNl27rUu3nL7TsNviYuyME4BmAtYk.90JtErDhK";

    private static String user(String name, String password) {
        return "{\"username\":\"%1$s\",\"enabled\":true,\"email\":\"%1$s@acme.org\",\"emailVerified\":true,\"firstName\":\"A\",\"lastName\":\"B\",\"credentials\":[{\"type\":\"password\",%2$s}]}"
                .formatted(name, password);
    }

    private static void importByJob(ImportRealm realm, String... users) {
        JsonNode document = ImportJob.create(realm, Map.of())
                .with(1, List.of(users))
                .started()
                .finished();

        assertThat(document.path("state").asText()).as("%s", document).isEqualTo("completed");
        assertThat(document.at("/counts/created").asInt()).isEqualTo(users.length);
    }

    /** The realm on the node that runs now. */
    private static ImportRealm now(ServerUnderTest server, ImportRealm realm) {
        return new ImportRealm(server.node(), AdminClient.of(server.node()), realm.name(), "users", "");
    }

    private static int console(ImportRealm realm) {
        return Answer.of(RestRequests.to(realm.node().baseUri()), Method.GET, "/admin/" + realm.name() + "/console/")
                .status();
    }

    private static int tables(Database database) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT count(*) FROM pg_tables WHERE tablename LIKE '%millrace%'")) {
            row.next();
            return row.getInt(1);
        }
    }

    private static void dropTables(Database database) throws IOException, SQLException {
        Matcher drop = DROP.matcher(Files.readString(PAGE));
        assertThat(drop.find()).as("the statement in %s", PAGE).isTrue();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(drop.group());
        }
    }

    @Test
    void serverWorksWithoutTheJarAndMillraceWorksOnceItIsBack() throws IOException, SQLException {
        try (ServerUnderTest server = ServerUnderTest.start(
                ServerOptions.postgres().with("cache", "local").startingFast())) {
            ImportRealm before = ImportRealm.create(server, Map.of("enabled", true, "adminTheme", "millrace"));
            importByJob(
                    before,
                    user("native", "\"value\":\"secret\""),
                    user("foreign", "\"hash\":\"" + FOREIGN_HASH + "\""));
            assertThat(console(before)).isEqualTo(200);
            assertThat(tables(server.database())).isGreaterThan(10);
            before.node().stop();

            server.startNode(ServerOptions::withoutProvider);
            ImportRealm without = now(server, before);
            assertThat(console(without)).isEqualTo(200);
            assertThat(without.login("native", "secret").status()).isEqualTo(200);
            assertThat(without.login("foreign", "secret").status()).isNotEqualTo(200);
            assertThat(without.admin().get(without.base() + "/bulk-import").status())
                    .isEqualTo(404);
            dropTables(server.database());
            assertThat(tables(server.database())).isZero();
            without.node().stop();

            server.startNode();
            ImportRealm again = now(server, before);
            importByJob(again, user("later", "\"value\":\"secret\""));
            assertThat(again.login("later", "secret").status()).isEqualTo(200);
            assertThat(again.login("foreign", "secret").status()).isEqualTo(200);
        }
    }
}
