package org.millrace.bulk;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.keycloak.credential.CredentialInputValidator;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.models.SubjectCredentialManager;
import org.millrace.bulk.registry.EntityTypes;

class BulkArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.millrace");

    @Test
    void packagesHaveNoCycles() {
        slices().matching("org.millrace.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void dataGoesOneWay() {
        noClasses()
                .that()
                .resideInAPackage("org.millrace.bulk.record..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.millrace.bulk.format..",
                        "org.millrace.bulk.chunk..",
                        "org.millrace.bulk.entity..",
                        "org.millrace.bulk.writer..",
                        "org.millrace.bulk.rest..")
                .because("a record does not depend on how it is read or written")
                .check(CLASSES);
        noClasses()
                .that()
                .resideOutsideOfPackage("org.millrace.bulk.rest..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.millrace.bulk.rest..")
                .because("nothing downstream calls upstream")
                .check(CLASSES);
    }

    /** Users are the exception: parts of them are read, compared and deleted in ways of their own. */
    @Test
    void onlyTheRegistryNamesRecordTypes() {
        noClasses()
                .that(DescribedPredicate.not(JavaClass.Predicates.resideInAPackage("org.millrace.bulk.entity.."))
                        .and(DescribedPredicate.not(JavaClass.Predicates.equivalentTo(EntityTypes.class))))
                .should()
                .dependOnClassesThat(JavaClass.Predicates.resideInAPackage("org.millrace.bulk.entity.*..")
                        .and(DescribedPredicate.not(
                                JavaClass.Predicates.resideInAPackage("org.millrace.bulk.entity.user.."))))
                .because("one more record type is one more package and one line in the registry")
                .check(CLASSES);
    }

    @Test
    void typesThatOldestVersionLacksAreNotNamed() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("org.keycloak.models.Model")
                .because(
                        "Keycloak 26.4 lacks it; the compiler names it for UserModel::getId, not for a lambda expression")
                .check(CLASSES);
    }

    @Test
    void importAndAdvisorDoNotKnowEachOther() {
        noClasses()
                .that()
                .resideInAPackage("org.millrace.bulk..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.millrace.advisor..", "org.millrace.server.advisor..")
                .because("they are joined by one number, the gate's")
                .check(CLASSES);
    }

    /**
     * What a password policy compares, Keycloak's policy provider computes, in real imports only. Logins with imported hashes, and the
     * checks of hashes that a caller sends with passwords, are in the package of passwords.
     */
    @Test
    void importsNeverCompareAPasswordWithAStoredHash() {
        noClasses()
                .that()
                .resideInAPackage("org.millrace.bulk..")
                .and()
                .resideOutsideOfPackage("org.millrace.bulk.password..")
                .should()
                .callMethodWhere(target(name("verify"))
                        .and(target(owner(assignableTo(PasswordHashProvider.class))))
                        .or(target(name("isValid"))
                                .and(target(owner(assignableTo(SubjectCredentialManager.class)
                                        .or(assignableTo(CredentialInputValidator.class)))))))
                .because("outcomes and response times must not tell whether a guessed password is right")
                .check(CLASSES);
    }

    @Test
    void formatsAndChunksDoNotKnowKeycloak() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "org.millrace.bulk.record..", "org.millrace.bulk.format..", "org.millrace.bulk.chunk..")
                .should()
                .dependOnClassesThat(JavaClass.Predicates.resideInAnyPackage(
                                "org.keycloak..", "jakarta..", "io.quarkus..", "io.vertx..", "org.postgresql..")
                        .and(DescribedPredicate.not(
                                JavaClass.Predicates.resideInAPackage("org.keycloak.representations.."))))
                .because(
                        "how a body is read and cut has nothing to do with where it goes; representations are the body")
                .check(CLASSES);
    }

    @Test
    void namesSayWhatAClassIs() {
        noClasses()
                .should()
                .haveNameMatching(".*(Utils|Util|Helper|Manager)")
                .because("the concept has not been found yet")
                .check(CLASSES);
    }
}
