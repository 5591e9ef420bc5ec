package org.millrace.bulk.format.csv;

import java.util.List;
import java.util.Optional;
import org.millrace.bulk.record.field.Violation;

/** The columns of a table, and the conversion of its rows. For one thread. */
interface CsvTable {
    /** Names of the columns as they were sent. */
    List<String> names();

    byte delimiter();

    /** Cells of one row; empty if its quoting is invalid. */
    Optional<List<String>> cells(String row);

    /** Whether a cell of the row has a value and no column. */
    boolean isTooShortFor(List<String> row);

    /** The JSON object of a row. */
    byte[] json(List<String> row);

    /** Messages about the whole table. */
    default List<Violation> notices() {
        return List.of();
    }
}
