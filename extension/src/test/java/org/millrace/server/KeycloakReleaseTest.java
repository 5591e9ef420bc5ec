package org.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeycloakReleaseTest {
    @ParameterizedTest
    @CsvSource({
        "26.0.8, false, false",
        "26.3.5, false, false",
        "26.4.0, true, true",
        "26.4.7.redhat-00001, true, true",
        "26.7.5, true, true",
        "26.8.0, true, false",
        "26.10.1, true, false",
        "27.0.0, false, false",
        "999.0.0-SNAPSHOT, false, false",
        "unknown, false, false"
    })
    void versionIsSupportedOrTested(String version, boolean supported, boolean tested) {
        KeycloakRelease release = KeycloakRelease.of(version);

        assertThat(release.isSupported()).isEqualTo(supported);
        assertThat(release.isTested()).isEqualTo(tested);
    }

    @Test
    void manifestNamesTheSupportedVersions() throws IOException {
        String pom = Files.readString(Path.of(System.getProperty("project.root", ".."), "pom.xml"));

        assertThat(pom)
                .contains("<keycloak.versions>" + KeycloakRelease.OLDEST + "-" + KeycloakRelease.NEWEST
                        + "</keycloak.versions>");
    }

    @Test
    void noticeNamesVersionsAndConsequence() {
        assertThat(Compatibility.notice("26.0.8", KeycloakRelease.of("26.0.8")))
                .endsWith(" supports Keycloak 26.4 to 26.7; this is 26.0.8. Millrace is disabled.");
        assertThat(Compatibility.notice("26.8.0", KeycloakRelease.of("26.8.0")))
                .endsWith("; this is 26.8.0. Millrace was not tested on this version.");
    }
}
