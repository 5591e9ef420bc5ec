package org.millrace.bulk.format;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.bulk.format.csv.CsvAliases;
import org.millrace.bulk.format.csv.CsvColumn;
import org.millrace.bulk.format.csv.CsvReader;
import org.millrace.bulk.format.json.JsonReader;
import org.millrace.bulk.format.json.NdjsonReader;
import org.millrace.bulk.format.parser.UserJsonParser;

/** Bodies of another shape, charset or container than their media type says. */
class BodyShapesTest {
    private static final RecordLimits LIMITS = new RecordLimits(64 * 1024, 32, 100);
    private static final UserJsonParser PARSER = new UserJsonParser(LIMITS);

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }

    private static List<Entry> read(RecordReader reader) throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (Optional<Entry> next = reader.next(); next.isPresent(); next = reader.next()) {
            entries.add(next.get());
        }
        return entries;
    }

    private static void assertRefused(RecordReader reader, String code, String detail) {
        assertThatThrownBy(() -> read(reader)).isInstanceOfSatisfying(UndecodableBodyException.class, e -> {
            assertThat(e.code()).isEqualTo(code);
            assertThat(e.detail()).contains(detail);
        });
    }

    private static NdjsonReader ndjson(String body) {
        return new NdjsonReader(bytes(body), PARSER, LIMITS.maxBytes());
    }

    private static JsonReader json(String body) {
        return new JsonReader(bytes(body), PARSER, LIMITS, Set.of("users"));
    }

    private static CsvReader csv(String body, boolean strict) {
        return new CsvReader(bytes(body), PARSER, LIMITS, strict);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[{\"username\":\"a\"}]", "[\n{\"username\":\"a\"},\n", "\n [1]\n"})
    void arraySentAsLines(String body) {
        assertRefused(ndjson(body), "undecodable-body", "looks like a JSON array; use Content-Type: application/json");
    }

    @Test
    void documentOverSeveralLinesSentAsLines() {
        assertRefused(ndjson("{\n \"username\": \"a\"\n}\n"), "undecodable-body", "over several lines");
        assertRefused(ndjson("{\"id\":\"1\",\"realm\":\"acme\",\"users\":[]}\n"), "undecodable-body", "realm \"acme\"");
    }

    @Test
    void laterLineMayBeAnything() throws IOException {
        assertThat(read(ndjson("{\"username\":\"a\"}\n[1]\n{\n"))).hasSize(3);
    }

    @Test
    void realmsInAnArray() throws IOException {
        assertRefused(
                json("[{\"realm\":\"one\",\"users\":[]}]"),
                "undecodable-body",
                "Element 1 is the export of realm \"one\"");
        List<Entry> entries = read(json("[{\"username\":\"a\"},{\"id\":\"x\",\"realm\":\"two\",\"users\":[]}]"));
        assertThat(((Entry.Unreadable) entries.get(1)).problems().get(0).detail())
                .isEqualTo("Element 2 is the export of realm \"two\"; send the export of one realm per request");
    }

    @Test
    void objectThatIsNoExport() {
        assertRefused(
                json("{\"username\":\"solo\"}"), "undecodable-body", "one JSON object with the fields \"username\"");
        assertRefused(json("{\"realms\":[{\"realm\":\"a\"}]}"), "undecodable-body", "one realm per request");
        assertRefused(
                json("{\"username\":\"a\"}\n{\"username\":\"b\"}\n"),
                "undecodable-body",
                "send them as application/x-ndjson");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "{\"username\":\"a\"},#comma at the end of a line",
                "// users#no comments",
                "{'username':'a'}#double quotes"
            })
    void mistakeInALineIsExplained(String line, String detail) throws IOException {
        Entry entry = read(ndjson("{\"username\":\"b\"}\n" + line + "\n")).get(1);

        assertThat(((Entry.Unreadable) entry).problems().get(0).detail()).contains(detail);
    }

    @Test
    void bytesOfOtherContainersAndEncodings() {
        assertThatThrownBy(() -> BodyStart.requireUtf8(new ByteArrayInputStream(new byte[] {0x1F, (byte) 0x8B, 8})))
                .hasMessageContaining("Content-Encoding: gzip");
        assertThatThrownBy(() -> BodyStart.requireUtf8(new ByteArrayInputStream(new byte[] {'P', 'K', 3, 4})))
                .hasMessageContaining("save the sheet as CSV");
        for (Charset charset : List.of(UTF_16, UTF_16LE)) {
            assertThatThrownBy(() -> BodyStart.requireUtf8(new ByteArrayInputStream("user".getBytes(charset))))
                    .hasMessageContaining("charset=utf-16");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "windows-1252", "ISO-8859-1", "UTF-8", "UTF-32"})
    void textOfAnyCharsetBecomesUtf8(String name) throws IOException {
        String text = "Jörg,Weiß,Peña\r\n".repeat(3000) + (name.startsWith("UTF") ? "\uD83D\uDE00" : "");
        for (int size : List.of(1, 7, 8192)) {
            InputStream body = Pieces.of(text.getBytes(Charset.forName(name)), size);

            assertThat(new String(new TranscodedBody(body, Charset.forName(name)).readAllBytes(), UTF_8))
                    .isEqualTo(text);
        }
    }

    @Test
    void bytesThatACharsetDoesNotDefineAreNoUtf8() throws IOException {
        byte[] sent = {'a', (byte) 0x81, 'b'};

        byte[] read =
                new TranscodedBody(new ByteArrayInputStream(sent), Charset.forName("windows-1252")).readAllBytes();

        assertThat(Utf8.isWellFormed(read, 0, read.length)).isFalse();
        assertThat(read).startsWith((byte) 'a').endsWith((byte) 'b');
    }

    @ParameterizedTest
    @CsvSource({
        "User Name, username",
        "LOGIN, username",
        "userPrincipalName, username",
        "E-Mail, email",
        "first_name, firstName",
        "Prénom, firstName",
        "Apellidos, lastName",
        "Nachname, lastName",
        "is_active, enabled",
        "email_verified, emailVerified",
        "Passwort, password"
    })
    void columnHasAliases(String header, String field) {
        assertThat(CsvColumn.of(header).name()).isEqualTo(field);
    }

    @ParameterizedTest
    @CsvSource({"WAHR,true", "falsch,false", "Sí,true", " NO ,false", "1,true", "0,false", "VRAI,true", "t,true"})
    void cellIsABoolean(String cell, boolean value) {
        assertThat(CsvAliases.flag(cell)).contains(value);
    }

    @Test
    void unknownColumnIsNamedWithTheHeader() throws IOException {
        String body = "login,displayName,Mail\nann,Ann,a@b.c\n";

        assertRefused(csv(body, true), "unknown-column", "\"displayName\" in the header \"login,displayName,Mail\"");
        assertThat(read(csv(body, false))).hasOnlyElementsOfType(Entry.Readable.class);
    }

    @Test
    void tableWithoutAHeaderIsNotRepeated() {
        assertRefused(csv("Ann;Lee;ann;s3cret\n", true), "invalid-header", "none of its cells is the name of a column");
        assertThatThrownBy(() -> read(csv("Ann;Lee;ann;s3cret\n", true))).hasMessageNotContaining("s3cret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sep=;\r\n", "SEP=;\n", "\"sep=;\"\r\n", "\ufeffsep=;\r\n"})
    void firstLineMayNameTheDelimiter(String line) throws IOException {
        List<Entry> entries = read(csv(line + "username;email\r\nann;a@b.c\r\n", true));

        assertThat(entries).hasSize(1).hasOnlyElementsOfType(Entry.Readable.class);
        assertThat(entries.get(0).position().line()).isEqualTo(3);
    }

    @Test
    void columnOfARetryFileIsIgnored() throws IOException {
        Entry entry = read(csv("username,$reason\nann,invalid-email\n", true)).get(0);

        assertThat(((Entry.Readable) entry).item().warnings()).isEmpty();
    }

    @Test
    void tableWithoutTheColumnEnabledIsNoticed() throws IOException {
        CsvReader without = csv("username\nann\n", true);
        CsvReader with = csv("username,Aktiv\nann,ja\n", true);
        read(without);
        read(with);

        assertThat(without.notices())
                .singleElement()
                .satisfies(notice -> assertThat(notice.detail()).contains("defaults=enabled:true"));
        assertThat(with.notices()).isEmpty();
    }

    private static String part(String name, String headers, String content) {
        return "--x-y\r\nContent-Disposition: form-data; name=\"" + name + "\"" + headers + "\r\n\r\n" + content
                + "\r\n";
    }

    @Test
    void fileOfAMultipartBodyIsReadByteByByte() throws IOException {
        String content = "username\r\n\r\n--x-\r\n-ann--x-y\r\r\n";
        String body =
                "preamble\r\n" + part("f", "; filename=\"a.csv\"\r\nContent-Type: text/csv; charset=utf-8", content)
                        + "--x-y--\r\nepilogue";

        try (MultipartFile file = MultipartFile.of(bytes(body), "x-y", 10_000)) {
            assertThat(file.fileName()).isEqualTo("a.csv");
            assertThat(file.contentType()).contains("text/csv; charset=utf-8");
            assertThat(new String(file.content().readAllBytes(), UTF_8)).isEqualTo(content);
        }
    }

    @Test
    void multipartBodyHasExactlyOneFile() {
        String file = part("f", "; filename=\"a.csv\"", "username");
        for (String body : List.of(
                file + file + "--x-y--\r\n",
                part("f", "", "username") + "--x-y--\r\n",
                part("token", "", "t") + file + "--x-y--\r\n",
                "--x-y--\r\n",
                "",
                "no delimiter",
                file,
                "--x-y\r\nno header\r\n\r\n",
                "--x-y\r\n" + "a: b\r\n".repeat(17) + file.substring("--x-y\r\n".length()) + "--x-y--\r\n")) {
            assertThatThrownBy(
                            () -> MultipartFile.of(bytes(body), "x-y", 10_000).close())
                    .as(body)
                    .isInstanceOfSatisfying(
                            UndecodableBodyException.class,
                            e -> assertThat(e.code()).isEqualTo("invalid-multipart"));
        }
        assertThatThrownBy(() -> MultipartFile.of(bytes(file), "x-y", 10).close())
                .hasMessageContaining("has more than 10 bytes");
    }
}
