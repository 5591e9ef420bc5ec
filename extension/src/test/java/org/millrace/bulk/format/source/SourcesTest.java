package org.millrace.bulk.format.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordReader;
import org.millrace.bulk.record.FieldUse;
import org.millrace.bulk.record.Violation;

/** Sample exports as the systems write them; each mapping is checked by the users that come out. */
class SourcesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final RecordLimits LIMITS = new RecordLimits(1 << 16, 32, 1000);

    private final List<JsonNode> users = new ArrayList<>();
    private final Map<String, FieldUse> fields = new HashMap<>();
    private List<String> notImported = List.of();

    @ParameterizedTest
    @CsvSource({
        "auth0,auth0.ndjson",
        "authjs,authjs.json",
        "clerk,clerk.csv",
        "cognito,cognito.json",
        "cognito,cognito.csv",
        "entra,entra.json",
        "firebase,firebase.json",
        "firebase,firebase.csv",
        "forgerock,forgerock.json",
        "fusionauth,fusionauth.json",
        "kratos,kratos.json",
        "ldif,ldif.ldif",
        "okta,okta.json",
        "scim,scim.json",
        "supabase,supabase.csv"
    })
    void firstUserOfEachSampleHasANameAnAddressAndIsEnabled(String source, String file) throws IOException {
        read(source, file);

        JsonNode ann = users.get(0);
        assertThat(ann.path("username").asText())
                .as(ann.toString())
                .isIn("ann", "ann@example.org", "ann@contoso.onmicrosoft.com");
        assertThat(ann.path("email").asText()).isEqualTo("ann@example.org");
        assertThat(ann.path("firstName").asText()).startsWith("Ann");
        assertThat(ann.path("lastName").asText()).matches("Ex(a|ä)mple");
        assertThat(ann.path("enabled").asBoolean()).isTrue();
        assertThat(fields.values()).allMatch(field -> field.records() > 0);
    }

    @Test
    void auth0HashFileNamesTheSameUserAndItsHash() throws IOException {
        read("auth0", "auth0.ndjson");

        assertThat(users.get(0).at("/attributes/tags")).hasToString("[\"a\",\"b\"]");
        assertThat(users.get(0).at("/attributes/auth0_id/0").asText()).isEqualTo("auth0|60425dc43519d90068f82973");
        assertThat(users.get(0).path("createdTimestamp").asLong()).isEqualTo(1_614_961_940_103L);
        assertThat(users.get(1).path("username").asText()).isEqualTo("eve@example.org");
        assertThat(users.get(1).at("/credentials/0/hash").asText()).startsWith("$2b$10$");
    }

    @Test
    void cognitoAttributesAreReadByTheirNames() throws IOException {
        read("cognito", "cognito.json");

        assertThat(users.get(0).path("id").asText()).isEqualTo("eaad0219-2117-439f-8d46-4db20e59268f");
        assertThat(users.get(0).path("emailVerified").asBoolean()).isTrue();
        assertThat(users.get(0).path("createdTimestamp").asLong()).isEqualTo(1_682_955_829_578L);
        assertThat(users.get(0).at("/attributes/custom:tier/0").asText()).isEqualTo("gold");
        assertThat(users.get(1).path("enabled").asBoolean(true)).isFalse();
    }

    @Test
    void entraUsersOfB2cAreNamedByTheirIdentities() throws IOException {
        read("entra", "entra.json");

        assertThat(users.get(1).path("email").asText()).isEqualTo("eve@example.org");
        assertThat(users.get(1).path("lastName").asText()).isEqualTo("Example");
        assertThat(users.get(1).path("enabled").asBoolean(true)).isFalse();
    }

    @Test
    void firebaseHashKeepsItsSalt() throws IOException {
        read("firebase", "firebase.json");

        JsonNode hash = users.get(0).at("/credentials/0/hash");
        assertThat(hash.path("format").asText()).isEqualTo("firebase-scrypt");
        assertThat(hash.path("salt").asText()).isEqualTo("42xEC+ixf3L2lw==");
        assertThat(users.get(1).path("username").asText()).isEqualTo("+15555550100");
        assertThat(users.get(1).path("enabled").asBoolean(true)).isFalse();
        assertThat(users.get(1).has("credentials")).isFalse();
    }

    @Test
    void fusionAuthHashHasItsSchemeAndFactor() throws IOException {
        read("fusionauth", "fusionauth.json");

        JsonNode hash = users.get(0).at("/credentials/0/hash");
        assertThat(hash.path("encryptionScheme").asText()).isEqualTo("salted-pbkdf2-hmac-sha256");
        assertThat(hash.path("factor").asInt()).isEqualTo(24000);
    }

    @Test
    void ldifEntriesAreUnfoldedDecodedAndFiltered() throws IOException {
        read("ldif", "ldif.ldif");

        assertThat(users).hasSize(2);
        assertThat(users.get(0).path("lastName").asText()).isEqualTo("Exämple");
        assertThat(users.get(0).at("/credentials/0/hash").asText()).startsWith("{SSHA}");
        assertThat(users.get(0).path("createdTimestamp").asLong()).isEqualTo(1_709_201_700_000L);
        assertThat(users.get(1).path("id").asText()).isEqualTo("87d349ed-44d7-43e1-9a83-5f2406dee5bd");
        assertThat(users.get(1).path("enabled").asBoolean(true)).isFalse();
        assertThat(users.get(1).at("/attributes/member_of")).hasSize(2);
        assertThat(notImported).containsExactly("1 entries that are no persons");
    }

    @Test
    void scimPrefersThePrimaryAddress() throws IOException {
        read("scim", "scim.json");

        assertThat(users.get(0).path("email").asText()).isEqualTo("ann@example.org");
        assertThat(users.get(0).at("/attributes/department/0").asText()).isEqualTo("Audit");
    }

    @Test
    void objectsInCellsOfATableAreRead() throws IOException {
        read("supabase", "supabase.csv");

        assertThat(users.get(0).path("emailVerified").asBoolean()).isTrue();
        assertThat(users.get(0).at("/attributes/theme/0").asText()).isEqualTo("dark");
        assertThat(users.get(0).path("createdTimestamp").asLong()).isEqualTo(1_682_935_200_123L);
    }

    @Test
    void fieldReportSaysWhereEachFieldGoesAndWhatIsDropped() throws IOException {
        read("auth0", "auth0.ndjson");

        assertThat(fields.get("email")).isEqualTo(new FieldUse("email", 2, Optional.of("username, email")));
        assertThat(fields.get("logins_count")).isEqualTo(new FieldUse("logins_count", 1, Optional.empty()));
        assertThat(fields.get("app_metadata.plan"))
                .isEqualTo(new FieldUse("app_metadata.plan", 1, Optional.of("attributes.plan")));
    }

    @Test
    void recordThatIsNoJsonIsOneUnreadableEntry() throws IOException {
        List<Entry> entries = entries("auth0", "{\"email\":\n{\"email\":\"joe@example.org\"}\n[1]\n", "ndjson");

        assertThat(entries).hasSize(3);
        assertThat(problem(entries.get(0)).code()).isEqualTo("not-json");
        assertThat(entries.get(1)).isInstanceOf(Entry.Unreadable.class);
        assertThat(problem(entries.get(2)).code()).isEqualTo("not-an-object");
        assertThat(users)
                .singleElement()
                .satisfies(user -> assertThat(user.path("email").asText()).isEqualTo("joe@example.org"));
    }

    @Test
    void rowsBehindAWrongRowAreRead() throws IOException {
        List<Entry> entries = entries(
                "clerk",
                "id,username,primary_email_address\n1,ann,ann@example.org\n2,\"e\"ve,x\n3,joe," + "x".repeat(1 << 17)
                        + "\n4,zoe,zoe@example.org\n",
                "csv");

        assertThat(entries).hasSize(4);
        assertThat(problem(entries.get(1)).code()).isEqualTo("not-csv");
        assertThat(problem(entries.get(2)).code()).isEqualTo("record-too-large");
        assertThat(users).extracting(user -> user.path("username").asText()).containsExactly("ann", "zoe");
    }

    @Test
    void ldifEntryThatIsTooLongOrNoTextIsOneUnreadableEntry() throws IOException {
        List<Entry> entries = entries(
                "ldif",
                "dn: uid=a\nuid: " + "a".repeat(1 << 17)
                        + "\n\ndn: uid=b\nuid: b\nnothing here\n\r\ndn: uid=c\r\nuid: c\r\n",
                "ldif");

        assertThat(entries).hasSize(3);
        assertThat(problem(entries.get(0)).code()).isEqualTo("record-too-large");
        assertThat(problem(entries.get(1)).code()).isEqualTo("not-ldif");
        assertThat(users).extracting(user -> user.path("username").asText()).containsExactly("c");
    }

    @Test
    void ldifThatIsNotUtf8IsRejectedAndNotChanged() throws IOException {
        byte[] latin = "dn: uid=a\nuid: a\nsn: M\u00fcller\n".getBytes(StandardCharsets.ISO_8859_1);

        List<Entry> entries = entries("ldif", new ByteArrayInputStream(latin), "ldif");

        assertThat(problem(entries.get(0)).code()).isEqualTo("not-utf-8");
        assertThat(users).isEmpty();
    }

    @Test
    void mappingOfAnOperatorReplacesTheBuiltInOne(@TempDir Path directory) throws IOException {
        Files.writeString(
                directory.resolve("okta.json"),
                "{\"name\":\"okta\",\"fields\":[{\"from\":\"profile.employee\",\"to\":\"username\"}]}");

        Sources sources = Sources.builtIn().with(directory);

        assertThat(sources.document("okta").orElseThrow().path("fields")).hasSize(1);
        assertThat(sources.names()).hasSize(Sources.builtIn().names().size());
    }

    @Test
    void mappingToAnUnknownFieldIsRefusedByName(@TempDir Path directory) throws IOException {
        Files.writeString(
                directory.resolve("mine.json"), "{\"name\":\"mine\",\"fields\":[{\"from\":\"a\",\"to\":\"surname\"}]}");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Sources.builtIn().with(directory))
                .withMessageContaining("mine.json")
                .withMessageContaining("surname");
    }

    @Test
    void constantsReplaceValuesOfRecordsAndCompleteHashes(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("mine.json"), """
                {"name":"mine",
                 "fields":[{"from":"login","to":"username"},{"from":"checked","to":"emailVerified","as":"boolean"}],
                 "constants":{"emailVerified":true,"attributes.origin":"legacy","attributes.tags":["a","b"]},
                 "hashes":[{"format":"pbkdf2","value":"hash","salt":"salt","parameters":{"iterations":"rounds"},
                            "constants":{"digest":"SHA256"}}]}
                """);
        String record = "[{\"login\":\"ann\",\"checked\":\"no\",\"hash\":\"AA==\",\"salt\":\"AA==\",\"rounds\":1000}]";

        entries(
                Sources.builtIn().with(directory),
                "mine",
                new ByteArrayInputStream(record.getBytes(StandardCharsets.UTF_8)),
                "json");

        JsonNode ann = users.get(0);
        assertThat(ann.path("username").asText()).isEqualTo("ann");
        assertThat(ann.path("emailVerified").asBoolean()).isTrue();
        assertThat(ann.at("/attributes/origin")).hasToString("[\"legacy\"]");
        assertThat(ann.at("/attributes/tags")).hasToString("[\"a\",\"b\"]");
        assertThat(ann.at("/credentials/0/hash/digest").asText()).isEqualTo("SHA256");
        assertThat(ann.at("/credentials/0/hash/iterations").asInt()).isEqualTo(1000);
        assertThat(Objects.requireNonNull(fields.get("checked")).to())
                .as("the report says that it is dropped")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"constants\":{\"surname\":\"x\"}",
                "\"constants\":{\"enabled\":null}",
                "\"hashes\":[{\"value\":\"hash\",\"constants\":{\"digest\":\"SHA256\"}}]"
            })
    void constantThatCannotBeSetIsRefused(String part, @TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("mine.json"), "{\"name\":\"mine\"," + part + "}");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Sources.builtIn().with(directory))
                .withMessageContaining("mine.json");
    }

    private void read(String source, String file) throws IOException {
        Path samples = Path.of(System.getProperty("project.root", ".."), "docs", "samples", "sources");
        entries(source, Files.readString(samples.resolve(file)), file.substring(file.indexOf('.') + 1));
        assertThat(users).isNotEmpty();
    }

    private List<Entry> entries(String source, String text, String format) throws IOException {
        return entries(source, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), format);
    }

    private List<Entry> entries(String source, InputStream body, String format) throws IOException {
        return entries(Sources.builtIn(), source, body, format);
    }

    private List<Entry> entries(Sources sources, String source, InputStream body, String format) throws IOException {
        SourceFormats formats = sources.formats(
                        source,
                        (bytes, offset, length, position) -> {
                            try {
                                users.add(JSON.readTree(bytes, offset, length));
                            } catch (IOException e) {
                                throw new IllegalStateException(e);
                            }
                            return new Entry.Unreadable(position, Optional.empty(), List.of(), length);
                        },
                        LIMITS)
                .orElseThrow();
        RecordReader reader = switch (format) {
            case "ndjson" -> formats.ndjson(body);
            case "json" -> formats.json(body);
            case "csv" -> formats.csv(body);
            default -> formats.ldif(body);
        };
        List<Entry> entries = new ArrayList<>();
        for (Optional<Entry> next = reader.next(); next.isPresent(); next = reader.next()) {
            entries.add(next.get());
        }
        reader.fields().forEach(field -> fields.put(field.field(), field));
        notImported = reader.passedOver();
        return entries;
    }

    private static Violation problem(Entry entry) {
        return ((Entry.Unreadable) entry).problems().get(0);
    }
}
