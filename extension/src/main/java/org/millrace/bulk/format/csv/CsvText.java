package org.millrace.bulk.format.csv;

import java.util.List;
import java.util.stream.Collectors;

/** Rows of comma-separated values. */
public final class CsvText {
    private static final String FORMULA_STARTS = "=+-@\t\r";

    private CsvText() {}

    /** A row with its line end. */
    public static String row(List<String> cells) {
        return cells.stream().map(CsvText::quoted).collect(Collectors.joining(",", "", "\r\n"));
    }

    /**
     * A text that no spreadsheet takes for a formula.
     *
     * @see <a href="https://owasp.org/www-community/attacks/CSV_Injection">CSV injection</a>
     */
    public static String withoutFormula(String cell) {
        return !cell.isEmpty() && FORMULA_STARTS.indexOf(cell.charAt(0)) >= 0 ? "'" + cell : cell;
    }

    private static String quoted(String cell) {
        boolean plain =
                cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r' || c == ';' || c == '\t')
                        && cell.strip().length() == cell.length();
        return plain ? cell : "\"" + cell.replace("\"", "\"\"") + "\"";
    }
}
