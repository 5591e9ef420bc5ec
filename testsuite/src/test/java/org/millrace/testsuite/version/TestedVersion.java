package org.millrace.testsuite.version;

import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;
import org.millrace.testsuite.server.process.HarnessSettings;

/** The version of Keycloak that the tests of this run use. */
final class TestedVersion {
    static final int OLDEST_SUPPORTED_MINOR = 4;

    private TestedVersion() {}

    static String name() {
        return HarnessSettings.get("millrace.keycloak.version");
    }

    /** Of 26.{@code minor}. */
    static int minor() {
        return Integer.parseInt(name().split("\\.", -1)[1]);
    }

    static boolean isSupported() {
        return minor() >= OLDEST_SUPPORTED_MINOR;
    }

    /** One node without a cluster: the options of the cluster differ from version to version. */
    static ServerUnderTest server() {
        return SharedServers.get(ServerOptions.postgres().withEmptyDatabase().with("cache", "local"));
    }
}
