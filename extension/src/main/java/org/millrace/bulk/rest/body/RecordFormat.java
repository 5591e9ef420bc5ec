package org.millrace.bulk.rest.body;

import jakarta.ws.rs.core.MediaType;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.millrace.bulk.entity.EntityType;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.RecordReader;
import org.millrace.bulk.format.csv.CsvReader;
import org.millrace.bulk.format.json.ExportReader;
import org.millrace.bulk.format.json.JsonReader;
import org.millrace.bulk.format.json.NdjsonReader;
import org.millrace.bulk.format.source.SourceFormats;
import org.millrace.bulk.rest.setting.ImportSettings;

/** The formats that records come in, each with its media type. */
enum RecordFormat {
    NDJSON("application", "x-ndjson") {
        @Override
        RecordReader reader(
                InputStream body, EntityType type, RecordParser parser, ImportSettings settings, boolean strict) {
            return new NdjsonReader(body, parser, settings.recordLimits().maxBytes());
        }

        @Override
        RecordReader reader(InputStream body, SourceFormats source) {
            return source.ndjson(body);
        }
    },
    JSON("application", "json") {
        @Override
        RecordReader reader(
                InputStream body, EntityType type, RecordParser parser, ImportSettings settings, boolean strict) {
            return type.takesExports()
                    ? new ExportReader(body, parser, settings.recordLimits(), settings.maxSpillBytes())
                    : new JsonReader(body, parser, settings.recordLimits(), Set.of(type.name()));
        }

        @Override
        RecordReader reader(InputStream body, SourceFormats source) {
            return source.json(body);
        }
    },
    CSV("text", "csv") {
        @Override
        RecordReader reader(
                InputStream body, EntityType type, RecordParser parser, ImportSettings settings, boolean strict) {
            return new CsvReader(body, parser, settings.recordLimits(), strict);
        }

        @Override
        RecordReader reader(InputStream body, SourceFormats source) {
            return source.csv(body);
        }
    },
    LDIF("text", "ldif") {
        @Override
        RecordReader reader(
                InputStream body, EntityType type, RecordParser parser, ImportSettings settings, boolean strict) {
            throw RequestBody.unsupported("text/ldif is imported with the parameter source=ldif");
        }

        @Override
        RecordReader reader(InputStream body, SourceFormats source) {
            return source.ldif(body);
        }
    };

    /** Formats of files by the ends of their names. */
    private static final Map<String, RecordFormat> FILES =
            Map.of(".csv", CSV, ".txt", CSV, ".ldif", LDIF, ".json", JSON, ".ndjson", NDJSON, ".jsonl", NDJSON);

    private final MediaType type;

    RecordFormat(String type, String subtype) {
        this.type = new MediaType(type, subtype);
    }

    /** Reads records from text in UTF-8. */
    abstract RecordReader reader(
            InputStream body, EntityType type, RecordParser parser, ImportSettings settings, boolean strict);

    /** Reads another system's records from text in UTF-8. */
    abstract RecordReader reader(InputStream body, SourceFormats source);

    /** The format with this media type. */
    static Optional<RecordFormat> of(MediaType type) {
        return Arrays.stream(values())
                .filter(each -> !type.isWildcardType() && !type.isWildcardSubtype())
                .filter(each -> each.type.isCompatible(type))
                .findFirst();
    }

    /** The format of a file by the end of its name. */
    static Optional<RecordFormat> ofFile(String name) {
        String lowerCase = name.toLowerCase(Locale.ROOT);
        return FILES.entrySet().stream()
                .filter(each -> lowerCase.endsWith(each.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    MediaType mediaType() {
        return type;
    }

    /** The media types of request bodies, for messages. */
    static String mediaTypes() {
        return Arrays.stream(values()).map(format -> format.type.toString()).collect(Collectors.joining(", "))
                + " or multipart/form-data with one file";
    }
}
