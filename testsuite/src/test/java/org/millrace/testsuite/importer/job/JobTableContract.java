package org.millrace.testsuite.importer.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.restassured.http.Method;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Outcomes and retry files as tables. */
interface JobTableContract extends Importing {
    private Answer get(ImportJob job, String below, String accept) {
        return Answer.of(job.admin().given().header("Accept", accept), Method.GET, job.path(below));
    }

    @Test
    default void outcomesComeAsATable() {
        String name = unique("csv");
        ImportJob job = ImportJob.create(realm(), Map.of("chunkSize", 2))
                .with(
                        1,
                        List.of(
                                UserLine.named(name),
                                UserLine.named("=" + name).with("shoeSize", 42),
                                "{\"username\":\"" + name + "\",\"enabled\":\"maybe\"}"))
                .started();
        job.finished();

        Answer first = get(job, "/outcomes?max=2", "text/csv");
        String next = first.header("Link").orElseThrow().replaceAll("^<(.*)>.*rel=\"next\".*$", "$1");
        URI rest = URI.create(next);
        Answer second = get(job, "/outcomes?" + rest.getRawQuery(), "text/csv");

        assertThat(first.header("Content-Type").orElseThrow()).startsWith("text/csv");
        assertThat(first.header("Cache-Control")).hasValue("no-store");
        List<String> rows = first.body().lines().toList();
        assertThat(rows.get(0)).isEqualTo("part,line,key,status,code,field,detail");
        assertThat(rows.get(1)).isEqualTo("1,1," + name + ",created,,,");
        assertThat(rows)
                .filteredOn(row -> row.startsWith("1,2,"))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row).startsWith("1,2,'=" + name + ","));
        assertThat(second.body().lines().skip(1))
                .singleElement()
                .asString()
                .startsWith("1,3," + name + ",rejected,invalid-type,enabled,");
        assertThat(second.header("Link")).isEmpty();
        assertThat(get(job, "/outcomes", "application/x-ndjson, text/csv;q=0.5").body())
                .startsWith("{");
    }

    @Test
    default void recordsOfATableThatWereNotAppliedComeBackAsATable() {
        String name = unique("retry");
        String header =
                "User Name;E-Mail;enabled;attributes.interests;attributes;organizations;federatedIdentities.google;"
                        + "password;passwordTemporary;realmRoles\r\n";
        String bad = name
                + "-bad;no address;yes;a##b\\##c;\"{\"\"country\"\":[\"\"NL\"\"]}\";;4711##g;\" s3cr;et\";true;\r\n";
        String good = name + "-good;" + name + "@example.org;yes;;;;;;;\r\n";
        ImportJob job = ImportJob.create(realm(), Map.of());
        assertThat(job.put(1, "text/csv", header + bad + good).status()).isEqualTo(201);
        job.started().finished();

        Answer retry = job.admin().get(job.path("/retry-file")).ok();

        assertThat(retry.header("Content-Type").orElseThrow()).startsWith("text/csv");
        assertThat(retry.header("Content-Disposition").orElseThrow()).contains(".csv");
        List<String> rows = retry.body().lines().toList();
        assertThat(rows).hasSize(2);
        assertThat(rows.get(0))
                .isEqualTo("User Name,E-Mail,enabled,attributes.interests,attributes,organizations,"
                        + "federatedIdentities.google,password,passwordTemporary,realmRoles,$reason");
        assertThat(rows.get(1))
                .startsWith(
                        name
                                + "-bad,no address,true,a##b\\##c,\"{\"\"country\"\":[\"\"NL\"\"]}\",,4711##g,\" s3cr;et\",true,,")
                .contains("invalid-email");
        assertThat(get(job, "/retry-file", "application/x-ndjson").body()).startsWith("{");

        String mended =
                retry.body().replace("no address", name + "-bad@example.org").replace("4711##g", "");
        ImportJob again = ImportJob.create(realm(), Map.of());
        assertThat(again.put(1, "text/csv", mended).status()).isEqualTo(201);
        again.started().finished();
        assertThat(ImportJob.texts(again.outcomes(), "status"))
                .as("%s", again.outcomes())
                .containsExactly("created");
        assertThat(realm().user(name + "-bad").path("attributes").path("interests"))
                .extracting(value -> value.asText())
                .containsExactlyInAnyOrder("a", "b##c");
    }

    @Test
    default void retryFileOfAnotherSystemsTableIsUsersToImportWithoutTheSource() {
        String name = unique("source");
        String rows = "id,first_name,last_name,username,primary_email_address,password_digest,password_hasher,plan\r\n"
                + "user_1,Ann,Example," + name + ",no address,3cb4e732631f47e6eb961f34554b7cde,md5,gold\r\n";
        ImportJob job = ImportJob.create(realm(), Map.of("source", "clerk"));
        assertThat(job.put(1, "text/csv", rows).status()).isEqualTo(201);
        job.started().finished();

        Answer retry = job.admin().get(job.path("/retry-file")).ok();
        ImportJob again = ImportJob.create(realm(), Map.of());
        again.put(1, "application/x-ndjson", retry.body().replace("no address", name + "@example.org"))
                .ok();
        again.started().finished();

        assertThat(retry.header("Content-Type")).hasValue("application/x-ndjson");
        assertThat(ImportJob.texts(again.outcomes(), "status"))
                .as("%s", again.outcomes())
                .containsExactly("created");
        assertThat(realm().user(name).path("firstName").asText()).isEqualTo("Ann");
        assertThat(realm().login(name, "correct horse").status()).isEqualTo(200);
    }

    @Test
    default void retryFileOfLinesAndTablesIsLines() {
        String name = unique("mixed");
        ImportJob job = ImportJob.create(realm(), Map.of()).with(1, List.of(UserLine.named(name)));
        job.put(2, "text/csv", "username,email\n" + name + "x,none\n");
        job.started().finished();

        Answer retry = job.admin().get(job.path("/retry-file")).ok();

        assertThat(retry.header("Content-Type")).hasValue("application/x-ndjson");
        assertThat(retry.body().getBytes(UTF_8)[0]).isEqualTo((byte) '{');
    }
}
