package org.millrace.testsuite.server;

import java.nio.file.Files;
import java.nio.file.Path;
import org.millrace.testsuite.server.process.HarnessSettings;
import org.testcontainers.images.builder.ImageFromDockerfile;

/** The image of {@code docker/Dockerfile} for a set of build options. The engine's cache knows what it has built before. */
final class KeycloakImage {
    private KeycloakImage() {}

    /** Builds the image if need be. */
    static String name(ServerOptions options) {
        Path provider = HarnessSettings.path("millrace.provider");
        if (!Files.exists(provider)) {
            throw new IllegalStateException(provider + " is missing: 'mvn package' makes it");
        }
        String tag = Integer.toHexString(options.buildFlags().hashCode());
        return new ImageFromDockerfile("millrace-test/" + options.database().vendor() + ":" + tag, false)
                .withTarget("prebuilt")
                .withFileFromPath("Dockerfile", HarnessSettings.path("millrace.dockerfile"))
                .withFileFromPath(provider.getFileName().toString(), provider)
                .withBuildArg("KEYCLOAK_IMAGE", HarnessSettings.get("millrace.keycloak.image"))
                .withBuildArg("BUILD_OPTIONS", String.join(" ", options.buildFlags()))
                .get();
    }
}
