package org.millrace.bulk.format.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.bulk.record.field.FieldUse;

/** Mappings: conversions, conditions and constants, and mappings of operators. */
class MappingTest extends SourceReading {
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
}
