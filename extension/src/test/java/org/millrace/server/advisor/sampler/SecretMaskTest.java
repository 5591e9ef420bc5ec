package org.millrace.server.advisor.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.advisor.model.Setting;

class SecretMaskTest {

    private static final String MARKER = "m4rk3r";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "db-password",
                "https-key-store-password",
                "spi-x--client-secret",
                "some-api-key",
                "bootstrap-admin-client-secret",
                "tracing-header-Authorization-token"
            })
    void settingWithASecretNameIsHidden(String name) {
        assertThat(SecretMask.mask(name, MARKER)).isEqualTo(Setting.MASK);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://db/keycloak?user=kc&password=" + MARKER,
                "jdbc:postgresql://db/keycloak?PASSWORD=" + MARKER + "&ssl=true",
                "jdbc:postgresql://db/keycloak?sslpassword=" + MARKER,
                "jdbc:postgresql://db/keycloak?password=a," + MARKER,
                "jdbc:postgresql://db/keycloak?user=kc&password=a;" + MARKER,
                "jdbc:sqlserver://db;databaseName=x;password=" + MARKER + ";encrypt=true",
                "jdbc:sqlserver://db;databaseName=x;password=a," + MARKER + ";encrypt=true",
                "jdbc:sqlserver://db;password={a; " + MARKER + "};encrypt=true",
                "jdbc:sqlserver://db;password={a}};" + MARKER + "};encrypt=true",
                "jdbc:sqlserver://db;password=,a&" + MARKER,
                "https://admin:" + MARKER + "@proxy:8080/path",
                "jdbc:oracle:thin:kc/" + MARKER + "@//db:1521/x",
                "?password=" + MARKER
            })
    void secretWithinAValueIsHidden(String value) {
        assertThat(SecretMask.mask("db-url", value)).doesNotContain(MARKER);
    }

    @ParameterizedTest
    @CsvSource({
        "db-url, jdbc:postgresql://db:5432/keycloak?ssl=true",
        "hostname, https://id.example.org:8443/auth",
        "http-pool-max-threads, 50"
    })
    void harmlessValueIsShown(String name, String value) {
        assertThat(SecretMask.mask(name, value)).isEqualTo(value);
    }

    @Test
    void restOfTheValueStays() {
        assertThat(SecretMask.mask("db-url", "jdbc:postgresql://db/x?password=" + MARKER + "&ssl=true"))
                .isEqualTo("jdbc:postgresql://db/x?password=" + Setting.MASK + "&ssl=true");
        assertThat(SecretMask.mask("db-url", "jdbc:sqlserver://db;password={a;" + MARKER + "};encrypt=true"))
                .isEqualTo("jdbc:sqlserver://db;password=" + Setting.MASK + ";encrypt=true");
        assertThat(SecretMask.mask("db-url-properties", "?sslpassword=a," + MARKER + "&ssl=true"))
                .isEqualTo("?sslpassword=" + Setting.MASK + "&ssl=true");
    }
}
