package org.millrace.bulk.format.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.UndecodableBodyException;

class ExportReaderTest {
    private static final RecordLimits LIMITS = new RecordLimits(200, 10, 100);
    private final List<String> texts = new ArrayList<>();

    private ExportReader reader(String body) {
        return reader(body.getBytes(StandardCharsets.UTF_8));
    }

    private ExportReader reader(byte[] body) {
        RecordParser parser = (bytes, offset, length, position) -> {
            texts.add(new String(bytes, offset, length, StandardCharsets.UTF_8));
            return new Entry.Unreadable(position, Optional.empty(), List.of(), length);
        };
        return new ExportReader(new ByteArrayInputStream(body), parser, LIMITS, 10_000);
    }

    private List<Entry> read(ExportReader reader) throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (Optional<Entry> entry = reader.next(); entry.isPresent(); entry = reader.next()) {
            entries.add(entry.get());
        }
        return entries;
    }

    @Test
    void sectionsComeInTheOrderInWhichTheyBuildOnOneAnother() throws IOException {
        ExportReader reader = reader("""
                {"realm":"old","users":[{"username":"ä"}, { }],"components":{"x":[{}]},"keys":[],
                 "roles":{"client":{"a\\"b":[{"name":"c"}]},"realm":[{"name":"r"}]},
                 "clients":[{"clientId":"shop"}],"sslRequired":"none"}""");

        List<Entry> entries = read(reader);

        assertThat(texts)
                .containsExactly(
                        "{\"type\":\"client\",\"clientId\":\"shop\"}",
                        "{\"type\":\"role\",\"clientId\":\"a\\\"b\",\"name\":\"c\"}",
                        "{\"type\":\"role\",\"name\":\"r\"}",
                        "{\"type\":\"user\",\"username\":\"ä\"}",
                        "{\"type\":\"user\"}");
        assertThat(entries).extracting(entry -> entry.position().line()).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(reader.passedOver()).containsExactly("components", "realm settings");
    }

    @Test
    void fileThatIsNotUtf8IsRejectedBeforeItsFirstRecord() {
        byte[] half = {(byte) 0xED, (byte) 0xA0, (byte) 0x80};
        for (String place : List.of("\"users\":[{\"firstName\":\"?\"}]", "\"unread\":{\"deep\":[{\"x\":\"?\"}]}")) {
            String body = "{\"realm\":\"old\",\"groups\":[{\"name\":\"g\"}]," + place + "}";
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.writeBytes(body.substring(0, body.indexOf('?')).getBytes(StandardCharsets.UTF_8));
            bytes.writeBytes(half);
            bytes.writeBytes(body.substring(body.indexOf('?') + 1).getBytes(StandardCharsets.UTF_8));

            assertThatThrownBy(() -> read(reader(bytes.toByteArray())))
                    .as(place)
                    .isInstanceOf(UndecodableBodyException.class);
            assertThat(texts).isEmpty();
        }
    }

    @Test
    void partsOfTheRealmAreReadInTheOrderOfTheirReferences() throws IOException {
        ExportReader reader = reader("""
                {"realm":"r","defaultGroups":["/a","\\u0022b"],"clientScopeMappings":{"c":[{"client":"d","roles":["x"]}]},
                 "scopeMappings":[{"clientScope":"s","roles":["y"]}],"identityProviderMappers":[{"name":"m"}],
                 "identityProviders":[{"alias":"i"}],"defaultOptionalClientScopes":["o"],"users":[{"username":"u"}],
                 "defaultDefaultClientScopes":["d",7],"clients":[{"clientId":"c"}],"clientScopes":[{"name":"s"}],
                 "authenticationFlows":[{"alias":"f"}]}""");

        List<Entry> entries = read(reader);

        assertThat(texts)
                .containsExactly(
                        "{\"type\":\"client-scope\",\"name\":\"s\"}",
                        "{\"type\":\"default-client-scope\",\"name\":\"d\"}",
                        "{\"type\":\"default-client-scope\",\"optional\":true,\"name\":\"o\"}",
                        "{\"type\":\"identity-provider\",\"alias\":\"i\"}",
                        "{\"type\":\"identity-provider-mapper\",\"name\":\"m\"}",
                        "{\"type\":\"client\",\"clientId\":\"c\"}",
                        "{\"type\":\"scope-mapping\",\"clientId\":\"c\",\"client\":\"d\",\"roles\":[\"x\"]}",
                        "{\"type\":\"scope-mapping\",\"clientScope\":\"s\",\"roles\":[\"y\"]}",
                        "{\"type\":\"user\",\"username\":\"u\"}",
                        "{\"type\":\"default-group\",\"path\":\"/a\"}",
                        "{\"type\":\"default-group\",\"path\":\"\\u0022b\"}");
        assertThat(entries)
                .filteredOn(entry -> entry instanceof Entry.Unreadable unreadable
                        && !unreadable.problems().isEmpty())
                .hasSize(1);
        assertThat(reader.passedOver()).containsExactly("authenticationFlows");
        assertThat(reader.notices())
                .singleElement()
                .satisfies(notice -> assertThat(notice.detail()).contains("kc.sh import"));
    }

    @Test
    void exportWithTooManyListsIsRefused() {
        StringBuilder roles = new StringBuilder("{\"realm\":\"old\",\"roles\":{\"client\":{\"a\":[]");
        for (int i = 0; i < 100_000; i++) {
            roles.append(",\"a").append(i).append("\":[]");
        }
        ExportReader reader = reader(roles.append("}}}").toString());

        assertThatThrownBy(reader::next)
                .isInstanceOfSatisfying(
                        UndecodableBodyException.class,
                        e -> assertThat(e.code()).isEqualTo("export-too-large"));
    }

    @Test
    void settingsOfClientsComeLastWithTheClientThatTheyAreOf() throws IOException {
        ExportReader reader = reader("""
                {"clients":[{"clientId":"a","authorizationSettings":{"policies":[{"x":"}"}]},"b":1},{"clientId":"c"},
                 {"authorizationSettings":null},7],"users":[{"username":"d"}]}""");

        List<Entry> entries = read(reader);

        assertThat(texts)
                .containsExactly(
                        "{\"type\":\"client\",\"clientId\":\"a\",\"authorizationSettings\":null,\"b\":1}",
                        "{\"type\":\"client\",\"clientId\":\"c\"}",
                        "{\"type\":\"client\",\"authorizationSettings\":null}",
                        "{\"type\":\"user\",\"username\":\"d\"}",
                        "{\"type\":\"authorization\",\"clientId\":\"a\","
                                + "\"authorizationSettings\":{\"policies\":[{\"x\":\"}\"}]},\"b\":1}");
        assertThat(entries).as("with what is no client").hasSize(6);
    }

    @Test
    void defaultRolesOfOldExportsComeBehindRoles() throws IOException {
        ExportReader reader = reader("""
                {"realm":"old","defaultRoles":["a","b"],"clients":[{"clientId":"c","defaultRoles":["d"],"x":1},{"clientId":"e"}],
                 "roles":{"application":{"c":[{"name":"d"}]}}}""");

        read(reader);

        assertThat(texts)
                .containsExactly(
                        "{\"type\":\"client\",\"clientId\":\"c\",\"defaultRoles\":null,\"x\":1}",
                        "{\"type\":\"client\",\"clientId\":\"e\"}",
                        "{\"type\":\"role\",\"clientId\":\"c\",\"name\":\"d\"}",
                        "{\"type\":\"default-roles\",\"defaultRoles\":[\"a\",\"b\"]}",
                        "{\"type\":\"default-roles\",\"clientId\":\"c\",\"defaultRoles\":[\"d\"],\"x\":1}");
        assertThat(reader.passedOver()).isEmpty();
    }

    @Test
    void aGroupOfAnExportGoesByItsName() throws IOException {
        read(reader("{\"groups\":[{\"name\":\"A b\",\"path\":\"/a-b\",\"x\":1},{\"path\":\"/c/d\"}]}"));

        assertThat(texts)
                .containsExactly(
                        "{\"type\":\"group\",\"name\":\"A b\",\"path\":null,\"x\":1}",
                        "{\"type\":\"group\",\"path\":\"/c/d\"}");
    }

    @Test
    void whatIsNamedTheNewWayGoesBeforeWhatIsNamedTheOldWay() throws IOException {
        ExportReader reader = reader("""
                {"defaultRole":{"name":"default-roles-old","id":"x"},"defaultRoles":["a"],
                 "roles":{"application":{"c":[{"name":"d"}]},"client":{"c":[{"name":"e"}]}}}""");

        read(reader);

        assertThat(texts).containsExactly("{\"type\":\"role\",\"clientId\":\"c\",\"name\":\"e\"}");
    }

    @Test
    void anArrayIsReadAsItStands() throws IOException {
        ExportReader reader = reader(" [{\"type\":\"user\"},{\"type\":\"role\"}]");

        assertThat(read(reader)).hasSize(2);
        assertThat(texts).containsExactly("{\"type\":\"user\"}", "{\"type\":\"role\"}");
    }

    @Test
    void whatIsNoObjectOrTooLongIsOneUnreadableEntry() throws IOException {
        List<Entry> entries = read(reader("{\"users\":[7,{\"username\":\"" + "x".repeat(300) + "\"},{\"a\":1}]}"));

        assertThat(entries).hasSize(3);
        assertThat(texts).containsExactly("{\"type\":\"user\",\"a\":1}");
    }

    @Test
    void whatIsNoExportFileIsRefusedAsAWhole() {
        for (String body : List.of(
                "{\"users\":[{\"username\":\"a\"}",
                "{\"users\":[}]",
                "{\"username\":\"a\"}",
                "{\"users\":[]} x",
                "{\"users\":[\"" + "y".repeat(10_000) + "\"]}")) {
            assertThatThrownBy(() -> read(reader(body))).isInstanceOf(UndecodableBodyException.class);
        }
        assertThat(texts).isEmpty();
    }

    @Test
    void nothingIsBlank() throws IOException {
        ExportReader reader = reader(" \n");

        assertThat(reader.next()).isEmpty();
        assertThat(reader.isBlank()).isTrue();
    }
}
