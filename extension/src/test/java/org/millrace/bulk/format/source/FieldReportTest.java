package org.millrace.bulk.format.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.millrace.bulk.record.field.FieldUse;

/** The report of the fields of an export: where each value goes, and what is not imported. */
class FieldReportTest extends SourceReading {
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
}
