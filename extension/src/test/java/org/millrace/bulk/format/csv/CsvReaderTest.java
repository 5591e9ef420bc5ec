package org.millrace.bulk.format.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.record.user.ConsentRecord;
import org.millrace.bulk.record.user.CredentialRecord;
import org.millrace.bulk.record.user.FederatedIdentityRecord;
import org.millrace.bulk.record.user.MembershipRecord;

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
    void everyColumnIsAFieldOfTheUser() throws IOException {
        UserRecord user = single("""
                id,username,email,firstName,lastName,enabled,emailVerified,createdTimestamp,notBefore,federationLink,\
                serviceAccountClientId,groups,realmRoles,clientRoles.shop,requiredActions,attributes.phone,\
                attributes.a.b,federatedIdentities.google,federatedIdentities.acme,organizations
                7,Ann,a@b.c,A,N,TRUE,false,1700000000000,5,ldap,robot,/a##/b/c,r1,buyer##seller,VERIFY_EMAIL,\
                1##2,x,4711##ann@gmail.com,u-1,acme##other
                """);

        assertThat(user.id()).isEqualTo("7");
        assertThat(user.username()).isEqualTo("Ann");
        assertThat(user.email()).isEqualTo("a@b.c");
        assertThat(user.firstName()).isEqualTo("A");
        assertThat(user.lastName()).isEqualTo("N");
        assertThat(user.enabled()).isTrue();
        assertThat(user.emailVerified()).isFalse();
        assertThat(user.createdTimestamp()).isEqualTo(1_700_000_000_000L);
        assertThat(user.notBefore()).isEqualTo(5);
        assertThat(user.federationLink()).isEqualTo("ldap");
        assertThat(user.associations().serviceAccountClientId()).isEqualTo("robot");
        assertThat(user.groups()).containsExactly("/a", "/b/c");
        assertThat(user.realmRoles()).containsExactly("r1");
        assertThat(user.clientRoles()).isEqualTo(Map.of("shop", List.of("buyer", "seller")));
        assertThat(user.requiredActions()).containsExactly("VERIFY_EMAIL");
        assertThat(user.attributes()).isEqualTo(Map.of("phone", List.of("1", "2"), "a.b", List.of("x")));
        assertThat(user.federatedIdentities())
                .containsExactly(
                        new FederatedIdentityRecord("google", "4711", "ann@gmail.com"),
                        new FederatedIdentityRecord("acme", "u-1", null));
        assertThat(user.associations().organizations())
                .containsExactly(
                        new MembershipRecord("acme", null, List.of()), new MembershipRecord("other", null, List.of()));
        assertThat(user.warnings()).isEmpty();
    }

    @Test
    void whatATableHasNoFormForIsJson() throws IOException {
        UserRecord user = single("""
                username,credentials,organizations,clientConsents,attributes,attributes.more,federatedIdentities
                ann,"[{""type"":""password"",""secretData"":""{\\""value\\"":\\""x\\""}"",""credentialData"":""{}""}]",\
                "[{""alias"":""acme"",""membershipType"":""MANAGED""}]","[{""clientId"":""shop""}]",\
                "{""a"":[""1"",""2""]}",b,"[{""identityProvider"":""g"",""userId"":""1""}]"
                """);

        assertThat(user.credentials())
                .containsExactly(
                        new CredentialRecord(null, "password", null, null, "{\"value\":\"x\"}", "{}", null, false));
        assertThat(user.associations().organizations())
                .containsExactly(new MembershipRecord("acme", "MANAGED", List.of()));
        assertThat(user.associations().clientConsents()).containsExactly(new ConsentRecord("shop", List.of()));
        assertThat(user.attributes()).isEqualTo(Map.of("a", List.of("1", "2"), "more", List.of("b")));
        assertThat(user.federatedIdentities()).containsExactly(new FederatedIdentityRecord("g", "1", null));
    }

    @Test
    void passwordInClearIsACredential() throws IOException {
        UserRecord user = single("username,password,passwordTemporary\nann,\"a,b\"\"c \",True\n");

        assertThat(user.credentials())
                .containsExactly(new CredentialRecord(null, "password", null, null, null, null, "a,b\"c ", true));
        assertThat(single("username,passwordTemporary\nann,true\n").credentials())
                .isEmpty();
    }

    @Test
    void valuesAreKeptAsTheyStandButForTheSeparator() throws IOException {
        UserRecord user = single("username,attributes.a,attributes.a\n"
                + "ann,\"C:\\dir##\\\\host|x;#1##a\\##b##\"\"q\"\"\", second \n");

        assertThat(user.attributes())
                .isEqualTo(Map.of("a", List.of("C:\\dir", "\\\\host|x;#1", "a##b", "\"q\"", " second ")));
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
    void anUnknownColumnWithAValueIsAWarning() throws IOException {
        List<Entry> entries = entries("username,shoeSize\nann,43\nbob,\n");

        assertThat(user(entries.get(0)).warnings()).extracting(Violation::field).containsExactly("shoeSize");
        assertThat(user(entries.get(1)).warnings()).isEmpty();
    }

    @Test
    void caseAndSpacesOfColumnNamesDoNotMatterButThoseOfAttributesDo() throws IOException {
        UserRecord user = single("UserName, FIRSTNAME ,Attributes.costCenter\nann,A,x\n");

        assertThat(user.username()).isEqualTo("ann");
        assertThat(user.firstName()).isEqualTo("A");
        assertThat(user.attributes()).isEqualTo(Map.of("costCenter", List.of("x")));
    }

    @ParameterizedTest
    @ValueSource(strings = {";", "\t"})
    void spreadsheetsOfOtherCountriesAreUnderstood(String delimiter) throws IOException {
        UserRecord user = single(String.join(
                delimiter, "username", "attributes.note", "email\nann", "\"a" + delimiter + "b,c\"", "x@y.z"));

        assertThat(user.attributes()).isEqualTo(Map.of("note", List.of("a" + delimiter + "b,c")));
        assertThat(user.email()).isEqualTo("x@y.z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sep=\t", "\"sep=\t\"", "SEP=\t\t", "#TYPE Microsoft.ActiveDirectory.Management.ADUser"})
    void lineBeforeTheHeaderIsSkipped(String first) throws IOException {
        UserRecord user = single(first + "\r\nusername\temail\r\nann\tx@y.z\r\n");

        assertThat(user.email()).isEqualTo("x@y.z");
        assertThat(user.warnings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"password_hash", "Password Hash", "PASSWORD-HASH", "passwordhash"})
    void spacesHyphensAndUnderscoresOfColumnNamesDoNotMatter(String column) throws IOException {
        UserRecord user = single("user_name,client_roles.shop,Federated Identities.google,$Reason," + column
                + "\nann,buyer,4711,x,$2b$04$x\n");

        assertThat(user.clientRoles()).isEqualTo(Map.of("shop", List.of("buyer")));
        assertThat(user.federatedIdentities()).containsExactly(new FederatedIdentityRecord("google", "4711", null));
        assertThat(Objects.requireNonNull(user.credentials().get(0).hash()).value())
                .isEqualTo("$2b$04$x");
        assertThat(user.warnings()).isEmpty();
    }

    @Test
    void ofSeveralAliasesTheExactNameElseTheFirstIsTaken() throws IOException {
        UserRecord first = single("SamAccountName,UserPrincipalName,mail\nann,ann@corp,a@b.c\n");
        UserRecord exact = single("SamAccountName,Username\nann,ann@corp\n");

        assertThat(first.username()).isEqualTo("ann");
        assertThat(first.warnings()).extracting(Violation::field).containsExactly("UserPrincipalName");
        assertThat(exact.username()).isEqualTo("ann@corp");
        assertThat(exact.warnings()).extracting(Violation::field).containsExactly("SamAccountName");
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
    @CsvSource({
        "ИСТИНА, ЛОЖЬ",
        "DOĞRU, YANLIŞ",
        "doğru, yanlış",
        "PRAVDA, NEPRAVDA",
        "IGAZ, HAMIS",
        "SANT, FALSKT",
        "SAND, FALSK",
        "SANN, USANN",
        "TOSI, EPÄTOSI",
        "ADEVĂRAT, FALS"
    })
    void booleansOfSpreadsheetsInOtherLanguagesAreRead(String yes, String no) throws IOException {
        UserRecord user = single("username,enabled,emailVerified\nann," + yes + "," + no + "\n");

        assertThat(user.enabled()).isTrue();
        assertThat(user.emailVerified()).isFalse();
    }

    @Test
    void pointInTimeMayBeWrittenAsSuch() throws IOException {
        assertThat(single("username,createdTimestamp\nann,2023-11-14T22:13:20Z\n")
                        .createdTimestamp())
                .isEqualTo(1_700_000_000_000L);
        assertThat(names(entries("username,createdTimestamp\nann,yesterday\n"))).containsExactly("invalid-type");
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

    private UserRecord single(String body) throws IOException {
        List<Entry> entries = entries(body);
        assertThat(entries).hasSize(1);
        return user(entries.get(0));
    }

    private static UserRecord user(Entry entry) {
        assertThat(entry).isInstanceOf(Entry.Readable.class);
        return (UserRecord) ((Entry.Readable) entry).item();
    }
}
