package org.millrace.testsuite.importer.contract.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.client.Problems.assertProblem;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Users come as lines, as a JSON array, as Keycloak's own export file or as a table, and are the same users. */
public interface FormatContract extends Importing {
    String JSON = "application/json";
    String CSV = "text/csv";
    String PASSWORD = "correct horse battery staple";

    private Answer send(ImportRealm realm, String type, String body) {
        return realm.post(type, body);
    }

    private ImportAnswer take(String type, String body) {
        return ImportAnswer.of(send(realm(), type, body));
    }

    private static String array(Object... elements) {
        return Arrays.stream(elements).map(Object::toString).collect(Collectors.joining(",\n", "[\n", "\n]\n"));
    }

    @Test
    default void elementsOfAnArrayAreNumbered() {
        List<UserLine> users = IntStream.range(0, 300)
                .mapToObj(i -> UserLine.named(unique("element")))
                .toList();

        ImportAnswer answer = take(JSON, array(users.toArray()));

        assertThat(answer.count("created")).isEqualTo(300);
        assertThat(answer.lines())
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, 300).mapToObj(Long::valueOf).toList());
        assertThat(answer.line(300).path("key").asText())
                .isEqualTo(users.get(299).username());
        assertThat(answer.summary().orElseThrow().has("notImported")).isFalse();
    }

    @Test
    default void anElementThatIsNoRecordIsRejectedAndTheNextOneIsRead() {
        String huge = UserLine.named(unique("huge"))
                .attribute("biography", "x".repeat(2 * 1024 * 1024))
                .toString();

        ImportAnswer answer = take(
                JSON,
                array(
                        UserLine.named(unique("good")),
                        "42",
                        "null",
                        "[{\"username\":\"nested\"}]",
                        "{\"username\":[1]}",
                        "{\"username\" \"x\"}",
                        "{\"x\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}",
                        huge,
                        "{\"groups\":[" + "\"/x\",".repeat(5_000) + "\"/x\"]}",
                        UserLine.named(unique("good"))));

        assertThat(answer.outcomes().stream().map(ImportAnswer::problems).toList())
                .isEqualTo(List.of(
                        List.of(),
                        List.of("not-an-object"),
                        List.of("not-an-object"),
                        List.of("not-an-object"),
                        List.of("invalid-type"),
                        List.of("not-json"),
                        List.of("record-too-complex"),
                        List.of("record-too-large"),
                        List.of("too-many-values"),
                        List.of()));
        assertThat(answer.statuses().get(9)).isEqualTo("created");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {",{\"user | truncated", "x | truncated", "\" | not-json", "]] | not-json"})
    default void whatWasReadBeforeTheJsonBreaksIsImportedAndThePlaceIsNamed(String end, String code) {
        UserLine first = UserLine.named(unique("first"));
        UserLine second = UserLine.named(unique("second"));

        ImportAnswer answer = take(JSON, "[" + first + "," + second + end);

        assertThat(answer.statuses()).containsExactly("created", "created", "rejected");
        assertThat(ImportAnswer.problems(answer.line(3))).containsExactly(code);
        assertThat(answer.line(3).path("problems").path(0).path("detail").asText())
                .contains("cannot be read");
        assertThat(realm().has(second.username())).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "{\"realm\":\"acme\",\"users\":[]}", "{\"realm\":\"acme\"}", "{\"users\":[]}"})
    default void anEmptyListImportsNoUsers(String body) {
        ImportAnswer answer = take(JSON, body);

        assertThat(answer.outcomes()).isEmpty();
        assertThat(answer.count("read")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "{\"username\":\"alone\"}", "[", "[{\"username\":\"cut\"", "42", "<xml/>"})
    default void whatIsNoListOfRecordsFromItsStartIsABadRequest(String body) {
        assertProblem(send(realm(), JSON, body), 400, "undecodable-body");
    }

    @ParameterizedTest
    @ValueSource(strings = {JSON, CSV})
    default void aBodyOfNothingIsABadRequest(String type) {
        for (String body : List.of("", "\n\r\n ", "\ufeff")) {
            assertProblem(send(realm(), type, body), 400, "empty-body");
        }
    }

    @Test
    default void usersOfAnExportFileAreTakenAndTheOtherSectionsAreNamed() {
        // In the realm that all share, other tests may have made service accounts, which an export holds as users.
        ImportRealm source = ImportRealm.sample(server());
        ObjectNode export = (ObjectNode) source.admin()
                .post(source.base() + "/partial-export?exportClients=true&exportGroupsAndRoles=true", Map.of())
                .ok()
                .json();
        ImportRealm target = realm(Map.of("clients", List.of(Map.of("clientId", "shop"))));
        target.admin().createRealmRole(target.name(), SampleRealm.ROLE);
        UserLine ann = UserLine.named("ann").with("realmRoles", List.of(SampleRealm.ROLE));
        UserLine bob = UserLine.named("bob").with("totp", false).with("notBefore", 0);
        StringBuilder file = new StringBuilder("{");
        export.properties().forEach(field -> {
            file.append('"')
                    .append(field.getKey())
                    .append("\" : ")
                    .append(field.getValue())
                    .append(",\n");
            if (field.getKey().equals("roles")) {
                file.append("\"users\" : ").append(array(ann, "7", bob)).append(',');
            }
        });
        file.append("\"federatedUsers\":[{\"id\":\"f:1:x\"}],\"organizations\":[]}");

        ImportAnswer answer = ImportAnswer.of(send(target, JSON, file.toString()));

        assertThat(answer.statuses()).containsExactly("created", "rejected", "created");
        assertThat(target.realmRoles("ann")).contains(SampleRealm.ROLE);
        JsonNode notImported = answer.summary().orElseThrow().path("notImported");
        assertThat(notImported)
                .extracting(JsonNode::asText)
                .contains("realm settings", "roles", "groups", "clients", "clientScopes", "federatedUsers")
                .doesNotContain("users", "organizations", "realm")
                .doesNotHaveDuplicates();
    }

    @Test
    default void aTableIsReadColumnByColumn() {
        String name = unique("table");
        String body =
                "\ufeffusername,email,firstName,lastName,enabled,emailVerified,createdTimestamp,attributes.country,"
                        + "attributes.interests,groups,realmRoles,clientRoles.shop,requiredActions,password,shoeSize\r\n"
                        + name + "," + name + "@example.org,Zoë,\"O'Brien, Łukasiewicz\",TRUE,true,"
                        + "2001-09-09T01:46:40Z,NL,\"sailing##\"\"chess\"\"\r\nand more\",/customers##/staff/engineering,customer,"
                        + "buyer,,\"" + PASSWORD + "\",\r\n"
                        + "\r\n"
                        + "x" + name + "\r\n"
                        + "y" + name + ",,,,maybe\r\n"
                        + "z" + name + ",,,,,,,,,,,,,,43,44\r\n"
                        + "w" + name + ",,,,,,,,,,,,,,43\r\n";

        ImportAnswer answer = ImportAnswer.of(send(realm().with("validation=lenient"), CSV, body));

        assertThat(answer.lines()).containsExactly(2L, 5L, 6L, 7L, 8L);
        assertThat(answer.statuses())
                .as("%s", answer.outcomes())
                .containsExactly("created", "created", "rejected", "rejected", "created");
        assertThat(ImportAnswer.problems(answer.line(6))).containsExactly("invalid-type");
        assertThat(ImportAnswer.problems(answer.line(7))).containsExactly("too-many-cells");
        assertThat(ImportAnswer.warnings(answer.line(8))).containsExactly("unknown-field");
        JsonNode user = realm().user(name);
        assertThat(user.path("firstName").asText()).isEqualTo("Zoë");
        assertThat(user.path("lastName").asText()).isEqualTo("O'Brien, Łukasiewicz");
        assertThat(user.path("createdTimestamp").asLong()).isEqualTo(1_000_000_000_000L);
        assertThat(user.path("attributes").path("interests"))
                .extracting(JsonNode::asText)
                .containsExactlyInAnyOrder("sailing", "\"chess\"\r\nand more");
        assertThat(realm().groups(name)).containsExactlyInAnyOrder("/customers", "/staff/engineering");
        assertThat(realm().realmRoles(name)).contains("customer");
        assertThat(realm().clientRoles(name, "shop")).containsExactly("buyer");
        assertThat(realm().login(name, PASSWORD).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"first,last\nAnn,Smith\n", "username,username\nann,bob\n", "[{\"username\":\"ann\"}]\n"})
    default void aTableWhoseHeaderSaysTooLittleIsABadRequest(String body) {
        assertProblem(send(realm(), CSV, body), 400, "invalid-header");
    }

    @Test
    default void aHeaderWithoutRowsImportsNoUsers() {
        assertThat(take(CSV, "username,email\r\n").count("read")).isZero();
    }

    @Test
    default void theSameUserIsMadeOfEveryFormat() {
        UserLine user = UserLine.named(unique("same"))
                .email(unique("same") + "@example.org")
                .attribute("interests", "a", "b")
                .with("groups", List.of(SampleRealm.GROUP));
        String email = user.json().path("email").asText();
        String json = user.toString();
        String csv = "username,email,enabled,attributes.interests,groups\n" + user.username() + "," + email
                + ",true,a##b," + SampleRealm.GROUP + "\n";

        List<JsonNode> found = IntStream.range(0, 4)
                .mapToObj(i -> {
                    Answer answer = switch (i) {
                        case 0 -> realm().post((json + "\n").getBytes(StandardCharsets.UTF_8));
                        case 1 -> send(realm(), JSON, "[" + json + "]");
                        case 2 -> send(realm(), JSON, "{\"users\":[" + json + "]}");
                        default -> send(realm(), CSV, csv);
                    };
                    assertThat(ImportAnswer.of(answer).statuses()).containsExactly("created");
                    ObjectNode seen = (ObjectNode) realm().user(user.username());
                    realm().admin()
                            .delete(realm().base() + "/users/" + seen.path("id").asText())
                            .ok();
                    seen.remove(List.of("id", "createdTimestamp"));
                    // Keycloak reads the values of an attribute in any order.
                    assertThat(seen.at("/attributes/interests").valueStream())
                            .extracting(JsonNode::asText)
                            .containsExactlyInAnyOrder("a", "b");
                    seen.withObject("/attributes").remove("interests");
                    return (JsonNode) seen;
                })
                .toList();

        assertThat(found).containsOnly(found.get(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {JSON, CSV})
    default void everyFormatMayBeCompressed(String type) {
        List<String> names =
                IntStream.range(0, 200).mapToObj(i -> unique("gzip")).toList();
        String body = type.equals(JSON)
                ? array(names.stream().map(UserLine::named).toArray())
                : "username\n" + String.join("\n", names) + "\n";

        Answer answer = realm().post(realm().admin()
                .given()
                .contentType(type)
                .header("Content-Encoding", "gzip")
                .body(gzip(body)));

        assertThat(ImportAnswer.of(answer).count("created")).isEqualTo(200);
    }

    private static byte[] gzip(String text) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot fail", e);
        }
        return compressed.toByteArray();
    }
}
