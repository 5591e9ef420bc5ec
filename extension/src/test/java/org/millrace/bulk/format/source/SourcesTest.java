package org.millrace.bulk.format.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.millrace.bulk.record.field.FieldUse;

/** Sample exports as the systems write them; each mapping is checked by the users that come out. */
class SourcesTest extends SourceReading {
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
}
