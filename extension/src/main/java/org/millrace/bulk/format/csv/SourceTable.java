package org.millrace.bulk.format.csv;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
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
import org.millrace.bulk.record.Violation;

/** A table of another system: each row is an object whose fields are named as the columns. */
final class SourceTable implements CsvTable {
    private static final char[] DELIMITERS = {',', ';', '\t', '|'};

    private final List<String> names;
    private final char delimiter;
    private final RecordLimits limits;
    private final ObjectMapper json;

    private SourceTable(List<String> names, char delimiter, RecordLimits limits) {
        this.names = List.copyOf(names);
        this.delimiter = delimiter;
        this.limits = limits;
        this.json = new ObjectMapper(limits.jsonFactory());
    }

    /** A table without a header row. */
    static SourceTable of(List<String> names, RecordLimits limits) {
        return new SourceTable(names, ',', limits);
    }

    /**
     * Reads a header row.
     *
     * @param named the delimiter, if the file names it
     * @throws UndecodableBodyException if the row cannot be read, or two columns have the same name
     */
    static SourceTable of(String row, Optional<Character> named, RecordLimits limits) throws UndecodableBodyException {
        char delimiter = named.orElseGet(() -> delimiter(row));
        List<String> names = CsvHeader.cells(row, delimiter, limits)
                .orElseThrow(() -> new UndecodableBodyException(CsvHeader.INVALID, "Unclosed quote in the header row"))
                .stream()
                .map(String::strip)
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
        return new SourceTable(names, delimiter, limits);
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
        return CsvHeader.cells(row, delimiter, limits);
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
