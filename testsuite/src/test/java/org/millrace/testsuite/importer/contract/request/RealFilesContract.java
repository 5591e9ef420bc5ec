package org.millrace.testsuite.importer.contract.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.both;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;
import static org.millrace.testsuite.client.Problems.assertProblem;
import static org.millrace.testsuite.importer.contract.request.ImportingFiles.file;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.CaseFile;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** Files as migrations have them: what can be understood is imported, and what cannot be is refused with what to do about it. */
public interface RealFilesContract extends ImportingFiles {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "28a-bom.json                      | application/json                | 1",
                "28e-utf16-declared.json           | application/json;charset=utf-16 | 1",
                "29-excel-sep-line.csv             | text/csv                        | 1",
                "30-utf16le-unicode-text.csv       | text/csv;charset=UTF-16         | 1",
                "30b-utf16-with-charset.csv        | text/csv;charset=utf-16         | 1",
                "31-windows-1252.csv               | text/csv;charset=windows-1252   | 2",
                "31b-windows-1252-declared.csv     | text/csv;charset=windows-1252   | 1",
                "31c-bom-semicolon.csv             | text/csv                        | 1",
                "33-headers-with-spaces.csv        | text/csv                        | 1",
                "33b-snake-case.csv                | text/csv                        | 1",
                "33c-german.csv                    | text/csv                        | 1",
                "39c-blank-lines-and-empty-rows.csv | text/csv                       | 1",
                "39k-multiline-cell.csv            | text/csv                        | 2",
                "39o-pipe.csv                      | text/csv                        | 1",
                "39p-only-header.csv               | text/csv                        | 0",
                "39r-lastname-semicolon-in-comma-file.csv | text/csv                 | 1",
                "101a-no-enabled-column.csv        | text/csv                        | 1",
                "101b-status-column.csv            | text/csv                        | 1",
                "101e-attribute-with-prefix.csv    | text/csv                        | 1",
                "101f-roles-column.csv             | text/csv                        | 1",
                "csv/enabled-yes.csv               | text/csv                        | 3",
                "csv/excel-cp1252-semicolon.csv    | text/csv;charset=windows-1252   | 2",
                "csv/excel-sep-line.csv            | text/csv                        | 2",
                "csv/excel-unicode-text-utf16.txt  | text/csv;charset=utf-16         | 2",
                "csv/excel-utf8-semicolon.csv      | text/csv                        | 2",
                "csv/headers-caps.csv              | text/csv                        | 1",
                "csv/headers-english-human.csv     | text/csv                        | 1",
                "csv/libreoffice.csv               | text/csv                        | 2",
                "csv/note-multiline.csv            | text/csv                        | 1"
            })
    default void fileIsImportedAsItIs(String name, String type, int created) {
        ImportAnswer answer = ImportAnswer.of(send(name, type));

        assertThat(answer.count("created")).as("%s", answer.outcomes()).isEqualTo(created);
        assertThat(answer.count("read")).isEqualTo(created);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "01-array-of-realms.json       | application/json     | undecodable-body | Element 1 is the export of realm \"master\"",
                "28b-utf16le-bom.json          | application/json     | undecodable-body | charset=utf-16",
                "28f-single-object.json        | application/json     | undecodable-body | send records as an array",
                "28g-ndjson-pretty.ndjson      | application/x-ndjson | undecodable-body | over several lines",
                "28h-ndjson-array-line.ndjson  | application/x-ndjson | undecodable-body | use Content-Type: application/json",
                "28i-array-as-ndjson.ndjson    | application/x-ndjson | undecodable-body | use Content-Type: application/json",
                "28j-ndjson-as-json.json       | application/json     | undecodable-body | application/x-ndjson",
                "28r-gz-without-header.ndjson  | application/x-ndjson | undecodable-body | Content-Encoding: gzip",
                "28u-kcadm-wrapped.json        | application/json     | undecodable-body | one realm per request",
                "30-utf16le-unicode-text.csv   | text/csv             | undecodable-body | charset=utf-16",
                "35-headerless.csv             | text/csv             | invalid-header   | none of its cells is the name of a column",
                "36-cognito.csv                | text/csv             | unknown-column   | \"cognito:mfa_enabled\"",
                "37-okta.csv                   | text/csv             | unknown-column   | \"mobilePhone\", \"status\" in the header \"login,",
                "38-entra.csv                  | text/csv             | unknown-column   | \"displayName\", \"userType\", \"jobTitle\"",
                "39-csvde.csv                  | text/csv             | unknown-column   | \"DN\", \"objectClass\", \"userAccountControl\"",
                "39i-duplicate-headers.csv     | text/csv             | invalid-header   | Two columns of the header map to email",
                "40j-wso2.csv                  | text/csv             | unknown-column   | \"claims\"",
                "40n-ldif.csv                  | text/csv             | invalid-header   | none of its cells is the name of a column",
                "101c-fullname.csv             | text/csv             | unknown-column   | \"name\"",
                "csv/excel-german-headers.csv  | text/csv             | unknown-column   | \"Telefon\""
            })
    default void fileIsRefusedWithWhatToDo(String name, String type, String code, String detail) {
        Answer answer = send(name, type);

        assertProblem(answer, 400, code)
                .body("detail", both(containsString(detail)).and(not(containsString("testpassword"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "28d-cp1252.json               | application/json     | 0 | not-utf-8    | charset=windows-1252",
                "28l-trailing-comma.json       | application/json     | 1 | not-json     | Trailing comma",
                "28m-python-dict.json          | application/json     | 0 | not-json     | double quotes",
                "28n-jsonl-comma-lines.ndjson  | application/x-ndjson | 0 | not-json     | no comma at the end of a line",
                "28s-comments.ndjson           | application/x-ndjson | 2 | not-json     | no comments",
                "28t-users-object-map.json     | application/json     | 0 | invalid-type | must be an array",
                "28v-nan.json                  | application/json     | 0 | not-json     | column",
                "31-windows-1252.csv           | text/csv             | 1 | not-utf-8    | charset=windows-1252",
                "32-booleans.csv               | text/csv             | 8 | invalid-type | true or false",
                "39d-quotes-in-names.csv       | text/csv             | 1 | person-name-invalid-character | invalid character",
                "39g-formula-and-null.csv      | text/csv             | 0 | username-invalid-character | invalid character",
                "38b-entra-renamed.csv         | text/csv             | 0 | username-invalid-character | invalid character",
                "39j-nul.csv                   | text/csv             | 1 | invalid-character | NUL",
                "39q-email-only.csv            | text/csv             | 0 | missing-username | User name is missing"
            })
    default void recordIsRejectedWithWhatToDo(String name, String type, int created, String code, String detail) {
        ImportAnswer answer = ImportAnswer.of(send(name, type));

        assertThat(answer.count("created")).as("%s", answer.outcomes()).isEqualTo(created);
        assertThat(answer.outcomes()).anySatisfy(outcome -> {
            JsonNode problem = outcome.path("problems").path(0);
            assertThat(problem.path("code").asText()).isEqualTo(code);
            assertThat(problem.path("detail").asText()).contains(detail);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "39l-wrong-content-type.csv | application/x-www-form-urlencoded | curl sends this type",
                "39n-curl-default.ndjson    | application/x-www-form-urlencoded | curl sends this type",
                "39m-vnd-ms-excel.csv       | application/vnd.ms-excel          | send a CSV file as text/csv",
                "28o-jsonl-ct.json          | application/jsonl                 | send it as application/x-ndjson",
                "28p-ndjson-ct.ndjson       | application/ndjson                | send it as application/x-ndjson",
                "28q-text-plain.ndjson      | text/plain                        | application/x-ndjson, application/json, text/csv"
            })
    default void mediaTypeIsRefusedWithWhatToSend(String name, String type, String detail) {
        Answer answer = send(name, type);

        assertProblem(answer, 415, "unsupported-media-type").body("detail", containsString(detail));
    }

    @ParameterizedTest
    @CsvSource({
        "36-cognito.csv, text/csv, cognito, jdoe",
        "38-entra.csv, text/csv, entra, jane@gmail.test",
        "40a-firebase.json, application/json, firebase, u1@corp.test",
        "40b-auth0.ndjson, application/x-ndjson, auth0, u2@corp.test",
        "40d-cognito-list-users.json, application/json, cognito, 8f0b-1",
        "40g-scim.ndjson, application/x-ndjson, scim, u7x",
        "40h-entra-graph.json, application/json, entra, u8@corp.test",
        "40i-supabase-csv.csv, text/csv, supabase, u9@corp.test"
    })
    default void exportOfAnotherSystemIsAnsweredWithItsParameter(
            String name, String type, String source, String username) {
        Answer answer = send(name, type);
        ImportAnswer taken =
                ImportAnswer.of(realm().with("dryRun=true&source=" + source).post(type, file(name)));

        assertThat(answer.body()).contains("source=" + source).doesNotContain("\"status\":\"created\"");
        assertThat(taken.statuses()).as("%s", taken.outcomes()).isNotEmpty().containsOnly("created");
        assertThat(taken.outcomes().get(0).path("key").asText()).isEqualTo(username);
        assertThat(taken.outcomes().toString()).doesNotContain("unknown-field");
    }

    @Test
    default void recordsOfAnotherSystemAreReadWithItsParameter() {
        ImportAnswer clerk = ImportAnswer.of(
                realm().with("dryRun=true&source=clerk").post("application/x-ndjson", file("40k-clerk.ndjson")));
        ImportAnswer okta = ImportAnswer.of(
                realm().with("dryRun=true&source=okta").post("application/x-ndjson", file("40c-okta.ndjson")));
        ImportAnswer kratos = ImportAnswer.of(
                realm().with("dryRun=true&source=kratos").post("application/x-ndjson", file("40e-kratos.ndjson")));

        assertThat(clerk.statuses()).as("%s", clerk.outcomes()).containsExactly("created");
        assertThat(clerk.single().path("key").asText()).isEqualTo("u11@corp.test");
        assertThat(okta.statuses()).as("%s", okta.outcomes()).containsExactly("created");
        assertThat(okta.single().path("key").asText()).isEqualTo("u3@corp.test");
        assertThat(ImportAnswer.problems(kratos.single()))
                .as("its hash is cut off")
                .containsExactly("malformed-hash");
    }

    @Test
    default void clientScopesOfAnExportAreImportedBeforeItsClients() {
        ImportRealm realm = realm(Map.of());

        ImportAnswer answer = CaseFile.of("23-custom-client-scope.json").into(realm.into("records"));

        assertThat(answer.statuses())
                .as("%s", answer.outcomes())
                .containsOnly("created")
                .hasSize(5);
        assertThat(scopes(realm, "web", "default")).contains("inc-profile", "profile");
        assertThat(scopes(realm, "web", "optional")).contains("address");
        assertThat(scopes(realm, "saml1", "default")).contains("role_list");
    }

    private static List<String> scopes(ImportRealm realm, String clientId, String kind) {
        String clients = realm.base() + "/clients";
        String id = realm.admin()
                .get(clients + "?clientId=" + clientId)
                .ok()
                .json()
                .path(0)
                .path("id")
                .asText();
        return realm.admin()
                .get(clients + "/" + id + "/" + kind + "-client-scopes")
                .ok()
                .json()
                .findValuesAsText("name");
    }
}
