package org.millrace.server;

import java.util.List;

/** Features that a supported release of Keycloak lacks, and that are therefore not available in Millrace either. */
public final class MissingFeatures {
    private static final List<Feature> ALL = List.of(
            new Feature(26, 6, "organization groups"),
            new Feature(26, 6, "times of the last change of users and groups"),
            new Feature(26, 7, "verifiable credentials"),
            new Feature(26, 7, "permissions of single organizations"),
            new Feature(26, 7, "check of domains of organizations and of URI templates of resources"));

    private record Feature(int major, int minor, String name) {
        String text() {
            return name + " (since " + major + "." + minor + ")";
        }
    }

    private MissingFeatures() {}

    /** What the release of this server lacks, such as {@code organization groups (since 26.6)}; empty on the newest. */
    public static List<String> ofServer() {
        return of(KeycloakRelease.running());
    }

    static List<String> of(KeycloakRelease release) {
        return ALL.stream()
                .filter(feature -> !release.isAtLeast(feature.major(), feature.minor()))
                .map(Feature::text)
                .toList();
    }
}
