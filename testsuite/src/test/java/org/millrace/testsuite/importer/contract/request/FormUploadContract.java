package org.millrace.testsuite.importer.contract.request;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.client.Problems.assertProblem;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.RestRequests;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;

/** Files that a form uploads. */
public interface FormUploadContract extends ImportingFiles {
    private static byte[] multipart(String... parts) {
        StringBuilder body = new StringBuilder();
        Stream.of(parts)
                .forEach(part -> body.append("--b0undary\r\n").append(part).append("\r\n"));
        return body.append("--b0undary--\r\n").toString().getBytes(UTF_8);
    }

    private static String part(String headers, String content) {
        return "Content-Disposition: form-data; name=\"file\"" + headers + "\r\n\r\n" + content;
    }

    @Test
    default void fileOfAFormIsImported() {
        String type = "multipart/form-data; boundary=b0undary";
        String name = unique("form");
        String csv = "username,enabled\r\n" + name + ",yes\r\n";
        ImportJob job = ImportJob.create(realm(), Map.of());

        Answer direct = realm().post(
                        type,
                        multipart(part("; filename=\"users.csv\"\r\nContent-Type: application/vnd.ms-excel", csv)));
        Answer json = realm().with("dryRun=true")
                .post(
                        type,
                        multipart(part(
                                "; filename=\"x\"\r\nContent-Type: application/json", "[{\"username\":\"form-x\"}]")));
        Answer part = job.put(
                1,
                type,
                new String(multipart(part("; filename=\"USERS.CSV\"", "username\r\n" + name + "j\r\n")), UTF_8));

        assertThat(ImportAnswer.of(direct).statuses()).containsExactly("created");
        assertThat(realm().user(name).path("enabled").asBoolean()).isTrue();
        assertThat(ImportAnswer.of(json).statuses()).containsExactly("created");
        part.then().statusCode(201);
        job.post("cancel");
    }

    /** Browsers send forms across sites without asking. */
    @Test
    default void formWithoutABearerTokenImportsNothing() {
        String name = unique("form");
        byte[] body = multipart(part("; filename=\"users.csv\"", "username\r\n" + name + "\r\n"));
        String bearer = "Bearer " + realm().admin().token();

        Answer other = realm().post(RestRequests.to(realm().node().baseUri())
                .header("Authorization", bearer.replace("Bearer", "DPoP"))
                .contentType("multipart/form-data; boundary=b0undary")
                .body(body));

        other.then().statusCode(401);
        assertThat(realm().has(name)).isFalse();
    }

    @Test
    default void formWithoutExactlyOneFileImportsNothing() {
        String type = "multipart/form-data; boundary=b0undary";
        String name = unique("form");
        String file = part("; filename=\"users.csv\"", "username\r\n" + name + "\r\n");

        for (byte[] body : List.of(
                multipart(file, file),
                multipart(part("", "x"), file),
                multipart(part("", "username\r\n" + name)),
                multipart())) {
            assertProblem(realm().post(type, body), 400, "invalid-multipart");
        }
        assertProblem(realm().post("multipart/form-data", multipart(file)), 415, "unsupported-media-type");
        assertProblem(
                realm().post(type, multipart(part("; filename=\"users.xml\"", "x"))), 415, "unsupported-media-type");
        assertThat(realm().has(name)).isFalse();
    }
}
