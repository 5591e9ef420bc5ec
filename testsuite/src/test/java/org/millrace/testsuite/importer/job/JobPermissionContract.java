package org.millrace.testsuite.importer.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Who may not import may do nothing with jobs. */
interface JobPermissionContract extends Importing {
    @ParameterizedTest
    @ValueSource(strings = {"", "view-users", "manage-clients", "manage-realm"})
    default void whoDoesNotManageUsersIsForbiddenEveryCall(String role) {
        ImportRealm own = realm(Map.of());
        ImportJob job = ImportJob.create(own, Map.of()).with(1, UserLine.several(unique("hidden"), 1));
        AdminClient somebody = role.isEmpty() ? own.newAdmin() : own.newAdmin(role);
        ImportJob theirs = job.as(somebody);

        List<Answer> answers = new ArrayList<>();
        answers.add(somebody.post(ImportJob.collection(own), Map.of("entity", "users")));
        Answer list = somebody.get(ImportJob.collection(own));
        if (role.startsWith("manage-")) {
            // There are other things that they may import, and jobs of those.
            assertThat(list.ok().body()).isEqualTo("[]");
        } else {
            answers.add(list);
        }
        for (String below : List.of("", "/outcomes", "/retry-file", "/events")) {
            answers.add(somebody.get(theirs.path(below)));
        }
        for (String step : List.of("start", "pause", "resume", "cancel", "undo")) {
            answers.add(theirs.post(step));
        }
        answers.add(theirs.adjust("{\"writers\":1}"));
        answers.add(theirs.put(2, "application/x-ndjson", UserLine.named("sample") + "\n"));
        answers.add(somebody.delete(theirs.path("")));

        assertThat(answers)
                .allSatisfy(answer -> assertThat(ImportJob.title(answer)).isEqualTo("403 forbidden"));
        assertThat(job.state()).isEqualTo("open");
    }

    /** Otherwise a caller with permission to import users could add records to a job that is written with higher permissions. */
    @Test
    default void aJobOfAnotherCallerTakesNoPartsAndShowsNoRecords() {
        ImportRealm own = realm(Map.of());
        ImportJob job = ImportJob.create(own, Map.of()).with(1, UserLine.several(unique("owned"), 1));
        ImportJob theirs = job.as(own.newAdmin("manage-users"));

        List<Answer> answers = List.of(
                theirs.put(1, "application/x-ndjson", UserLine.named(unique("slipped")) + "\n"),
                theirs.put(2, "application/x-ndjson", UserLine.named(unique("slipped")) + "\n"),
                theirs.post("start"),
                theirs.post("resume"),
                theirs.admin().get(theirs.path("/retry-file")));

        assertThat(answers)
                .allSatisfy(answer -> assertThat(ImportJob.title(answer)).isEqualTo("403 not-your-job"));
        assertThat(theirs.state()).isEqualTo("open");
        assertThat(job.started().finished().at("/counts/created").asInt()).isEqualTo(1);
        assertThat(job.admin().get(job.path("/retry-file")).header("Cache-Control"))
                .hasValue("no-store");
    }

    /** Its outcomes name users too. */
    @Test
    default void aJobOfRecordsOfAllTypesIsHiddenFromWhoMayImportSomeOfThem() {
        ImportRealm own = realm(Map.of());
        Answer made = own.admin().post(ImportJob.collection(own), Map.of("entity", "records"));
        String path =
                ImportJob.collection(own) + "/" + made.ok().json().path("id").asText();
        AdminClient somebody = own.newAdmin("manage-clients");

        assertThat(ImportJob.title(somebody.get(path))).isEqualTo("403 forbidden");
        assertThat(ImportJob.title(somebody.delete(path))).isEqualTo("403 forbidden");
        assertThat(somebody.get(ImportJob.collection(own)).ok().body()).isEqualTo("[]");
        assertThat(own.admin().get(path).status()).isEqualTo(200);
    }

    @Test
    default void aJobOfAnotherRealmIsNotFound() {
        ImportRealm own = realm(Map.of());
        ImportJob job = ImportJob.create(own, Map.of());
        ImportJob elsewhere = new ImportJob(own.admin(), ImportJob.collection(realm()), job.id());

        assertThat(ImportJob.title(elsewhere.admin().get(elsewhere.path("")))).isEqualTo("404 unknown-job");
        assertThat(ImportJob.title(elsewhere.post("cancel"))).isEqualTo("404 unknown-job");
        assertThat(job.state()).isEqualTo("open");
    }
}
