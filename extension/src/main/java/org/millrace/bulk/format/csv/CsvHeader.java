package org.millrace.bulk.format.csv;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.reader.CsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader.CsvReaderBuilder;
import de.siegmar.fastcsv.reader.StringArrayHandler;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.SourceFields;
import org.millrace.bulk.format.UndecodableBodyException;
import org.millrace.bulk.record.field.Violation;

/**
 * The columns of a CSV file and its delimiter: a comma, or the separators that spreadsheets use in some countries. Converts each
 * row to a JSON object.
 */
final class CsvHeader implements CsvTable {
    /** The first that makes most sense of the header is taken. */
    private static final String DELIMITERS = ",;\t|";

    /** What Excel reads and writes before the header. */
    private static final Pattern DELIMITER_ROW = Pattern.compile(" *\"?sep=(.)\"?[,;\t| ]*", Pattern.CASE_INSENSITIVE);

    /** What PowerShell writes before the header. */
    private static final String TYPE_ROW = "#TYPE ";

    private static final int MAX_SHOWN = 500;

    static final String INVALID = "invalid-header";

    private final char delimiter;
    private final List<String> names;
    private final List<CsvColumn> columns;
    private final CsvReaderBuilder csv;
    private final StringArrayHandler cells;
    private final ObjectMapper json;

    private CsvHeader(char delimiter, List<String> names, List<CsvColumn> columns, RecordLimits limits) {
        this.names = names.stream().map(String::strip).toList();
        this.delimiter = delimiter;
        this.columns = columns;
        this.csv = csv(delimiter);
        this.cells = cells(limits);
        JsonFactory factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(limits.maxNesting())
                        .maxStringLength(limits.maxBytes())
                        .build())
                .build();
        this.json = new ObjectMapper(factory).enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }

    /**
     * The delimiter that a row before the header names, as in {@code sep=;}.
     *
     * @throws UndecodableBodyException if it is a character that cannot be one
     */
    static Optional<Character> delimiter(String row) throws UndecodableBodyException {
        Matcher matcher = DELIMITER_ROW.matcher(row);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        char delimiter = matcher.group(1).charAt(0);
        if (DELIMITERS.indexOf(delimiter) < 0) {
            throw new UndecodableBodyException(
                    INVALID,
                    "The delimiter of the line sep= is not supported; supported: comma, semicolon, tab, vertical bar");
        }
        return Optional.of(delimiter);
    }

    /** Whether a row before the header names the type of the exported objects. */
    static boolean isType(String row) {
        return row.startsWith(TYPE_ROW);
    }

    /**
     * Understands a header row.
     *
     * @param named the delimiter, if the file names it
     * @param strict whether every column has to be known
     * @throws UndecodableBodyException if no record could be made of a row below it, or a column is unknown that has to be known
     */
    static CsvHeader of(String row, RecordLimits limits, Optional<Character> named, boolean strict)
            throws UndecodableBodyException {
        CsvHeader best = null;
        String delimiters = named.map(String::valueOf).orElse(DELIMITERS);
        for (char delimiter : delimiters.toCharArray()) {
            Optional<List<String>> names = cells(row, csv(delimiter), cells(limits));
            if (names.isPresent()) {
                CsvHeader header = new CsvHeader(delimiter, names.get(), CsvColumn.all(names.get()), limits);
                best = best == null || header.known() > best.known() ? header : best;
            }
        }
        if (best == null || best.columns.stream().noneMatch(CsvColumn::isKey)) {
            throw new UndecodableBodyException(INVALID, withoutKey(best));
        }
        best.checkColumnsDiffer();
        if (strict) {
            best.checkColumnsAreKnown(row);
        }
        return best;
    }

    /** Quotes only names of columns: the first row of a table without a header may hold a password. */
    private static String withoutKey(@Nullable CsvHeader header) {
        String known = header == null
                ? ""
                : header.columns.stream()
                        .filter(CsvColumn::isKnown)
                        .map(CsvColumn::name)
                        .collect(Collectors.joining(", "));
        return "The first row must name the columns, one of them username, email or id; "
                + (known.isEmpty() ? "none of its cells is the name of a column" : "it names " + known)
                + ". Columns are " + CsvColumn.names();
    }

    private void checkColumnsAreKnown(String row) throws UndecodableBodyException {
        String unknown = columns.stream()
                .filter(column -> !column.isKnown() && !column.name().isEmpty())
                .map(this::described)
                .collect(Collectors.joining(", "));
        if (!unknown.isEmpty()) {
            throw new UndecodableBodyException(
                    "unknown-column",
                    "Unknown column " + Violation.shortened(unknown, MAX_SHOWN) + " in the header \""
                            + Violation.shortened(row.strip(), MAX_SHOWN) + "\". Columns are " + CsvColumn.names()
                            + ". Name a column attributes.<name> to import it as an attribute, remove it, or use"
                            + " validation=lenient to leave it out with a warning"
                            + SourceFields.advice(names));
        }
    }

    /** An unknown column; of an alias of a field that another column has, that column too. */
    private String described(CsvColumn column) {
        CsvColumn field = CsvColumn.of(column.name());
        String text = "\"" + column.name() + "\"";
        return field.isKnown()
                ? text + " (" + field.name() + " is read from \"" + names.get(columns.indexOf(field)) + "\")"
                : text;
    }

    @Override
    public List<String> names() {
        return names;
    }

    @Override
    public List<Violation> notices() {
        return columns.stream().anyMatch(column -> column.name().equals("enabled"))
                ? List.of()
                : List.of(Violation.of(
                        "no-enabled-column",
                        "enabled",
                        "The table has no column enabled, so new users are disabled; the option defaults=enabled:true"
                                + " enables them"));
    }

    static boolean mayDelimit(byte b) {
        return DELIMITERS.indexOf(b) >= 0;
    }

    @Override
    public byte delimiter() {
        return (byte) delimiter;
    }

    @Override
    public Optional<List<String>> cells(String row) {
        return cells(row, csv, cells);
    }

    @Override
    public boolean isTooShortFor(List<String> row) {
        return IntStream.range(0, row.size())
                .anyMatch(i -> (i >= columns.size() || columns.get(i).name().isEmpty())
                        && !row.get(i).isBlank());
    }

    /** An empty cell names nothing. */
    @Override
    public byte[] json(List<String> row) {
        ObjectNode user = json.createObjectNode();
        for (int i = 0; i < Math.min(row.size(), columns.size()); i++) {
            if (!row.get(i).isEmpty()) {
                columns.get(i).fill(user, row.get(i), json);
            }
        }
        password(user);
        try {
            return json.writeValueAsBytes(user);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree is always writable", e);
        }
    }

    /** Three columns make one credential. */
    private void password(ObjectNode user) {
        JsonNode value = user.remove(CsvColumn.PASSWORD);
        JsonNode hash = user.remove(CsvColumn.PASSWORD_HASH);
        JsonNode temporary = user.remove(CsvColumn.PASSWORD_TEMPORARY);
        boolean list = user.path("credentials").isArray() || !user.has("credentials");
        if ((value != null || hash != null) && list) {
            ObjectNode credential =
                    CsvColumn.list(user, "credentials").addObject().put("type", "password");
            if (value != null) {
                credential.set("value", value);
            }
            if (hash != null) {
                credential.set("hash", hash(hash));
            }
            if (temporary != null) {
                credential.set("temporary", temporary);
            }
        }
    }

    /** A hash is a text, or an object in JSON. LDAP hashes begin with a brace too, but never with a quotation mark behind it. */
    private JsonNode hash(JsonNode cell) {
        if (!cell.asText().startsWith("{\"")) {
            return cell;
        }
        try {
            return json.readTree(cell.asText());
        } catch (JsonProcessingException e) {
            return cell;
        }
    }

    private long known() {
        return columns.stream().filter(CsvColumn::isKnown).count();
    }

    private void checkColumnsDiffer() throws UndecodableBodyException {
        Set<String> names = new HashSet<>();
        for (CsvColumn column : columns) {
            if (column.isKnown() && !column.isList() && !names.add(column.name())) {
                throw new UndecodableBodyException(
                        INVALID, "Two columns of the header map to " + column.name() + "; keep one of them");
            }
        }
    }

    private static CsvReaderBuilder csv(char delimiter) {
        return de.siegmar.fastcsv.reader.CsvReader.builder()
                .fieldSeparator(delimiter)
                .skipEmptyLines(false)
                .allowUnclosedQuote(false);
    }

    private static StringArrayHandler cells(RecordLimits limits) {
        return StringArrayHandler.builder()
                .maxFieldSize(limits.maxBytes())
                .maxRecordSize(limits.maxBytes())
                .build();
    }

    /** Cells of one row; empty if its quoting is invalid. */
    static Optional<List<String>> cells(String row, char delimiter, RecordLimits limits) {
        return cells(row, csv(delimiter), cells(limits));
    }

    /** Cells of one row, as a handler collects them; empty if its quoting is invalid. */
    static Optional<List<String>> cells(String row, char delimiter, CsvCallbackHandler<List<String>> handler) {
        try {
            return Optional.of(csv(delimiter).ofSingleCsvRecord(handler, row));
        } catch (CsvParseException e) {
            // Its message quotes the row, which may hold a password.
            return Optional.empty();
        }
    }

    private static Optional<List<String>> cells(String row, CsvReaderBuilder csv, StringArrayHandler handler) {
        try {
            return Optional.of(List.of(csv.ofSingleCsvRecord(handler, row)));
        } catch (CsvParseException e) {
            // Its message quotes the row, which may hold a password.
            return Optional.empty();
        }
    }
}
