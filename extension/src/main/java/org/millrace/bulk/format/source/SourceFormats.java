package org.millrace.bulk.format.source;

import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.millrace.bulk.format.ForwardingReader;
import org.millrace.bulk.format.LdifReader;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.RecordReader;
import org.millrace.bulk.format.csv.CsvReader;
import org.millrace.bulk.format.json.JsonReader;
import org.millrace.bulk.format.json.NdjsonReader;
import org.millrace.bulk.record.field.FieldUse;

/** Readers of one source's exports, one for each format that it may come in. Each call gives a reader with a field report of its own. */
public final class SourceFormats {
    private final SourceMapping mapping;
    private final RecordParser users;
    private final RecordLimits limits;
    private final Predicate<String> isSupported;
    private final boolean joining;

    SourceFormats(SourceMapping mapping, RecordParser users, RecordLimits limits, Predicate<String> isSupported) {
        this(mapping, users, limits, isSupported, false);
    }

    private SourceFormats(
            SourceMapping mapping,
            RecordParser users,
            RecordLimits limits,
            Predicate<String> isSupported,
            boolean joining) {
        this.mapping = mapping;
        this.users = users;
        this.limits = limits;
        this.isSupported = isSupported;
        this.joining = joining;
    }

    /**
     * The same for the parts of a job, which can be joined: of a source that exports users and password hashes in two files, each record
     * says at its head, in the field {@value SourceParser#JOIN}, which partner it has in the other file.
     */
    public SourceFormats joining() {
        return new SourceFormats(mapping, users, limits, isSupported, true);
    }

    /** Whether the source exports users and password hashes in two files. */
    public boolean hasJoin() {
        return mapping.join().isPresent();
    }

    /** One JSON object per line. */
    public RecordReader ndjson(InputStream text) {
        SourceParser parser = parser();
        return reported(new NdjsonReader(text, parser, limits.maxBytes()), parser);
    }

    /** A JSON array, or an object whose section holds the list. */
    public RecordReader json(InputStream text) {
        SourceParser parser = parser();
        return reported(new JsonReader(text, parser, limits, Set.of(mapping.section())), parser);
    }

    /** A table. */
    public RecordReader csv(InputStream text) {
        SourceParser parser = parser();
        return reported(CsvReader.ofSource(text, parser, limits, mapping.columns(), mapping.cellPrefix()), parser);
    }

    /** An LDIF file. */
    public RecordReader ldif(InputStream text) {
        SourceParser parser = parser();
        return reported(new LdifReader(text, parser, limits), parser);
    }

    private SourceParser parser() {
        return new SourceParser(mapping, limits, users, joining ? mapping.join() : Optional.empty(), isSupported);
    }

    private static RecordReader reported(RecordReader reader, SourceParser parser) {
        return new ForwardingReader(reader) {
            /** None: the records are mapped users, which have fewer or other fields than the table. */
            @Override
            public List<String> columns() {
                return List.of();
            }

            @Override
            public List<FieldUse> fields() {
                return parser.fields();
            }
        };
    }
}
