package org.millrace.bulk.format.csv;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Records of tables as rows again: the same columns, and one more, {@code $reason}, which an import ignores. For one thread.
 */
public final class RetryTable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<String> names;
    private final List<CsvColumn> columns;

    /** @param headers the column names of each table, as they were sent */
    public RetryTable(List<List<String>> headers) {
        Set<String> all = new LinkedHashSet<>();
        headers.forEach(all::addAll);
        all.removeIf(name -> CsvColumn.of(name).name().equals(CsvColumn.REASON));
        // Of several columns that mean one field, only one is imported.
        List<String> sent = List.copyOf(all);
        List<CsvColumn> meant = CsvColumn.all(sent);
        this.names = IntStream.range(0, sent.size())
                .filter(i ->
                        meant.get(i).isKnown() || !CsvColumn.of(sent.get(i)).isKnown())
                .mapToObj(sent::get)
                .toList();
        this.columns = CsvColumn.all(names);
    }

    /** The header with its line end. */
    public String header() {
        List<String> cells = new ArrayList<>(names);
        cells.add(CsvColumn.REASON);
        return CsvText.row(cells);
    }

    /**
     * The row of a record with its line end.
     *
     * @param record the JSON object that was made of its row
     * @param reason why it was not applied
     * @throws IOException if it is no JSON object
     */
    public String row(byte[] record, String reason) throws IOException {
        if (!(JSON.readTree(record) instanceof ObjectNode user)) {
            throw new IOException("the record of a table is not a JSON object");
        }
        String[] cells = new String[columns.size()];
        // A column with a whole object holds what the columns of its parts cannot.
        for (boolean whole : List.of(false, true)) {
            for (int i = 0; i < cells.length; i++) {
                if (columns.get(i).isWhole() == whole) {
                    cells[i] = columns.get(i).take(user);
                }
            }
        }
        List<String> row = new ArrayList<>(List.of(cells));
        row.add(CsvText.withoutFormula(reason));
        return CsvText.row(row);
    }
}
