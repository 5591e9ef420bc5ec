package org.millrace.advisor;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("org.millrace.advisor");

    @Test
    void coreKnowsNoServer() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.keycloak..", "jakarta.ws.rs..", "io.quarkus..", "org.infinispan..", "io.agroal..")
                .because("the core must run, and be tested, without a server")
                .check(CORE);
    }

    @Test
    void onlyOnePackageKnowsMicrometer() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.millrace.advisor.sampler.micrometer")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.micrometer..")
                .because("meters are one source of signals among others, and may be off")
                .check(CORE);
    }

    @Test
    void onlyReportsAndChangesDependOnFormats() {
        noClasses()
                .that()
                .resideOutsideOfPackages("org.millrace.advisor.report..", "org.millrace.advisor.change")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.fasterxml.jackson..", "org.yaml..")
                .because("a rule returns values, and a report decides how they are written")
                .check(CORE);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("org.millrace.advisor.(**)").should().beFreeOfCycles().check(CORE);
    }

    @Test
    void rulesDoNotKnowWhereSignalsComeFrom() {
        noClasses()
                .that()
                .resideInAnyPackage("org.millrace.advisor.rule..", "org.millrace.advisor.diagnosis..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.millrace.advisor.sampler..")
                .because("data goes one way, from sampler to report")
                .check(CORE);
    }

    @Test
    void namesSayWhatAThingIs() {
        noClasses()
                .should()
                .haveSimpleNameEndingWith("Utils")
                .orShould()
                .haveSimpleNameEndingWith("Helper")
                .orShould()
                .haveSimpleNameEndingWith("Manager")
                .because("such a name means that the concept has not been found yet")
                .check(CORE);
    }
}
