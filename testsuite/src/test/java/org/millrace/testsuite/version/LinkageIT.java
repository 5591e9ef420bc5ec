package org.millrace.testsuite.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.server.HarnessSettings;

/** The JAR refers to nothing that a version of Keycloak lacks, except behind a check of the version. */
@OnEachVersion
class LinkageIT {
    private static final String SERVER = "org/millrace/server/";

    /** Classes that check the version before each such call. */
    private static final Set<String> CHECKING =
            Set.of(SERVER + "KeycloakBridge", "org/millrace/bulk/entity/user/model/ModelAssociations");

    /** Classes that Keycloak and ArC load on every version, and what these load before they check the version. */
    private static final List<String> ENTRY = List.of(
            "org/millrace/bulk/rest/BulkImportResourceProviderFactory",
            "org/millrace/bulk/rest/body/BodyLimit",
            "org/millrace/bulk/rest/ServerShutdown",
            "org/millrace/bulk/throttle/LoginRoute",
            "org/millrace/bulk/job/JobTables",
            "org/millrace/bulk/job/JobTables$1",
            "org/millrace/bulk/job/JobSupport",
            "org/millrace/bulk/password/ForeignPasswordProviderFactory",
            "org/millrace/bulk/password/ForeignPasswordProviders",
            "org/millrace/bulk/password/LegacyCredentialProviderFactory",
            "org/millrace/bulk/password/LegacyHashProviderFactory",
            "org/millrace/bulk/password/ForeignPasswordProviders$Bcrypt",
            SERVER + "Compatibility",
            SERVER + "KeycloakRelease",
            SERVER + "advisor/AdvisorProviderFactory",
            SERVER + "advisor/ManagementEndpoint");

    private static final ClassIndex INDEX = new ClassIndex();
    private static final Set<String> OURS = INDEX.add(HarnessSettings.path("millrace.provider"));

    static {
        Path libraries = HarnessSettings.path("millrace.distribution").resolve("lib");
        INDEX.addAll(libraries.resolve("lib"));
    }

    @Test
    void entryClassesLinkOnEveryVersion() {
        for (String entry : ENTRY) {
            assertThat(MissingReferences.of(entry, INDEX)).as(entry).isEmpty();
        }
    }

    @Test
    void otherClassesLinkOnSupportedVersions() {
        assumeTrue(TestedVersion.isSupported(), "Millrace is disabled on this version");
        Map<String, List<String>> missing = new TreeMap<>();

        for (String name : OURS) {
            List<String> ofClass = MissingReferences.of(name, INDEX);
            if (!ofClass.isEmpty() && !CHECKING.contains(name)) {
                missing.put(name, ofClass);
            }
        }

        assertThat(missing).isEmpty();
    }
}
