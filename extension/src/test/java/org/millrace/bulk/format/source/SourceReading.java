package org.millrace.bulk.format.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordReader;
import org.millrace.bulk.password.HashFormats;
import org.millrace.bulk.record.field.FieldUse;

/** Reads exports by their mapping: the users, the field report, and the records that are not imported. */
abstract class SourceReading {
    static final ObjectMapper JSON = new ObjectMapper();
    static final Path SAMPLES = Path.of(System.getProperty("project.root", ".."), "docs", "samples", "sources");
    static final RecordLimits LIMITS = new RecordLimits(1 << 16, 32, 1000);
    final List<JsonNode> users = new ArrayList<>();
    final Map<String, FieldUse> fields = new HashMap<>();
    List<String> notImported = List.of();
    boolean joining;

    boolean verified(JsonNode user) {
        return user.path("emailVerified").asBoolean();
    }

    void read(String source, String file) throws IOException {
        entries(source, Files.readString(SAMPLES.resolve(file)), file.substring(file.indexOf('.') + 1));
        assertThat(users).isNotEmpty();
    }

    List<Entry> entries(String source, String text, String format) throws IOException {
        return entries(source, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), format);
    }

    List<Entry> entries(String source, InputStream body, String format) throws IOException {
        return entries(Sources.builtIn(), source, body, format);
    }

    List<Entry> entries(Sources sources, String source, InputStream body, String format) throws IOException {
        SourceFormats formats = sources.formats(
                        source,
                        (bytes, offset, length, position) -> {
                            try {
                                users.add(JSON.readTree(bytes, offset, length));
                            } catch (IOException e) {
                                throw new IllegalStateException(e);
                            }
                            return new Entry.Unreadable(position, Optional.empty(), List.of(), length);
                        },
                        LIMITS,
                        HashFormats::isSupported)
                .orElseThrow();
        formats = joining ? formats.joining() : formats;
        RecordReader reader = switch (format) {
            case "ndjson" -> formats.ndjson(body);
            case "json" -> formats.json(body);
            case "csv" -> formats.csv(body);
            default -> formats.ldif(body);
        };
        List<Entry> entries = new ArrayList<>();
        for (Optional<Entry> next = reader.next(); next.isPresent(); next = reader.next()) {
            entries.add(next.get());
        }
        reader.fields().forEach(field -> fields.put(field.field(), field));
        notImported = reader.passedOver();
        return entries;
    }
}
