package org.millrace.bulk.password.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.keycloak.Config;

class EndpointSettingsTest {
    private static final String PREFIX = "millrace.endpoint.test.";

    private static EndpointSettings of(Map<String, String> values) {
        values.forEach((name, value) -> System.setProperty(PREFIX + name, value));
        return EndpointSettings.of(new Config.SystemPropertiesScope(PREFIX));
    }

    @AfterEach
    void clear() {
        System.getProperties().keySet().removeIf(name -> name.toString().startsWith(PREFIX));
    }

    @Test
    void withoutSettingsThereIsNoEndpoint() {
        EndpointSettings settings = of(Map.of());

        assertThat(settings.endpoints()).isEmpty();
        assertThat(settings.timeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(settings.sharePercent()).isEqualTo(10);
    }

    @Test
    void anEndpointIsReservedForItsRealm() {
        EndpointSettings settings = of(Map.of(
                "password-endpoints", "shop, intranet",
                "password-endpoint-shop-url", "https://shop.example.org/verify",
                "password-endpoint-shop-token", "mArKeR",
                "password-endpoint-intranet-url", "ldaps://ldap.example.org",
                "password-endpoint-intranet-dn", "uid={username},dc=example,dc=org",
                "password-endpoint-intranet-realm", "staff"));

        assertThat(settings.namesFor("staff")).containsExactly("intranet", "shop");
        assertThat(settings.namesFor("customers")).containsExactly("shop");
        assertThat(settings.toString()).doesNotContain("mArKeR");
    }

    @ParameterizedTest
    @CsvSource({
        "http://shop.example.org/",
        "ldap://shop.example.org/",
        "https://user:mArKeR@shop.example.org/",
        "https:///verify",
        "'https://shop.example.org/a b'",
        "mArKeR"
    })
    void anAddressWithoutTlsIsRefused(String address) {
        assertThatThrownBy(() -> of(Map.of("password-endpoints", "shop", "password-endpoint-shop-url", address)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("password-endpoint-shop-url")
                .hasMessageNotContaining("mArKeR");
    }

    @Test
    void aDirectoryNeedsAPlaceForTheName() {
        assertThatThrownBy(() -> of(Map.of(
                        "password-endpoints",
                        "intranet",
                        "password-endpoint-intranet-url",
                        "ldaps://ldap.example.org",
                        "password-endpoint-intranet-dn",
                        "uid=admin")))
                .hasMessageContaining("password-endpoint-intranet-dn");
    }

    @Test
    void theNameIsEscapedInTheDn() {
        LdapPasswordEndpoint directory = new LdapPasswordEndpoint(
                java.net.URI.create("ldaps://localhost"), "uid={username},dc=org", Duration.ofSeconds(1));

        assertThat(directory.principal("a,dc=x")).isEqualTo("uid=a\\,dc\\=x,dc=org");
        assertThat(directory.principal("ann")).isEqualTo("uid=ann,dc=org");

        LdapPasswordEndpoint activeDirectory = new LdapPasswordEndpoint(
                java.net.URI.create("ldaps://ldap.example.org"), "{username}@corp.example.org", Duration.ofSeconds(1));
        assertThat(activeDirectory.principal("ann+x")).isEqualTo("ann+x@corp.example.org");
    }

    @Test
    void anEmptyPasswordBindsNowhere() throws IOException {
        LdapPasswordEndpoint directory = new LdapPasswordEndpoint(
                java.net.URI.create("ldaps://no-such-host.invalid"), "uid={username},dc=org", Duration.ofSeconds(1));

        assertThat(directory.verify("ann", "", Optional.empty())).isFalse();
    }

    @Test
    void everySettingHasItsRow() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "reference", "settings.md"));

        for (String name : new String[] {
            "password-endpoints",
            "password-endpoint-<name>-url",
            "password-endpoint-<name>-dn",
            "password-endpoint-<name>-token",
            "password-endpoint-<name>-vault-token",
            "password-endpoint-<name>-realm"
        }) {
            assertThat(page).contains("\n| `" + name + "` | ");
        }
        assertThat(page)
                .containsPattern("\n\\| `password-endpoint-timeout-millis` \\| [^|]+\\| 100–10000 \\| 2000 \\| ")
                .containsPattern("\n\\| `password-endpoint-share-percent` \\| [^|]+\\| 1–50 \\| 10 \\| ");
    }
}
