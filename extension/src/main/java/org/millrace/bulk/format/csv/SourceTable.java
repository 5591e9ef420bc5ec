package org.millrace.bulk.format.csv;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import de.siegmar.fastcsv.reader.CsvCallbackHandler;
import de.siegmar.fastcsv.reader.RecordType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.UndecodableBodyException;
import org.millrace.bulk.record.field.Violation;

/**
 * A table of another system: each row is an object whose fields are named as the columns. {@code NULL}, {@code null} and {@code \N} without
 * quotes, as databases write them, are no values.
 */
final class SourceTable implements CsvTable {
    private static final char[] DELIMITERS = {',', ';', '\t', '|'};

    private static final Set<String> NULLS = Set.of("NULL", "null", "\\N");

    private final List<String> names;
    private final char delimiter;
    private final String cellPrefix;
    private final Cells cells = new Cells();
    private final ObjectMapper json;

    private SourceTable(List<String> names, char delimiter, String cellPrefix, RecordLimits limits) {
        this.names = List.copyOf(names);
        this.delimiter = delimiter;
        this.cellPrefix = cellPrefix;
        this.json = new ObjectMapper(limits.jsonFactory());
    }

    /** The cells of one row. An empty one stands for a NULL; empty cells behind the last column are left out. */
    private final class Cells extends CsvCallbackHandler<List<String>> {
        private List<String> row = new ArrayList<>();
        private int fields;

        @Override
        protected RecordType getRecordType() {
            return RecordType.DATA;
        }

        @Override
        protected int getFieldCount() {
            return fields;
        }

        @Override
        protected void beginRecord(long startingLine) {
            row = new ArrayList<>();
            fields = 0;
        }

        @Override
        protected void addField(char[] text, int offset, int length, boolean quoted) {
            String cell = new String(text, offset, length);
            add(!quoted && NULLS.contains(cell) ? "" : cell);
        }

        @Override
        protected void setComment(char[] text, int offset, int length) {
            throw new IllegalStateException("tables have no comments");
        }

        @Override
        protected void setEmpty() {
            add("");
        }

        private void add(String cell) {
            fields++;
            if (row.size() < names.size() || !cell.isEmpty()) {
                row.add(cell);
            }
        }

        @Override
        protected List<String> buildRecord() {
            return row;
        }
    }

    /**
     * A table without a header row.
     *
     * @param cellPrefix what the system writes before the text of each cell; empty for nothing
     */
    static SourceTable of(List<String> names, String cellPrefix, RecordLimits limits) {
        return new SourceTable(names, ',', cellPrefix, limits);
    }

    /**
     * Reads a header row.
     *
     * @param named the delimiter, if the file names it
     * @param cellPrefix what the system writes before the text of each cell; empty for nothing
     * @throws UndecodableBodyException if the row cannot be read, or two columns have the same name
     */
    static SourceTable of(String row, Optional<Character> named, String cellPrefix, RecordLimits limits)
            throws UndecodableBodyException {
        char delimiter = named.orElseGet(() -> delimiter(row));
        List<String> names = CsvHeader.cells(row, delimiter, limits)
                .orElseThrow(() -> new UndecodableBodyException(CsvHeader.INVALID, "Unclosed quote in the header row"))
                .stream()
                .map(name -> withoutPrefix(name.strip(), cellPrefix))
                .collect(Collectors.toCollection(ArrayList::new));
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).isEmpty()) {
                names.set(i, "(column " + (i + 1) + ")");
            }
        }
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name)) {
                throw new UndecodableBodyException(
                        CsvHeader.INVALID, "Duplicate column \"" + Violation.shortened(name, 100) + "\"");
            }
        }
        return new SourceTable(names, delimiter, cellPrefix, limits);
    }

    private static char delimiter(String row) {
        char best = DELIMITERS[0];
        for (char candidate : DELIMITERS) {
            best = count(row, candidate) > count(row, best) ? candidate : best;
        }
        return best;
    }

    private static long count(String text, char wanted) {
        return text.chars().filter(c -> c == wanted).count();
    }

    @Override
    public List<String> names() {
        return names;
    }

    @Override
    public byte delimiter() {
        return (byte) delimiter;
    }

    @Override
    public Optional<List<String>> cells(String row) {
        return CsvHeader.cells(row, delimiter, cells).map(this::withoutPrefix);
    }

    @Override
    public boolean isTooShortFor(List<String> row) {
        return IntStream.range(0, row.size())
                .anyMatch(i -> i >= names.size() && !row.get(i).isBlank());
    }

    @Override
    public byte[] json(List<String> row) {
        ObjectNode record = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < Math.min(row.size(), names.size()); i++) {
            record.set(names.get(i), value(row.get(i)));
        }
        return record.toString().getBytes(StandardCharsets.UTF_8);
    }

    private List<String> withoutPrefix(List<String> row) {
        return cellPrefix.isEmpty()
                ? row
                : row.stream().map(cell -> withoutPrefix(cell, cellPrefix)).toList();
    }

    private static String withoutPrefix(String cell, String prefix) {
        return cell.startsWith(prefix) ? cell.substring(prefix.length()) : cell;
    }

    /** Databases write objects and lists into cells as JSON. */
    private JsonNode value(String cell) {
        if (cell.startsWith("{") && cell.endsWith("}") || cell.startsWith("[") && cell.endsWith("]")) {
            try {
                return json.readTree(cell);
            } catch (JsonProcessingException e) {
                // A text that only looks like JSON.
                return TextNode.valueOf(cell);
            }
        }
        return TextNode.valueOf(cell);
    }
}
