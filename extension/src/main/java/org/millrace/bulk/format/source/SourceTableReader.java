package org.millrace.bulk.format.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordReader;
import org.millrace.bulk.format.UndecodableBody;
import org.millrace.bulk.record.FieldUse;
import org.millrace.bulk.record.Position;
import org.millrace.bulk.record.Violation;

/**
 * Rows of another system's table: one record each, whose fields are named as the columns. Where a row cannot be read, reading ends with an
 * outcome that says so.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc4180">RFC 4180</a>
 */
final class SourceTableReader implements RecordReader {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_HEADER_CHARACTERS = 65_536;

    private final BufferedReader text;
    private final SourceParser parser;
    private final RecordLimits limits;
    private List<String> columns;
    private @Nullable Iterator<CsvRecord> rows;
    private boolean ended;

    /** @param columns names of the columns; empty if the table has a header row */
    SourceTableReader(InputStream body, SourceParser parser, RecordLimits limits, List<String> columns) {
        this.text = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8), MAX_HEADER_CHARACTERS);
        this.parser = parser;
        this.limits = limits;
        this.columns = columns;
    }

    @Override
    public Optional<Entry> next() throws IOException {
        try {
            if (rows == null) {
                rows = open();
            }
            while (!ended && rows.hasNext()) {
                CsvRecord row = rows.next();
                if (row.getFields().stream().anyMatch(cell -> !cell.isBlank())) {
                    return Optional.of(parser.map(record(row), new Position(row.getStartingLineNumber())));
                }
            }
            return Optional.empty();
        } catch (CsvParseException e) {
            ended = true;
            return Optional.of(new Entry.Unreadable(
                    new Position(0),
                    Optional.empty(),
                    List.of(Violation.of(
                            "not-csv", null, "A row has wrong quotes or is too long; the rows behind it are not read")),
                    0));
        }
    }

    private Iterator<CsvRecord> open() throws IOException {
        text.mark(MAX_HEADER_CHARACTERS);
        String first = text.readLine();
        text.reset();
        Iterator<CsvRecord> opened = CsvReader.builder()
                .fieldSeparator(first == null ? ',' : separator(first))
                .detectBomHeader(false)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .maxBufferSize(Math.max(limits.maxBytes(), MAX_HEADER_CHARACTERS))
                .ofCsvRecord(text)
                .iterator();
        if (columns.isEmpty() && opened.hasNext()) {
            columns = header(opened.next().getFields());
        }
        return opened;
    }

    private static List<String> header(List<String> cells) throws UndecodableBody {
        List<String> names = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (String cell : cells) {
            String name = cell.replace("\uFEFF", "").trim();
            if (!name.isEmpty() && !seen.add(name)) {
                throw new UndecodableBody(
                        "invalid-header", "The column \"" + Violation.shortened(name, 100) + "\" comes twice");
            }
            names.add(name);
        }
        return names;
    }

    private static char separator(String header) {
        char best = ',';
        for (char candidate : new char[] {';', '\t'}) {
            if (count(header, candidate) > count(header, best)) {
                best = candidate;
            }
        }
        return best;
    }

    private static long count(String text, char wanted) {
        return text.chars().filter(c -> c == wanted).count();
    }

    private ObjectNode record(CsvRecord row) {
        ObjectNode record = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < Math.min(columns.size(), row.getFieldCount()); i++) {
            if (!columns.get(i).isEmpty()) {
                record.set(columns.get(i), value(row.getField(i)));
            }
        }
        return record;
    }

    /** Databases write objects and lists into cells as JSON. */
    private static JsonNode value(String cell) {
        if (cell.startsWith("{") && cell.endsWith("}") || cell.startsWith("[") && cell.endsWith("]")) {
            try {
                return JSON.readTree(cell);
            } catch (JsonProcessingException e) {
                // A text that only looks like JSON.
                return TextNode.valueOf(cell);
            }
        }
        return TextNode.valueOf(cell);
    }

    @Override
    public boolean wouldWait() {
        return false;
    }

    @Override
    public boolean isBlank() {
        return columns.isEmpty();
    }

    @Override
    public List<FieldUse> fields() {
        return parser.fields();
    }
}
