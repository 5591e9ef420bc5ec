package org.millrace.bulk.format.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.UndecodableBodyException;

class RetryTableTest {
    private static final RecordLimits LIMITS = new RecordLimits(64 * 1024, 32, 100);
    private static final String HEADER =
            "Login,email,Aktiv,createdTimestamp,groups,groups,attributes.a,attributes,organizations,"
                    + "federatedIdentities.g,clientRoles.shop,password,passwordTemporary,credentials,unknown";

    private static byte[] record(String row) throws UndecodableBodyException {
        CsvHeader header = CsvHeader.of(HEADER, LIMITS, Optional.empty(), false);
        return header.json(header.cells(row).orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ann,a@b.c,true,1700000000000,/a##/b,,1##x\\##y,\"{\"\"b\"\":[\"\"2\"\"]}\",acme##other,7##ann,buyer,\" s,\"\"x \",true,,z",
                "ann,,,,,,,,,,,,,,",
                "ann,,false,,,,,,\"[{\"\"alias\"\":\"\"acme\"\",\"\"membershipType\"\":\"\"MANAGED\"\"}]\",7,,,,"
                        + "\"[{\"\"type\"\":\"\"password\"\",\"\"secretData\"\":\"\"{}\"\",\"\"credentialData\"\":\"\"{}\"\"}]\","
            })
    void rowComesBackAsItWas(String row) throws IOException {
        RetryTable table = new RetryTable(List.of(List.of(HEADER.split(","))));

        String again = table.row(record(row), "reason");

        String withoutReason = again.substring(0, again.length() - ",reason\r\n".length());
        assertThat(record(row)).isEqualTo(record(withoutSecondGroups(withoutReason)));
    }

    /** The table names a column once that its header names twice. */
    private static String withoutSecondGroups(String row) {
        List<String> cells = CsvHeaderCells.of(row);
        return CsvText.row(java.util.stream.Stream.of(cells.subList(0, 5), List.of(""), cells.subList(5, cells.size()))
                        .flatMap(List::stream)
                        .toList())
                .stripTrailing();
    }

    private static final class CsvHeaderCells {
        private static List<String> of(String row) {
            return de.siegmar.fastcsv.reader.CsvReader.builder().ofCsvRecord(row).stream()
                    .flatMap(each -> each.getFields().stream())
                    .toList();
        }
    }

    @Test
    void onlyTheImportedOneOfSeveralAliasesComesBack() throws IOException {
        List<String> header = List.of("UserPrincipalName", "mail", "Username", "E-Mail", "shoe");
        CsvHeader read = CsvHeader.of(String.join(",", header), LIMITS, Optional.empty(), false);
        RetryTable table = new RetryTable(List.of(header));

        String row =
                table.row(read.json(read.cells("ann@corp,x@y.z,ann,a@b.c,43").orElseThrow()), "reason");

        assertThat(table.header()).isEqualTo("Username,E-Mail,shoe,$reason\r\n");
        assertThat(row).isEqualTo("ann,a@b.c,43,reason\r\n");
    }

    @Test
    void headersAreUnitedAndTheReasonIsLast() {
        RetryTable table = new RetryTable(List.of(List.of("username", "a b", "$reason"), List.of("email", "username")));

        assertThat(table.header()).isEqualTo("username,a b,email,$reason\r\n");
    }

    @Test
    void cellsThatLookLikeFormulasAreEscaped() {
        assertThat(CsvText.withoutFormula("=cmd")).isEqualTo("'=cmd");
        assertThat(CsvText.withoutFormula("+1")).isEqualTo("'+1");
        assertThat(CsvText.withoutFormula("a=b")).isEqualTo("a=b");
        assertThat(CsvText.row(List.of("a,b", "c\"d", " e", "f"))).isEqualTo("\"a,b\",\"c\"\"d\",\" e\",f\r\n");
    }
}
