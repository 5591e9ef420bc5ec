package org.millrace.bulk.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.keycloak.Config;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.record.user.HashRecord;

/** The how-to pages and their sample files are complete and right. */
class HashDocumentationTest {
    private static final Path DOCS = Path.of(System.getProperty("project.root", ".."), "docs");
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Pages of formats that people look for together. */
    private static final Map<String, List<String>> FAMILIES = new TreeMap<>(Map.ofEntries(
            Map.entry("bcrypt", List.of("bcrypt")),
            Map.entry("argon2", List.of("argon2")),
            Map.entry("pbkdf2", List.of("pbkdf2", "aspnet-identity")),
            Map.entry("scrypt", List.of("scrypt", "better-auth")),
            Map.entry("firebase", List.of("firebase-scrypt")),
            Map.entry("unix", List.of("md5-crypt", "sha2-crypt", "des-crypt")),
            Map.entry("phpass", List.of("phpass")),
            Map.entry("ldap", List.of("ldap")),
            Map.entry("python", List.of("django", "werkzeug")),
            Map.entry("databases", List.of("mysql", "mssql", "ntlm")),
            Map.entry("identity-services", List.of("okta", "auth0", "fusionauth", "forgerock", "kratos", "clerk")),
            Map.entry("digests", List.of("digest", "symfony", "magento", "vbulletin", "mybb", "joomla", "redmine"))));

    @Test
    void everyFormatHasItsRow() throws IOException {
        String page = Files.readString(DOCS.resolve("how-to/password-hashes.md"));

        assertThat(HashFormats.all()).allSatisfy(format -> assertThat(page).contains("| `" + format.id() + "` | "));
    }

    @Test
    void everyParameterIsExplained() throws IOException {
        String page = Files.readString(DOCS.resolve("how-to/password-hashes.md"));

        assertThat(HashFormats.all())
                .allSatisfy(format -> assertThat(format.parameters().keySet())
                        .allSatisfy(name -> assertThat(page).contains("`" + name + "`")));
    }

    @Test
    void everyLimitIsAmongTheSettings() throws IOException {
        String page = Files.readString(DOCS.resolve("reference/settings.md"));

        for (HashLimits.Limit limit : HashLimits.Limit.values()) {
            assertThat(page)
                    .containsPattern("\n\\| `" + limit.setting() + "` \\| [^|]+\\| " + limit.least() + "–"
                            + limit.greatest() + " \\| " + limit.standard() + " \\| ");
        }
    }

    @Test
    void everyFormatBelongsToOneFamily() {
        assertThat(FAMILIES.values().stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(
                        HashFormats.all().stream().map(HashFormat::id).toList());
    }

    @ParameterizedTest
    @MethodSource("families")
    void everyFamilyHasAPageWithASampleOfEachNotation(String family) throws IOException {
        String page = Files.readString(DOCS.resolve("how-to/password-hashes/" + family + ".md"));
        String overview = Files.readString(DOCS.resolve("how-to/password-hashes.md"));
        List<String> lines = Files.readAllLines(sample(family));
        Set<String> formats = new HashSet<>();

        for (String line : lines) {
            JsonNode user = JSON.readTree(line);
            HashFormats.Parsed parsed = HashFormats.parse(Vectors.hash(user.at("/credentials/0/hash")));
            assertThat(parsed.hash().matches("correct horse", Vectors.KEYS))
                    .as(line)
                    .isTrue();
            formats.add(parsed.format().id());
        }

        assertThat(lines).isEqualTo(users(family));
        assertThat(formats).containsExactlyInAnyOrderElementsOf(formats(family));
        assertThat(page).contains("docs/samples/passwords/" + family + ".ndjson");
        assertThat(formats).allSatisfy(format -> assertThat(page).contains("`" + format + "`"));
        assertThat(overview).contains("](password-hashes/" + family + ".md)");
    }

    static Set<String> families() {
        return FAMILIES.keySet();
    }

    private static List<String> formats(String family) {
        return FAMILIES.getOrDefault(family, List.of());
    }

    private static Path sample(String family) {
        return DOCS.resolve("samples/passwords/" + family + ".ndjson");
    }

    @Test
    void limitsOutOfRangeAreRefused() {
        Config.SystemPropertiesScope none = new Config.SystemPropertiesScope("no.such.prefix.");
        assertThat(PasswordSettings.of(none).limits().of(HashLimits.Limit.BCRYPT_COST))
                .isEqualTo(HashLimits.Limit.BCRYPT_COST.standard());
        System.setProperty("millrace.test.max-bcrypt-cost", "40");
        try {
            assertThatThrownBy(() -> PasswordSettings.of(new Config.SystemPropertiesScope("millrace.test.")))
                    .hasMessage("bulk-import setting max-bcrypt-cost is 40; it must be 4 to 31");
        } finally {
            System.clearProperty("millrace.test.max-bcrypt-cost");
        }
    }

    /** Writes the sample files from the examples of the formats. */
    public static void main(String... arguments) throws IOException {
        Files.createDirectories(DOCS.resolve("samples/passwords"));
        for (String family : FAMILIES.keySet()) {
            Files.write(sample(family), users(family));
        }
    }

    private static List<String> users(String family) {
        List<String> lines = new ArrayList<>();
        for (String id : formats(family)) {
            int number = 0;
            for (HashRecord example : HashFormats.named(id).orElseThrow().examples()) {
                number++;
                lines.add(user(id + "-" + number, example).toString());
            }
        }
        return lines;
    }

    private static ObjectNode user(String name, HashRecord example) {
        ObjectNode user = JSON.createObjectNode()
                .put("username", name)
                .put("email", name + "@example.org")
                .put("emailVerified", true)
                .put("firstName", "Ann")
                .put("lastName", "Example")
                .put("enabled", true);
        ObjectNode credential = user.putArray("credentials").addObject().put("type", "password");
        if (example.format() == null) {
            credential.put("hash", example.value());
            return user;
        }
        ObjectNode hash =
                credential.putObject("hash").put("format", example.format()).put("value", example.value());
        if (example.salt() != null) {
            hash.put("salt", example.salt());
        }
        new TreeMap<>(example.parameters()).forEach(hash::put);
        return user;
    }
}
