package org.millrace.testsuite.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.server.process.HarnessSettings;

/** The JAR refers to nothing that a version of Keycloak lacks, except behind a check of the version. */
@OnEachVersion
class LinkageIT {
    private static final String SERVER = "org/millrace/server/";

    /** Classes that check the version before each such call. */
    private static final Set<String> CHECKING =
            Set.of(SERVER + "KeycloakBridge", "org/millrace/bulk/entity/user/model/ModelAssociations");

    /** Other classes that are used before the version is checked, or to check it. */
    private static final List<String> BEFORE_THE_CHECK = List.of(
            SERVER + "Compatibility",
            SERVER + "KeycloakRelease",
            "org/millrace/bulk/job/JobTables$1",
            "org/millrace/bulk/password/ForeignPasswordProviders",
            "org/millrace/bulk/job/JobSupport");

    private static final ClassIndex INDEX = new ClassIndex();
    private static final Path JAR = HarnessSettings.path("millrace.provider");
    private static final Set<String> OURS = INDEX.add(JAR);

    static {
        Path libraries = HarnessSettings.path("millrace.distribution").resolve("lib");
        INDEX.addAll(libraries.resolve("lib"));
    }

    @Test
    void entryClassesLinkOnEveryVersion() {
        Set<String> entries = entries();

        assertThat(entries)
                .contains("org/millrace/bulk/rest/BulkImportResourceProviderFactory")
                .contains(SERVER + "advisor/sampler/RequestTimes");
        for (String entry : entries) {
            assertThat(MissingReferences.of(entry, INDEX)).as(entry).isEmpty();
        }
    }

    /** Classes that Keycloak and ArC load on every version: providers, CDI beans, and what these inherit from. */
    private static Set<String> entries() {
        Set<String> entries = new TreeSet<>(BEFORE_THE_CHECK);
        ProviderFiles.classes(JAR).forEach(name -> addWithParents(name.replace('.', '/'), entries));
        OURS.stream().filter(INDEX::isBean).forEach(name -> addWithParents(name, entries));
        return entries;
    }

    private static void addWithParents(String name, Set<String> entries) {
        if (OURS.contains(name) && entries.add(name)) {
            INDEX.find(name).orElseThrow().parents().forEach(parent -> addWithParents(parent, entries));
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
