package org.millrace.bulk.format.parser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.ExportedNames;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.json.ExportReader;
import org.millrace.bulk.format.json.JsonReader;
import org.millrace.bulk.record.field.Position;

class ExportRecordParserTest {
    private final List<String> texts = new ArrayList<>();

    private final RecordParser parser = ExportRecordParser.of(
            (bytes, offset, length, position) -> {
                texts.add(new String(bytes, offset, length, StandardCharsets.UTF_8));
                return new Entry.Unreadable(position, Optional.empty(), List.of(), length);
            },
            "default-roles-new");

    private String parsed(RecordParser used, String text) {
        byte[] bytes = ("##" + text + "##").getBytes(StandardCharsets.UTF_8);
        used.parse(bytes, 2, bytes.length - 4, new Position(1));
        return texts.get(texts.size() - 1);
    }

    @Test
    void theDefaultRoleOfTheExportIsThatOfTheRealm() {
        RecordParser ofExport = parser.ofExport(new ExportedNames("default-roles-old", Map.of()));

        assertThat(parsed(ofExport, "{\"type\":\"user\",\"ä\":1,\"realmRoles\":[\"x\",\"default-roles-OLD\",\"y\"]}"))
                .isEqualTo("{\"type\":\"user\",\"ä\":1,\"realmRoles\":[\"x\",\"default-roles-new\",\"y\"]}");
        assertThat(parsed(ofExport, "{\"subGroups\":[{\"realmRoles\":[\"default-roles-old\"]}]}"))
                .isEqualTo("{\"subGroups\":[{\"realmRoles\":[\"default-roles-new\"]}]}");
        assertThat(parsed(ofExport, "{\"type\":\"role\",\"name\":\"default-roles-old\"}"))
                .isEqualTo("{\"type\":\"role\",\"name\":\"default-roles-new\"}");
        assertThat(parsed(ofExport, "{\"composites\":{\"realm\":[\"default-roles-old\"]}}"))
                .isEqualTo("{\"composites\":{\"realm\":[\"default-roles-new\"]}}");
    }

    @Test
    void theSameTextElsewhereStaysAsItIs() {
        RecordParser ofExport = parser.ofExport(new ExportedNames("default-roles-old", Map.of()));

        for (String text : List.of(
                "{\"attributes\":{\"realmRoles\":[\"default-roles-old\"]}}",
                "{\"type\":\"user\",\"name\":\"default-roles-old\"}",
                "{\"type\":\"role\",\"clientId\":\"c\",\"name\":\"default-roles-old\"}",
                "{\"type\":\"user\",\"username\":\"default-roles-old\"}",
                "{\"clientRoles\":{\"c\":[\"default-roles-old\"]}}",
                "\"default-roles-old\"",
                "{\"realmRoles\":[\"default-roles-old\"]")) {
            assertThat(parsed(ofExport, text)).isEqualTo(text);
        }
        assertThat(parsed(parser, "{\"realmRoles\":[\"default-roles-old\"]}")).contains("old");
    }

    @Test
    void flowsOfTheExportGoByTheirAlias() throws IOException {
        String export = """
                {"clients":[{"clientId":"c","authenticationFlowBindingOverrides":{"browser":"id-1","direct_grant":"id-2"}}],
                 "authenticationFlows":[{"id":"id-1","alias":"my \\"flow\\"","authenticationExecutions":[{"id":"z"}]}]}""";
        byte[] body = export.getBytes(StandardCharsets.UTF_8);

        ExportReader reader =
                new ExportReader(new ByteArrayInputStream(body), parser, new RecordLimits(300, 10, 100), 10_000);
        reader.next();

        assertThat(texts.get(0)).contains("{\"browser\":\"my \\\"flow\\\"\",\"direct_grant\":\"id-2\"}");
        assertThat(reader.passedOver()).containsExactly("authenticationFlows");
    }

    @Test
    void theDefaultRoleOfAnExportComesFromItsNameOrItsRealm() throws IOException {
        String user = "{\"realmRoles\":[\"default-roles-old\"]}";

        for (String head : List.of(
                "\"realm\":\"Old\"", "\"realm\":\"x\",\"defaultRole\":{\"id\":\"1\",\"name\":\"default-roles-old\"}")) {
            byte[] body = ("{" + head + ",\"users\":[" + user + "]}").getBytes(StandardCharsets.UTF_8);
            RecordLimits limits = new RecordLimits(200, 10, 100);
            new JsonReader(new ByteArrayInputStream(body), parser, limits, Set.of("users")).next();
            new ExportReader(new ByteArrayInputStream(body), parser, limits, 10_000).next();
        }

        assertThat(texts).hasSize(4).allMatch(text -> text.contains("default-roles-new"));
    }

    @Test
    void namesDoNotMakeARecordGrowWithoutLimit() {
        RecordParser ofExport = parser.ofExport(new ExportedNames("", Map.of("x", "y".repeat(255))));
        String some = "{\"authenticationFlowBindingOverrides\":{" + "\"a\":\"x\",".repeat(100) + "\"b\":\"x\"}}";
        String many = "{\"authenticationFlowBindingOverrides\":{" + "\"a\":\"x\",".repeat(1000) + "\"b\":\"x\"}}";

        assertThat(parsed(ofExport, some)).hasSizeGreaterThan(101 * 255);
        assertThat(parsed(ofExport, many)).isEqualTo(many);
    }
}
