package org.millrace.bulk.format.csv;

import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.format.BodyReader;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.NotJson;
import org.millrace.bulk.format.RecordBytes;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.UndecodableBodyException;
import org.millrace.bulk.format.Utf8;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/**
 * Comma-separated values with a header row: one record a row, which may span lines where a line end stands between quotes. Rows
 * are split here, so that an oversized row costs no memory and the next one is read; FastCSV splits rows into cells. Blank rows
 * count as lines and are skipped.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc4180">RFC 4180</a>
 */
public final class CsvReader extends BodyReader {
    private final RecordParser parser;
    private final HeaderRow headerRow;
    private final RecordBytes row;

    private @Nullable CsvTable header;
    private Optional<Character> delimiter = Optional.empty();
    private long line = 1;
    private long rowLine = 1;
    private boolean inQuotes;
    private boolean quoteClosed;
    private boolean cellBegins = true;
    private boolean carriageReturn;

    /**
     * Reads from a body.
     *
     * @param strict whether every column of the header has to be known
     */
    public CsvReader(InputStream body, RecordParser parser, RecordLimits limits, boolean strict) {
        this(body, parser, limits, (text, delimiter) -> CsvHeader.of(text, limits, delimiter, strict));
    }

    private CsvReader(InputStream body, RecordParser parser, RecordLimits limits, HeaderRow headerRow) {
        super(body);
        this.parser = parser;
        this.headerRow = headerRow;
        this.row = new RecordBytes(limits.maxBytes());
    }

    /**
     * Reads the table of another system: a record is an object whose fields are named as the columns.
     *
     * @param columns names of the columns; empty if the table has a header row
     * @param cellPrefix what the system writes before the text of each cell; empty for nothing
     */
    public static CsvReader ofSource(
            InputStream body, RecordParser parser, RecordLimits limits, List<String> columns, String cellPrefix) {
        CsvReader reader = new CsvReader(
                body, parser, limits, (text, delimiter) -> SourceTable.of(text, delimiter, cellPrefix, limits));
        if (!columns.isEmpty()) {
            reader.header = SourceTable.of(columns, cellPrefix, limits);
        }
        return reader;
    }

    /** Reads the header row of a table. */
    @FunctionalInterface
    private interface HeaderRow {
        /** @param delimiter if the file names it */
        CsvTable table(String text, Optional<Character> delimiter) throws UndecodableBodyException;
    }

    @Override
    public boolean isBlank() {
        return header == null;
    }

    @Override
    public List<String> columns() {
        return header == null ? List.of() : header.names();
    }

    @Override
    public List<Violation> notices() {
        return header == null ? List.of() : header.notices();
    }

    @Override
    protected void consume() throws UndecodableBodyException {
        int start = position;
        for (int i = position; i < limit; i++) {
            byte b = buffer[i];
            boolean secondHalf = carriageReturn && b == '\n';
            carriageReturn = b == '\r';
            if (secondHalf) {
                // Between quotes both halves of a line end are part of the cell.
                start = inQuotes ? start : i + 1;
                continue;
            }
            if (b == '\n' || b == '\r') {
                line++;
                if (!inQuotes) {
                    row.append(buffer, start, i);
                    start = i + 1;
                    position = start;
                    if (endRow()) {
                        return;
                    }
                    continue;
                }
            }
            quote(b);
        }
        row.append(buffer, start, limit);
        position = limit;
    }

    @Override
    protected void end() throws UndecodableBodyException {
        endRow();
    }

    private void quote(byte b) {
        if (b == '"') {
            // A quote begins or ends a quoted cell, or is doubled as a literal; elsewhere it is a literal.
            boolean begins = cellBegins || quoteClosed;
            quoteClosed = inQuotes;
            inQuotes = !inQuotes && begins;
            cellBegins = false;
        } else if (!inQuotes) {
            quoteClosed = false;
            cellBegins = header == null ? CsvHeader.mayDelimit(b) : b == header.delimiter();
        }
    }

    /** Ends a row; true if it is an entry. */
    private boolean endRow() throws UndecodableBodyException {
        boolean open = inQuotes;
        long at = rowLine;
        inQuotes = false;
        quoteClosed = false;
        cellBegins = true;
        rowLine = line;
        if (row.isEmpty()) {
            return false;
        }
        Optional<Entry> entry = header == null ? header(open) : Optional.ofNullable(record(header, open, at));
        row.clear();
        entry.ifPresent(this::found);
        return entry.isPresent();
    }

    private Optional<Entry> header(boolean open) throws UndecodableBodyException {
        if (row.isTooLarge() || open) {
            throw new UndecodableBodyException(CsvHeader.INVALID, "The header row is too long or not terminated");
        }
        Optional<String> text = Utf8.decode(row.bytes(), row.length());
        if (text.isEmpty()) {
            throw new UndecodableBodyException(
                    CsvHeader.INVALID,
                    "The header row is not UTF-8; for a file in Windows-1252 send Content-Type: text/csv;"
                            + " charset=windows-1252");
        }
        if (CsvHeader.isType(text.get())) {
            return Optional.empty();
        }
        if (delimiter.isEmpty()) {
            delimiter = CsvHeader.delimiter(text.get());
            if (delimiter.isPresent()) {
                return Optional.empty();
            }
        }
        if (!text.get().isBlank()) {
            header = headerRow.table(text.get(), delimiter);
        }
        return Optional.empty();
    }

    private @Nullable Entry record(CsvTable columns, boolean open, long at) {
        Position here = new Position(at);
        if (row.isTooLarge()) {
            return row.tooLarge(here);
        }
        if (open) {
            return unreadable("not-csv", "Unclosed quote", here);
        }
        Optional<String> text = Utf8.decode(row.bytes(), row.length());
        if (text.isEmpty()) {
            return unreadable("not-utf-8", NotJson.NOT_UTF_8, here);
        }
        Optional<List<String>> cells = columns.cells(text.get());
        if (cells.isEmpty()) {
            return unreadable("not-csv", "Unexpected text after the closing quote of a cell", here);
        }
        if (cells.get().stream().allMatch(String::isBlank)) {
            return null;
        }
        if (columns.isTooShortFor(cells.get())) {
            return unreadable("too-many-cells", "The row has more cells than the header has columns", here);
        }
        byte[] json = columns.json(cells.get());
        return parser.parse(json, 0, json.length, here);
    }

    private static Entry unreadable(String code, String detail, Position at) {
        return new Entry.Unreadable(at, Optional.empty(), List.of(Violation.of(code, null, detail)), 0);
    }
}
