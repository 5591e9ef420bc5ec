package org.millrace.bulk.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.keycloak.Config;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.record.HashRecord;

/** The how-to page and its sample file are complete and right. */
class HashDocumentationTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final ObjectMapper JSON = new ObjectMapper();

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
    void theSampleFileHasAUserForEachFormat() throws IOException {
        List<String> lines = Files.readAllLines(DOCS.resolve("how-to/samples/password-hashes.ndjson"));
        Set<String> formats = new HashSet<>();

        for (String line : lines) {
            JsonNode user = JSON.readTree(line);
            HashFormats.Parsed parsed = HashFormats.parse(Vectors.hash(user.at("/credentials/0/hash")));
            assertThat(parsed.hash().matches("correct horse", Vectors.KEYS))
                    .as(line)
                    .isTrue();
            formats.add(parsed.format().id());
        }

        assertThat(formats)
                .containsExactlyInAnyOrderElementsOf(
                        HashFormats.all().stream().map(each -> each.id()).toList());
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

    /** Writes the sample file from the examples of the formats. */
    public static void main(String... arguments) throws IOException {
        StringBuilder lines = new StringBuilder();
        HashFormats.all().forEach(format -> {
            int number = 0;
            for (HashRecord example : format.examples()) {
                number++;
                ObjectNode user = JSON.createObjectNode()
                        .put("username", format.id() + "-" + number)
                        .put("enabled", true);
                ObjectNode credential = user.putArray("credentials").addObject().put("type", "password");
                if (example.format() == null) {
                    credential.put("hash", example.value());
                } else {
                    ObjectNode hash = credential
                            .putObject("hash")
                            .put("format", example.format())
                            .put("value", example.value());
                    if (example.salt() != null) {
                        hash.put("salt", example.salt());
                    }
                    Map<String, String> sorted = new TreeMap<>(example.parameters());
                    sorted.forEach(hash::put);
                }
                lines.append(user).append('\n');
            }
        });
        Files.writeString(Path.of(arguments[0]), lines);
    }
}
