package org.millrace.bulk.format.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
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
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordReader;
import org.millrace.bulk.password.HashFormats;
import org.millrace.bulk.record.field.FieldUse;
import org.millrace.bulk.record.field.Violation;

/** Sample exports as the systems write them; each mapping is checked by the users that come out. */
class SourcesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path SAMPLES = Path.of(System.getProperty("project.root", ".."), "docs", "samples", "sources");
    private static final RecordLimits LIMITS = new RecordLimits(1 << 16, 32, 1000);

    private final List<JsonNode> users = new ArrayList<>();
    private final Map<String, FieldUse> fields = new HashMap<>();
    private List<String> notImported = List.of();
    private boolean joining;

    @ParameterizedTest
    @CsvSource({
        "auth0,auth0.ndjson",
        "auth0,auth0-users.csv",
        "authjs,authjs.json",
        "clerk,clerk.csv",
        "clerk,clerk-hashers.csv",
        "clerk,clerk.json",
        "cognito,cognito.json",
        "cognito,cognito.csv",
        "entra,entra.csv",
        "entra,entra.json",
        "firebase,firebase.json",
        "firebase,firebase.csv",
        "forgerock,forgerock.json",
        "fusionauth,fusionauth.json",
        "kratos,kratos.json",
        "ldif,ldif-openldap.ldif",
        "okta,okta.json",
        "scim,scim.json",
        "supabase,supabase.csv",
        "supabase,supabase.json"
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
        assertThat(users.get(1).at("/credentials/0/hash").asText()).startsWith("$2b$04$");
    }

    @Test
    void quoteBeforeEachTextOfATableOfAuth0IsRemoved() throws IOException {
        read("auth0", "auth0-users.csv");

        JsonNode ann = users.get(0);
        assertThat(ann.toString()).doesNotContain("'");
        assertThat(ann.at("/attributes/auth0_id/0").asText()).isEqualTo("auth0|60425dc43519d90068f82973");
        assertThat(ann.path("emailVerified").asBoolean()).isTrue();
        assertThat(ann.path("createdTimestamp").asLong()).isEqualTo(1_614_961_940_103L);
        assertThat(fields).containsKey("identities");
    }

    @Test
    void rowsOfATableOfAuth0HaveThePartnersOfTheirHashes() throws IOException {
        joining = true;
        read("auth0", "auth0-users.csv");

        assertThat(users.get(0).path("$join"))
                .hasToString("{\"hash\":false,\"account\":\"60425dc43519d90068f82973\","
                        + "\"email\":\"ann@example.org\\nUsername-Password-Authentication\"}");
        assertThat(users.get(1).path("$join")).hasToString("{\"hash\":false}");
    }

    @Test
    void customColumnsOfATableBecomeAttributes() throws IOException {
        read("cognito", "cognito.csv");

        assertThat(users.get(0).at("/attributes/custom:tier/0").asText()).isEqualTo("gold");
        assertThat(fields.get("custom:tier"))
                .isEqualTo(new FieldUse("custom:tier", 1, Optional.of("attributes.custom:tier"), 0, 0));
    }

    @Test
    void guestsOfEntraAreNamedByTheirAddress() throws IOException {
        read("entra", "entra.json");
        read("entra", "entra.csv");

        assertThat(users)
                .extracting(user -> user.path("username").asText())
                .containsExactly(
                        "ann@contoso.onmicrosoft.com",
                        "4782@contoso.onmicrosoft.com",
                        "jane@gmail.example",
                        "ann@contoso.onmicrosoft.com",
                        "jane@gmail.example");
        assertThat(users.get(2).at("/attributes/userPrincipalName/0").asText()).contains("#EXT#");
        assertThat(users.get(2).at("/attributes/extension_3f2a_loyaltyId/0").asText())
                .isEqualTo("L-4711");
        assertThat(users.get(4).path("id").asText()).isEqualTo("8e8bd6d5-63ab-4b1f-9f28-2f1c3c6a1c02");
    }

    @Test
    void primaryAddressOfClerksApiIsFoundByItsId() throws IOException {
        read("clerk", "clerk.json");

        assertThat(users.get(0).path("email").asText()).isEqualTo("ann@example.org");
        assertThat(users.get(0).at("/attributes/phone_number/0").asText()).isEqualTo("+15555550100");
        assertThat(users.get(0).at("/attributes/plan/0").asText()).isEqualTo("gold");
        assertThat(users.get(1).path("username").asText()).isEqualTo("eve@example.org");
        assertThat(users.get(1).path("enabled").asBoolean(true)).isFalse();
        assertThat(users).extracting(this::verified).containsExactly(true, false);
    }

    @Test
    void clerksHashHasItsHasher() throws IOException {
        read("clerk", "clerk-hashers.csv");

        assertThat(users)
                .extracting(user -> user.at("/credentials/0/hash/hasher").asText())
                .containsExactly("pbkdf2_sha256", "pbkdf2_sha1", "md5");
        assertThat(Objects.requireNonNull(fields.get("password_hasher")).to()).contains("credentials");
    }

    @Test
    void kratosUsersWithoutANameOrAddressAreNamedByTheirIdentifierOrId() throws IOException {
        read("kratos", "kratos.json");

        assertThat(users)
                .extracting(user -> user.path("username").asText())
                .containsExactly("ann@example.org", "+15555550101", "9f425a8d-7efc-4768-8f23-7647a74fdf15");
    }

    @Test
    void nullWithoutQuotesIsNoValue() throws IOException {
        entries("supabase", """
                id,email,phone,encrypted_password,email_confirmed_at
                1,a@x.org,NULL,\\N,null
                2,"NULL","null",,
                """, "csv");

        assertThat(users.get(0).path("attributes").isMissingNode()).isTrue();
        assertThat(users.get(0).has("credentials")).isFalse();
        assertThat(verified(users.get(0))).isFalse();
        assertThat(users.get(1).path("username").asText()).isEqualTo("NULL");
        assertThat(users.get(1).at("/attributes/phone_number/0").asText()).isEqualTo("null");
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
        assertThat(hash.path("factor").asInt()).isEqualTo(2400);
    }

    @Test
    void ldifEntriesAreUnfoldedDecodedAndFiltered() throws IOException {
        read("ldif", "ldif-openldap.ldif");

        assertThat(users).hasSize(2);
        assertThat(users.get(0).path("lastName").asText()).isEqualTo("Exämple");
        assertThat(users.get(0).at("/credentials/0/hash").asText()).startsWith("{SSHA}");
        assertThat(users.get(0).path("createdTimestamp").asLong()).isEqualTo(1_709_201_700_000L);
        assertThat(users.get(1).path("enabled").asBoolean(true))
                .as("locked without an end")
                .isFalse();
        assertThat(notImported).containsExactly("1 entries that are not persons");
    }

    @Test
    void entriesOfActiveDirectoryHaveTheirIdAndAreDisabledByTheirControl() throws IOException {
        read("ldif", "ldif-ad.ldif");

        assertThat(users).hasSize(1);
        assertThat(users.get(0).path("id").asText()).isEqualTo("0b7c2f4e-1a2b-4c3d-8e4f-5a6b7c8d9e0f");
        assertThat(users.get(0).path("username").asText()).isEqualTo("eve");
        assertThat(users.get(0).path("enabled").asBoolean(true)).isFalse();
        assertThat(users.get(0).at("/attributes/member_of")).hasSize(2);
        assertThat(notImported).containsExactly("2 entries that are not persons");
    }

    @Test
    void entriesOf389DirectoryServerHaveALockAndTheirHash() throws IOException {
        read("ldif", "ldif-389.ldif");

        assertThat(users.get(0).path("enabled").asBoolean()).isTrue();
        assertThat(users.get(0).at("/credentials/0/hash").asText()).startsWith("{PBKDF2_SHA256}AAAg");
        assertThat(users.get(0).at("/attributes/nsuniqueid/0").asText()).startsWith("3b4cd701-");
        assertThat(users.get(0).at("/attributes/department/0").asText()).isEqualTo("Audit");
    }

    @Test
    void hashThatCanBeVerifiedIsTakenOfSeveral() throws IOException {
        entries("ldif", """
                dn: uid=a
                uid: a
                userPassword: {SASL}a@EXAMPLE.ORG
                userPassword: {SSHA}139dAnZUf8vI0eC9dmRMwgE8Dwb/f+8d

                dn: uid=b
                uid: b
                userPassword: {SASL}b@EXAMPLE.ORG
                userPassword: {CRYPT}x
                """, "ldif");

        assertThat(users)
                .extracting(user -> user.at("/credentials/0/hash").asText())
                .containsExactly("{SSHA}139dAnZUf8vI0eC9dmRMwgE8Dwb/f+8d", "{SASL}b@EXAMPLE.ORG");
        assertThat(fields.get("userpassword"))
                .isEqualTo(new FieldUse("userpassword", 2, Optional.of("credentials"), 2, 0));
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

        assertThat(fields.get("email")).isEqualTo(new FieldUse("email", 2, Optional.of("username, email"), 0, 0));
        assertThat(fields.get("logins_count")).isEqualTo(new FieldUse("logins_count", 1, Optional.empty(), 0, 0));
        assertThat(fields.get("app_metadata.plan"))
                .isEqualTo(new FieldUse("app_metadata.plan", 1, Optional.of("attributes.plan"), 0, 0));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everyValueOfASampleInJsonIsInTheFieldReport(Path sample) throws IOException {
        String file = sample.getFileName().toString();
        String source = file.replaceFirst("[-.].*", "");
        read(source, file);

        String section =
                Sources.builtIn().document(source).orElseThrow().path("section").asText();
        Set<String> paths = new TreeSet<>();
        try (MappingIterator<JsonNode> values = JSON.readerFor(JsonNode.class).readValues(sample.toFile())) {
            while (values.hasNext()) {
                JsonNode value = values.next();
                JsonNode list = value.path(section);
                // A list of records in its section, a plain list, or one record of several.
                leaves(list.isArray() ? list : value, "", paths);
            }
        }
        assertThat(paths)
                .isNotEmpty()
                .allSatisfy(path -> assertThat(fields.keySet())
                        .as("the report names %s or what contains it", path)
                        .anyMatch(field -> path.equals(field) || path.startsWith(field + ".")));
    }

    static List<Path> samples() throws IOException {
        try (Stream<Path> files = Files.list(SAMPLES)) {
            return files.filter(file -> file.toString().endsWith("json"))
                    .sorted()
                    .toList();
        }
    }

    /** Independent of the mapping; a list of pairs counts as an object. */
    private static void leaves(JsonNode node, String path, Set<String> paths) {
        if (node.isObject() && node.has("Name") && node.has("Value")) {
            leaves(node.path("Value"), path + "." + node.path("Name").asText(), paths);
        } else if (node.isObject()) {
            node.properties()
                    .forEach(each -> leaves(
                            each.getValue(), path.isEmpty() ? each.getKey() : path + "." + each.getKey(), paths));
        } else if (node.isArray()) {
            node.forEach(each -> leaves(each, path, paths));
        } else if (!node.isNull() && !node.asText().isBlank()) {
            paths.add(path);
        }
    }

    @Test
    void valuesThatLoseToOthersAreReported() throws IOException {
        entries(
                "ldif",
                "dn: uid=a\nuid: a\nou: Sales\ndepartment: Audit\nmail: a@x.org\nmail: b@x.org\njpegPhoto:< file:///a.jpg\n",
                "ldif");
        entries(
                "scim",
                "{\"Resources\":[{\"userName\":\"b\",\"emails\":[{\"value\":\"1@x.org\"},{\"value\":\"2@x.org\",\"type\":\"home\"}]}]}",
                "json");

        assertThat(fields.get("department"))
                .isEqualTo(new FieldUse("department", 1, Optional.of("attributes.department"), 0, 0));
        assertThat(fields.get("ou"))
                .as("department comes first")
                .isEqualTo(new FieldUse("ou", 1, Optional.empty(), 0, 0));
        assertThat(fields.get("mail")).isEqualTo(new FieldUse("mail", 1, Optional.of("email"), 1, 0));
        assertThat(fields.get("jpegphoto (by URL)"))
                .isEqualTo(new FieldUse("jpegphoto (by URL)", 1, Optional.empty(), 0, 0));
        assertThat(fields.get("emails.value")).isEqualTo(new FieldUse("emails.value", 1, Optional.of("email"), 1, 0));
        assertThat(fields.get("emails.type"))
                .as("of the second element")
                .isEqualTo(new FieldUse("emails.type", 1, Optional.empty(), 0, 0));
    }

    @Test
    void userIsDisabledIfOneFieldSaysSo() throws IOException {
        entries("supabase", """
                [{"email":"a@x.org","banned_until":"2999-01-01T00:00:00Z"},{"email":"b@x.org","banned_until":"2001-01-01 00:00:00+00"},
                 {"email":"c@x.org","banned_until":"2001-01-01T00:00:00Z","deleted_at":"2001-01-01T00:00:00Z"},{"email":"d@x.org"}]
                """, "json");
        entries("fusionauth", "[{\"email\":\"e@x.org\",\"active\":true,\"expiry\":1000000000000}]", "json");
        entries("ldif", """
                dn: uid=f
                uid: f
                userAccountControl: 512
                accountExpires: 9223372036854775807

                dn: uid=g
                uid: g
                userAccountControl: 512
                accountExpires: 125911584000000000

                dn: uid=h
                uid: h
                userAccountControl: 514
                accountExpires: 0

                dn: uid=i
                uid: i
                ds-pwp-account-disabled: true

                dn: uid=j
                uid: j
                pwdAccountLockedTime: 20240229101500Z
                """, "ldif");

        assertThat(users)
                .extracting(user -> user.path("username").asText().substring(0, 1) + user.path("enabled"))
                .containsExactly(
                        "afalse", "btrue", "cfalse", "dtrue", "efalse", "ftrue", "gfalse", "hfalse", "ifalse", "jtrue");
        assertThat(Objects.requireNonNull(fields.get("accountexpires")).to()).contains("enabled");
    }

    @Test
    void fullNameIsReportedAsDroppedBesideAFirstOrLastName() throws IOException {
        entries(
                "auth0",
                "{\"email\":\"a@x.org\",\"name\":\"Ann Marie Example\",\"family_name\":\"Example\"}\n{\"email\":\"b@x.org\",\"name\":\"Bob\"}\n",
                "ndjson");

        assertThat(users.get(0).has("firstName")).isFalse();
        assertThat(users.get(1).path("lastName").asText()).isEqualTo("Bob");
        assertThat(fields.get("name")).isEqualTo(new FieldUse("name", 2, Optional.of("name"), 0, 1));
        entries("auth0", "{\"email\":\"a@x.org\",\"name\":\"Ann\",\"given_name\":\"Ann\"}\n", "ndjson");
        assertThat(fields.get("name")).isEqualTo(new FieldUse("name", 1, Optional.empty(), 0, 0));
    }

    @Test
    void onlyAConfirmedAddressIsVerified() throws IOException {
        entries("authjs", """
                {"email":"a@x.org","emailVerified":false}
                {"email":"b@x.org","emailVerified":"NULL"}
                {"email":"c@x.org","emailVerified":"2024-05-01T00:00:00Z"}
                {"email":"d@x.org","emailVerified":true}
                """, "ndjson");

        assertThat(users).extracting(this::verified).containsExactly(false, false, true, true);
    }

    @Test
    void otherVerifiedAddressDoesNotCount() throws IOException {
        entries("clerk", """
                {"id":"1","primary_email_address":"a@x.org","verified_email_addresses":"b@x.org|A@x.org"}
                {"id":"2","primary_email_address":"a@x.org","verified_email_addresses":"b@x.org"}
                {"id":"3","primary_email_address":"a@x.org","verified_email_addresses":["b@x.org"]}
                """, "ndjson");
        assertThat(users).extracting(this::verified).containsExactly(true, false, false);

        entries("kratos", """
                {"id":"0","traits":{"email":"C@x.org"},"verifiable_addresses":[{"value":"c@x.org","via":"email","verified":true}]}
                {"id":"1","traits":{"email":"A@x.org"},"verifiable_addresses":[{"value":"b@x.org","via":"email","verified":true},
                {"value":"a@x.org","via":"email","verified":false}]}
                """.replace("\n{\"value\"", "{\"value\""), "ndjson");
        assertThat(users).extracting(this::verified).endsWith(true, false).hasSize(5);
    }

    private boolean verified(JsonNode user) {
        return user.path("emailVerified").asBoolean();
    }

    /** A part of an object that the mapping ignores. */
    @Test
    void partsOfAnIgnoredObjectAreReportedAlongsideAUsedPart() throws IOException {
        entries(
                "kratos",
                "{\"id\":\"1\",\"traits\":{\"email\":\"a@x.org\"},\"credentials\":{\"password\":{\"config\":"
                        + "{\"hashed_password\":\"$2a$04$x\"}},\"totp\":{\"type\":\"totp\"}}}\n",
                "ndjson");

        assertThat(fields).doesNotContainKey("credentials");
        assertThat(Objects.requireNonNull(fields.get("credentials.password.config.hashed_password"))
                        .to())
                .contains("credentials");
        assertThat(Objects.requireNonNull(fields.get("credentials.totp.type")).to())
                .isEmpty();
    }

    @Test
    void columnWithoutANameIsReported() throws IOException {
        entries("clerk", "id,username,,primary_email_address,\n1,ann,secret note,ann@example.org,\n", "csv");

        assertThat(fields.get("(column 3)")).isEqualTo(new FieldUse("(column 3)", 1, Optional.empty(), 0, 0));
        assertThat(fields).doesNotContainKey("(column 5)");
    }

    @Test
    void fieldsBeyondTheMaximumAreCountedTogether() {
        FieldReport report = new FieldReport();
        for (int i = 0; i < 1200; i++) {
            report.count("field" + i, Optional.empty(), false);
        }

        assertThat(report.fields()).hasSize(1001).endsWith(new FieldUse("(other fields)", 200, Optional.empty(), 0, 0));
    }

    @Test
    void firebaseTableHasTheColumnsOfItsExporter() throws IOException {
        read("firebase", "firebase.csv");

        assertThat(users).hasSize(2);
        assertThat(users.get(1).path("enabled").asBoolean(true)).isFalse();
        assertThat(users.get(1).at("/attributes/custom_claims/0").asText()).isEqualTo("{\"role\":\"admin\"}");
        assertThat(users.get(1).at("/attributes/phone_number/0").asText()).isEqualTo("+15555550100");
    }

    @Test
    void forgeRockHashIsReadFromItsCryptoObject() throws IOException {
        read("forgerock", "forgerock.json");

        JsonNode hash = users.get(0).at("/credentials/0/hash");
        assertThat(hash.path("format").asText()).isEqualTo("forgerock");
        assertThat(hash.path("algorithm").asText()).isEqualTo("SHA-256");
        assertThat(users.get(1).at("/credentials/0/hash").asText()).startsWith("{SSHA512}");
    }

    @Test
    void conversionAppliesToAttributesToo(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("mine.json"), """
                {"name":"mine","fields":[{"from":"login","to":"username"},{"from":"seen","to":"attributes.seen","as":"timestamp"}]}
                """);

        entries(
                Sources.builtIn().with(directory),
                "mine",
                new ByteArrayInputStream(
                        "[{\"login\":\"a\",\"seen\":[\"1970-01-01T00:00:01Z\",2]}]".getBytes(StandardCharsets.UTF_8)),
                "json");

        assertThat(users.get(0).at("/attributes/seen")).hasToString("[\"1000\",\"2000\"]");
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
    void everySourceHasAPageWithItsSamples() throws IOException {
        Path pages = SAMPLES.resolve("../../how-to/import-from");
        String overview = Files.readString(pages.resolve("../import-from-another-system.md"));
        List<String> samples = new ArrayList<>();
        try (Stream<Path> files = Files.list(SAMPLES)) {
            files.forEach(file -> samples.add(file.getFileName().toString()));
        }

        for (String source : Sources.builtIn().names()) {
            String page = Files.readString(pages.resolve(source + ".md"));
            assertThat(overview).contains("](import-from/" + source + ".md)");
            assertThat(page).contains("source=" + source);
            assertThat(samples)
                    .filteredOn(sample -> sample.replaceFirst("[-.].*", "").equals(source))
                    .isNotEmpty()
                    .allSatisfy(sample -> assertThat(page).contains("docs/samples/sources/" + sample));
        }
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

    /** Each attribute of LDIF is a list. */
    @Test
    void attributesOfADirectoryBecomeLinks(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("mine.json"), """
                {"name":"mine",
                 "fields":[{"from":"uid","to":"username"},{"from":"googleid","to":"federatedIdentities.google"}]}
                """);
        String text = "version: 1\ndn: uid=ann,dc=example,dc=org\nobjectClass: person\nuid: ann\ngoogleId: 4711\n";

        entries(
                Sources.builtIn().with(directory),
                "mine",
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                "ldif");

        assertThat(users.get(0).path("federatedIdentities"))
                .hasToString("[{\"identityProvider\":\"google\",\"userId\":\"4711\"}]");
    }

    @Test
    void mappingToAnUnknownFieldIsRefusedByName(@TempDir Path directory) throws IOException {
        Files.writeString(
                directory.resolve("mine.json"), "{\"name\":\"mine\",\"fields\":[{\"from\":\"a\",\"to\":\"surname\"}]}");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Sources.builtIn().with(directory))
                .withMessageContaining("mine.json")
                .withMessageContaining("federatedIdentities.<alias>")
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

    @Test
    void endpointThatVerifiesThePasswordIsAConstantOfTheHash(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("cognito.json"), """
                {"name":"cognito","section":"Users","fields":[{"from":"Username","to":"username"}],
                 "hashes":[{"format":"legacy","value":"Username","constants":{"endpoint":"cognito"}}]}
                """);

        entries(
                Sources.builtIn().with(directory),
                "cognito",
                new ByteArrayInputStream(Files.readAllBytes(SAMPLES.resolve("cognito.json"))),
                "json");

        assertThat(users.get(0).at("/credentials/0/hash"))
                .hasToString("{\"format\":\"legacy\",\"value\":\"ann\",\"endpoint\":\"cognito\"}");
        assertThat(Objects.requireNonNull(fields.get("Username")).to()).contains("username, credentials");
    }

    @Test
    void accountsAtIdentityProvidersBecomeLinks(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("mine.json"), """
                {"name":"mine",
                 "fields":[{"from":"email","to":"username"},
                           {"from":"identities[provider=google-oauth2].user_id","to":"federatedIdentities.google"},
                           {"from":"identities[provider=github].user_id","to":"federatedIdentities.github"},
                           {"from":"googleId","to":"federatedIdentities.google"}],
                 "ignored":["identities"]}
                """);
        String records = """
                [{"email":"ann@example.org","googleId":"999","identities":[{"provider":"auth0","user_id":"a"},
                    {"provider":"github","user_id":4711},{"provider":"google-oauth2","user_id":"1"}]},
                 {"email":"eve@example.org","identities":[]},
                 {"email":"bob@example.org","googleId":["3","4"]},
                 {"email":"guy@example.org","googleId":"2"}]
                """;

        entries(
                Sources.builtIn().with(directory),
                "mine",
                new ByteArrayInputStream(records.getBytes(StandardCharsets.UTF_8)),
                "json");

        assertThat(users.get(0).path("federatedIdentities"))
                .hasToString("[{\"identityProvider\":\"google\",\"userId\":\"1\"},"
                        + "{\"identityProvider\":\"github\",\"userId\":\"4711\"}]");
        assertThat(users.get(1).has("federatedIdentities")).isFalse();
        assertThat(users.get(2).path("federatedIdentities"))
                .hasToString("[{\"identityProvider\":\"google\",\"userId\":\"3\"}]");
        assertThat(users.get(3).path("federatedIdentities"))
                .hasToString("[{\"identityProvider\":\"google\",\"userId\":\"2\"}]");
        assertThat(Objects.requireNonNull(fields.get("googleId")).firstOnly()).isEqualTo(1);
        assertThat(Objects.requireNonNull(fields.get("identities.user_id")).to())
                .hasValue("federatedIdentities.google, federatedIdentities.github");
        assertThat(Objects.requireNonNull(fields.get("identities.provider")).to())
                .as("the report says that it is dropped")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"constants\":{\"surname\":\"x\"}",
                "\"constants\":{\"enabled\":null}",
                "\"fields\":[{\"from\":\"identities.*\",\"to\":\"federatedIdentities.*\"}]",
                "\"fields\":[{\"from\":\"google\",\"to\":\"federatedIdentities.\"}]",
                "\"fields\":[{\"from\":\"google\",\"to\":\"federatedIdentities.google\",\"as\":\"present\"}]",
                "\"hashes\":[{\"value\":\"hash\",\"constants\":{\"digest\":\"SHA256\"}}]"
            })
    void partThatCannotBeAppliedIsRefused(String part, @TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("mine.json"), "{\"name\":\"mine\"," + part + "}");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Sources.builtIn().with(directory))
                .withMessageContaining("mine.json");
    }

    private void read(String source, String file) throws IOException {
        entries(source, Files.readString(SAMPLES.resolve(file)), file.substring(file.indexOf('.') + 1));
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
                        LIMITS,
                        HashFormats::isSupported)
                .orElseThrow();
        formats = joining ? formats.joining() : formats;
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
