package org.millrace.testsuite.importer.contract.request;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.millrace.testsuite.client.Problems.assertProblem;
import static org.millrace.testsuite.importer.contract.request.ImportingFiles.file;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** Tables as migrations have them: separators, passwords, and columns that are unknown, missing or named twice. */
public interface RealTablesContract extends ImportingFiles {
    @Test
    default void groupsWithAnotherSeparatorAreNamedAsTheyWereRead() {
        ImportRealm realm = realm(Map.of());

        ImportAnswer answer = ImportAnswer.of(realm.post("text/csv", file("39f-group-lists.csv")));

        assertThat(answer.statuses()).containsOnly("rejected").hasSize(4);
        assertThat(answer.outcomes())
                .allSatisfy(
                        outcome -> assertThat(ImportAnswer.problems(outcome)).contains("unknown-group"));
        assertThat(answer.line(3).path("problems").findValuesAsText("detail"))
                .contains("Group \"/staff;/staff/berlin\" does not exist in realm \"" + realm.name() + "\"");
    }

    @Test
    default void passwordsOfATableAreTakenAsTheyStand() {
        ImportRealm realm = realm(Map.of());

        ImportAnswer answer = ImportAnswer.of(realm.post("text/csv", file("39h-password-columns.csv")));

        assertThat(answer.statuses()).containsExactly("created", "created", "created", "created", "created");
        assertThat(realm.login("ann", " Sp ace ").status()).isEqualTo(200);
        assertThat(realm.login("ann", "Sp ace").status()).isEqualTo(400);
        assertThat(realm.login("bob", "0123").status()).isEqualTo(200);
        assertThat(realm.login("cid", "p,q\"r").status()).isEqualTo(200);
        assertThat(realm.user("dan").path("requiredActions")).hasToString("[\"UPDATE_PASSWORD\"]");
        assertThat(realm.login("eve", "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy")
                        .status())
                .as("a password in clear, also if it looks like a hash")
                .isEqualTo(200);
    }

    @Test
    default void columnsThatMeanTheSameFieldAreNamedUnlessValidationIsLenient() {
        String table = """
                #TYPE Selected.Microsoft.ActiveDirectory.Management.ADUser\r
                "SamAccountName","UserPrincipalName","Enabled"\r
                "jane","jane@corp.test","True"\r
                """;

        Answer strict = realm().with("dryRun=true").post("text/csv", table);
        ImportAnswer lenient =
                ImportAnswer.of(realm().with("dryRun=true&validation=lenient").post("text/csv", table));

        assertProblem(strict, 400, "unknown-column")
                .body("detail", containsString("\"UserPrincipalName\" (username is read from \"SamAccountName\")"));
        assertThat(lenient.single().path("key").asText()).isEqualTo("jane");
        assertThat(ImportAnswer.warnings(lenient.single())).containsExactly("unknown-field");
    }

    @Test
    default void unknownColumnIsAWarningUnlessValidationIsStrict() {
        for (String validation : List.of("lenient", "off")) {
            ImportAnswer answer = ImportAnswer.of(
                    realm().with("dryRun=true&validation=" + validation).post("text/csv", file("37-okta.csv")));

            assertThat(answer.statuses()).containsExactly("created");
            assertThat(ImportAnswer.warnings(answer.outcomes().get(0))).contains("unknown-field");
        }
        Answer part = ImportJob.create(realm(), Map.of()).put(1, "text/csv", new String(file("37-okta.csv"), UTF_8));
        assertProblem(part, 400, "unknown-column");
        Answer lenient = ImportJob.create(realm(), Map.of("validation", "lenient"))
                .put(1, "text/csv", new String(file("37-okta.csv"), UTF_8));
        lenient.then().statusCode(201);
    }

    @Test
    default void tableWithoutTheColumnEnabledIsNoticedOnce() {
        ImportAnswer answer = ImportAnswer.of(send("101a-no-enabled-column.csv", "text/csv"));
        ImportJob job = ImportJob.create(realm(), Map.of());
        Answer part = job.put(1, "text/csv", new String(file("101a-no-enabled-column.csv"), UTF_8));
        job.put(2, "text/csv", new String(file("101b-status-column.csv"), UTF_8));
        ImportJob enabledJob = ImportJob.create(realm(), Map.of("defaults", "enabled:true"));
        enabledJob.put(1, "text/csv", new String(file("101a-no-enabled-column.csv"), UTF_8));

        ImportAnswer enabled = ImportAnswer.of(
                realm().with("dryRun=true&defaults=enabled:true").post("text/csv", file("101a-no-enabled-column.csv")));

        assertThat(enabled.summary().orElseThrow().has("notices")).isFalse();
        assertThat(enabledJob.get().has("notices")).isFalse();
        for (JsonNode document : List.of(answer.summary().orElseThrow(), part.json(), job.get())) {
            assertThat(document.path("notices")).singleElement().satisfies(notice -> {
                assertThat(notice.path("code").asText()).isEqualTo("no-enabled-column");
                assertThat(notice.path("detail").asText()).contains("defaults=enabled:true");
            });
        }
    }
}
