package org.millrace.server.advisor.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.util.OptionalDouble;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.postgresql.PGProperty;

class PostgresAccessTest {

    private static final String MARKER = "m4rk3r";

    @Test
    void otherDatabaseIsNotAccessed() {
        assertThat(PostgresAccess.of("jdbc:h2:mem:x", credentials())).isEmpty();
    }

    @Test
    void databaseBehindAWrappingDriverIsAccessed() {
        assertThat(PostgresAccess.of("jdbc:aws-wrapper:postgresql://127.0.0.1:1/x", credentials()))
                .hasValueSatisfying(access -> assertThatThrownBy(access::open)
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("127.0.0.1:1"));
        assertThat(PostgresAccess.of("jdbc:aws-wrapper:mysql://127.0.0.1:1/x", credentials()))
                .isEmpty();
    }

    @Test
    void passwordIsNeitherInTheTextNorInFailures() {
        PostgresAccess access = PostgresAccess.of("jdbc:postgresql://127.0.0.1:1/x", credentials())
                .orElseThrow();

        assertThat(String.valueOf((Object) access)).doesNotContain(MARKER);
        assertThatThrownBy(access::open)
                .isInstanceOf(SQLException.class)
                .satisfies(failure -> assertThat(stackTrace(failure)).doesNotContain(MARKER));
    }

    /** A refused connection is no timeout, however long it took. */
    @Test
    void failureOfTheNetworkKeepsItsKind() {
        PostgresAccess access = PostgresAccess.of("jdbc:postgresql://127.0.0.1:1/x", credentials())
                .orElseThrow();

        assertThatThrownBy(access::open).hasCause(new IOException("ConnectException"));
    }

    @Test
    void passwordInAUrlThatCannotBeReadIsNotInTheFailure() {
        PostgresAccess access = PostgresAccess.of(
                        "jdbc:postgresql://127.0.0.1:port/x?password=" + MARKER, credentials())
                .orElseThrow();

        assertThatThrownBy(access::open)
                .isInstanceOf(SQLException.class)
                .satisfies(failure -> assertThat(stackTrace(failure)).doesNotContain(MARKER));
    }

    @Test
    void coresOfALocalDatabaseAreThisMachines() {
        PostgresAccess local = PostgresAccess.of("jdbc:postgresql://127.0.0.1:5432/x", credentials())
                .orElseThrow();
        PostgresAccess several =
                PostgresAccess.of("jdbc:postgresql://a:1,b:2/x", credentials()).orElseThrow();

        assertThat(local.cores(OptionalDouble.empty(), "127.0.0.1"))
                .hasValue(Runtime.getRuntime().availableProcessors());
        assertThat(several.cores(OptionalDouble.empty(), "127.0.0.1")).isEmpty();
        assertThat(several.cores(OptionalDouble.of(16), "10.0.0.7")).hasValue(16);
    }

    @Test
    void coresBehindALocalProxyAreNotKnown() {
        PostgresAccess proxy = PostgresAccess.of("jdbc:postgresql://localhost:6432/x", credentials())
                .orElseThrow();

        assertThat(proxy.cores(OptionalDouble.empty(), "10.0.0.7")).isEmpty();
        assertThat(proxy.cores(OptionalDouble.empty(), null)).isEmpty();
        assertThat(proxy.cores(OptionalDouble.of(16), "10.0.0.7")).hasValue(16);
    }

    @Test
    void coresBehindAUnixSocketAreThisMachines() {
        String socket =
                "jdbc:postgresql://localhost/x?socketFactory=org.newsclub.net.unix.AFUNIXSocketFactory$FactoryArg"
                        + "&socketFactoryArg=/var/run/postgresql/.s.PGSQL.5432";

        assertThat(PostgresAccess.of(socket, credentials()).orElseThrow().cores(OptionalDouble.empty(), null))
                .hasValue(Runtime.getRuntime().availableProcessors());
    }

    private static String stackTrace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private static Properties credentials() {
        Properties credentials = new Properties();
        PGProperty.USER.set(credentials, "keycloak");
        PGProperty.PASSWORD.set(credentials, MARKER);
        return credentials;
    }
}
