package org.millrace.bulk.format.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.millrace.bulk.format.csv.CsvUsers.user;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordReader;
import org.millrace.bulk.format.RecordReaderContract;
import org.millrace.bulk.format.UndecodableBodyException;
import org.millrace.bulk.format.parser.UserJsonParser;

class CsvReaderTest extends RecordReaderContract {
    private static final String MARKER = "s3cr3t-marker";

    @Override
    protected RecordReader reader(InputStream body) {
        return new CsvReader(body, new UserJsonParser(LIMITS), LIMITS, false);
    }

    @Override
    protected String record(String username) {
        return username + ",";
    }

    @Override
    protected String record(String username, int bytes) {
        return username + "," + "x".repeat(bytes - username.length() - 1);
    }

    @Override
    protected String body(List<String> records) {
        return "username,padding\r\n" + String.join("\r\n", records) + "\r\n";
    }

    @Override
    protected List<Long> positions(int records) {
        return LongStream.rangeClosed(2, records + 1).boxed().toList();
    }

    @Test
    void quotedCellMayHoldDelimitersQuotesAndLineEndsAndLinesAreCounted() throws IOException {
        List<Entry> entries =
                entries("username,attributes.note\r\nann,\"one\r\ntwo\nthr,\"\"ee\"\"\"\r\n\r\nbob,\n\n cid ,");

        assertThat(names(entries)).containsExactly("ann", "bob", " cid ");
        assertThat(entries).extracting(entry -> entry.position().line()).containsExactly(2L, 6L, 8L);
        assertThat(user(entries.get(0)).attributes()).isEqualTo(Map.of("note", List.of("one\r\ntwo\nthr,\"ee\"")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void anyLineEndEndsARow(String end) throws IOException {
        List<Entry> entries = entries(String.join(end, "username", "ann", "", "bob", "\"cid\"") + end);

        assertThat(names(entries)).containsExactly("ann", "bob", "cid");
        assertThat(entries).extracting(entry -> entry.position().line()).containsExactly(2L, 4L, 5L);
    }

    @Test
    void cellThatIsEmptyOrMissingNamesNothing() throws IOException {
        List<Entry> entries = entries("username,email,enabled,groups\nann,,,\nbob\ncid,\"\",\n");

        assertThat(entries).allSatisfy(entry -> {
            assertThat(user(entry).email()).isNull();
            assertThat(user(entry).enabled()).isNull();
            assertThat(user(entry).groups()).isEmpty();
        });
        assertThat(names(entries)).containsExactly("ann", "bob", "cid");
    }

    @Test
    void rowsOfNothingButDelimitersHoldNothing() throws IOException {
        assertThat(names(entries("username,email\n,\nann,\n , \n\"\",\"\"\n"))).containsExactly("ann");
    }

    @Test
    void cellBeyondTheHeaderIsRefusedUnlessItIsEmpty() throws IOException {
        List<Entry> entries = entries("username,email\nann,a@b.c,\nbob,b@b.c,,more\ncid,\n");

        assertThat(names(entries)).containsExactly("ann", "too-many-cells", "cid");
    }

    @Test
    void furtherAliasIsAnUnknownColumnThatNamesBoth() {
        InputStream body = bytes("SamAccountName,UserPrincipalName\nann,ann@corp\n");

        assertThatThrownBy(() -> read(new CsvReader(body, new UserJsonParser(LIMITS), LIMITS, true)))
                .isInstanceOfSatisfying(UndecodableBodyException.class, e -> {
                    assertThat(e.code()).isEqualTo("unknown-column");
                    assertThat(e.detail()).contains("\"UserPrincipalName\" (username is read from \"SamAccountName\")");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name,phone\nann,1\n",
                "firstName,lastName\n",
                "hello\n",
                "username,email,username\nann,,\n",
                "username,Email,email\n",
                "\"username\n",
                "\"username\"x,email\n",
                "[{\"username\":\"ann\"}]",
                "{\"username\":\"ann\"}\n"
            })
    void headerOfWhichNothingCanBeMadeIsUndecodable(String body) {
        assertThatThrownBy(() -> entries(body))
                .isInstanceOfSatisfying(
                        UndecodableBodyException.class,
                        e -> assertThat(e.code()).isEqualTo("invalid-header"));
    }

    @Test
    void headerThatIsNotUtf8OrTooLongIsUndecodable() {
        assertThatThrownBy(() -> read(reader(new java.io.ByteArrayInputStream(new byte[] {(byte) 0xFF, 'u', '\n'}))))
                .isInstanceOf(UndecodableBodyException.class);
        assertThatThrownBy(() -> entries("username," + "x".repeat(LIMITS.maxBytes()) + "\nann\n"))
                .isInstanceOf(UndecodableBodyException.class);
    }

    @Test
    void headerAloneIsNotBlank() throws IOException {
        RecordReader reader = reader(bytes("username,email\r\n"));

        assertThat(reader.next()).isEmpty();
        assertThat(reader.isBlank()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"ann\"x,      | not-csv",
                "\"ann\" ,      | not-csv",
                "an\"n,         | an\"n",
                "\"a\"\"nn\",   | a\"nn",
                "ann,[1         | ann",
                ",              | ",
            })
    void oddRowsAreOneEntryAndTheNextIsRead(String row, String name) throws IOException {
        List<String> names = names(entries("username,padding\n" + row + "\nbob,\n"));

        assertThat(names).isEqualTo(name == null ? List.of("bob") : List.of(name, "bob"));
    }

    @Test
    void rowsOfEveryTextAreThoseThatFastCsvSees() throws IOException {
        SplittableRandom random = new SplittableRandom(3);
        int compared = 0;
        for (int i = 0; i < 5_000; i++) {
            String rows = random.ints(random.nextInt(30), 0, 8)
                    .mapToObj(c -> "ab\",\n\r;x".substring(c, c + 1))
                    .collect(Collectors.joining());
            List<String> expected = new ArrayList<>();
            try (var csv = de.siegmar.fastcsv.reader.CsvReader.builder()
                    .allowUnclosedQuote(false)
                    .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                    .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                    .ofCsvRecord(rows)) {
                csv.forEach(row -> {
                    if (row.getFields().stream().anyMatch(cell -> !cell.isBlank())) {
                        expected.add(row.getStartingLineNumber() + 1 + " " + row.getFields());
                    }
                });
            } catch (CsvParseException e) {
                continue;
            }
            compared++;

            List<String> actual = entries("username," + "attributes.a,".repeat(30) + "\n" + rows).stream()
                    .map(entry -> entry.position().line() + " " + cells(entry))
                    .toList();

            assertThat(actual).as(rows).hasSameSizeAs(expected);
            for (int row = 0; row < actual.size(); row++) {
                assertThat(actual.get(row)).as(rows).isEqualTo(withoutEmptyCells(expected.get(row)));
            }
        }
        assertThat(compared).isGreaterThan(1_000);
    }

    private static List<String> cells(Entry entry) {
        List<String> cells = new ArrayList<>();
        String username = user(entry).username();
        if (username != null) {
            cells.add(username);
        }
        cells.addAll(user(entry).attributes().getOrDefault("a", List.of()));
        return cells;
    }

    private static String withoutEmptyCells(String row) {
        int start = row.indexOf('[');
        String cells = Stream.of(row.substring(start + 1, row.length() - 1).split(", ", -1))
                .filter(cell -> !cell.isEmpty())
                .collect(Collectors.joining(", "));
        return row.substring(0, start) + "[" + cells + "]";
    }

    @Test
    void quoteThatIsNeverClosedTakesTheRestOfTheBody() throws IOException {
        assertThat(names(entries("username,padding\nann,\nbob,\"oh\ncid,\n"))).containsExactly("ann", "not-csv");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no JSON", "{}", "[]},\"\"realmRoles\"\":[\"\"admin\"\"]", "[1] [2]", "\"\"text\"\""})
    void cellThatIsNotTheJsonItShouldBeIsRefusedAndAddsNoField(String cell) throws IOException {
        List<Entry> entries = entries("username,credentials\nann,\"" + cell + "\"\nbob,\n");

        assertThat(names(entries)).containsExactly("invalid-type", "bob");
    }

    @Test
    void deepJsonInACellIsRefusedBeforeItCosts() throws IOException {
        String deep = "[".repeat(20_000) + "]".repeat(20_000);

        assertThat(names(entries("username,credentials\nann," + deep + "\nbob,\n")))
                .containsExactly("invalid-type", "bob");
    }

    @Test
    void secretsShowNowhere() throws IOException {
        List<Entry> entries = entries("username,password,credentials,email\nann," + MARKER + ",\"[" + MARKER + "\",\n"
                + "bob,\"" + MARKER + "\"x,,\ncid," + MARKER + ",,,," + MARKER + "\n");

        assertThat(entries).hasSize(3);
        assertThat(entries.toString()).doesNotContain(MARKER);
    }
}
