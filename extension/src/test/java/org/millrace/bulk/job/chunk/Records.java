package org.millrace.bulk.job.chunk;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.RecordReader;
import org.millrace.bulk.format.csv.CsvReader;
import org.millrace.bulk.format.json.JsonReader;
import org.millrace.bulk.format.json.NdjsonReader;
import org.millrace.bulk.format.parser.UserJsonParser;
import org.millrace.bulk.job.part.CapturingParser;

/** Bodies, read and kept as parts of a job keep them. */
final class Records {
    static final RecordLimits LIMITS = new RecordLimits(1000, 32, 100);
    static final UserJsonParser PARSER = new UserJsonParser(LIMITS);

    private Records() {}

    /** What a body of some format comes to. */
    @FunctionalInterface
    interface Format {
        RecordReader reader(ByteArrayInputStream body, RecordParser parser);
    }

    static final Format NDJSON = (body, parser) -> new NdjsonReader(body, parser, LIMITS.maxBytes());
    static final Format JSON = (body, parser) -> new JsonReader(body, parser, LIMITS, Set.of("users"));
    static final Format CSV = (body, parser) -> new CsvReader(body, parser, LIMITS, false);

    static List<Entry> entries(Format format, String body, RecordParser parser) {
        RecordReader reader = format.reader(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)), parser);
        List<Entry> entries = new ArrayList<>();
        try {
            for (Optional<Entry> next = reader.next(); next.isPresent(); next = reader.next()) {
                entries.add(next.get());
            }
            return entries;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<StoredRecord> stored(Format format, String body) {
        CapturingParser parser = new CapturingParser(PARSER);
        return entries(format, body, parser).stream()
                .map(entry -> StoredRecord.of(entry, parser.take(entry)))
                .toList();
    }
}
