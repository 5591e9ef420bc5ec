package org.millrace.bulk.rest.body;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.entity.EntityType;
import org.millrace.bulk.format.BodyStart;
import org.millrace.bulk.format.MultipartFile;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.RecordReader;
import org.millrace.bulk.format.TranscodedBody;
import org.millrace.bulk.format.source.SourceFormats;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.rest.setting.ImportSettings;
import org.millrace.bulk.rest.setting.RequestLimits;
import org.millrace.server.problem.Problem;

/**
 * The headers of a request's body.
 *
 * @param content format and charset of the records; empty for a multipart body, whose part has them
 * @param boundary boundary of a multipart body; else empty
 */
public record RequestBody(Optional<Content> content, String boundary, Encoding encoding) {
    private static final MediaType MULTIPART = MediaType.valueOf(BodyLimit.UNREAD_FORM);
    private static final int MAX_SHOWN = 100;

    /** Default media types of clients, with advice. */
    private static final Map<String, String> HINTS = Map.of(
            "application/x-www-form-urlencoded",
            "curl sends this type by default; name the type of the body, for example with -H 'Content-Type: application/x-ndjson'",
            "application/vnd.ms-excel",
            "send a CSV file as text/csv",
            "application/jsonl",
            "send it as application/x-ndjson",
            "application/jsonlines",
            "send it as application/x-ndjson",
            "application/x-jsonlines",
            "send it as application/x-ndjson",
            "application/ndjson",
            "send it as application/x-ndjson");

    /** Format and charset of records. */
    record Content(RecordFormat format, Charset charset) {
        private InputStream text(InputStream bytes) throws IOException {
            return charset.equals(StandardCharsets.UTF_8)
                    ? BodyStart.requireUtf8(bytes)
                    : new TranscodedBody(bytes, charset);
        }
    }

    /**
     * Records in UTF-8.
     *
     * @param text closing it closes the body
     */
    public record Records(RecordFormat format, InputStream text) {
        /** @param strict whether a column of a table has to be known */
        public RecordReader reader(EntityType type, RecordParser parser, ImportSettings settings, boolean strict) {
            return new CountedRecords(
                    format.reader(text, type, parser, settings, strict),
                    settings.limits().maxRecords(),
                    "max-records");
        }

        /** Reads another system's export. */
        public RecordReader reader(SourceFormats source, ImportSettings settings) {
            return new CountedRecords(
                    format.reader(text, source), settings.limits().maxRecords(), "max-records");
        }
    }

    /** How the body is compressed. */
    enum Encoding {
        IDENTITY,
        GZIP;

        private InputStream decode(InputStream body, RequestLimits limits) throws IOException {
            return this == GZIP ? DecompressedBody.of(body, limits) : body;
        }
    }

    /**
     * Reads the headers.
     *
     * @throws jakarta.ws.rs.WebApplicationException with a problem of status 415 if the body cannot be read, or of status 400 for a
     *     multipart body without a bearer token
     */
    public static RequestBody of(HttpHeaders headers) {
        MediaType type = mediaType(headers);
        Encoding encoding = encoding(headers);
        if (type != null && MULTIPART.isCompatible(type) && !type.isWildcardType() && !type.isWildcardSubtype()) {
            requireBearer(headers);
            String boundary = type.getParameters().getOrDefault("boundary", "");
            if (boundary.isEmpty()) {
                throw unsupported("Content-Type is multipart/form-data without a boundary");
            }
            return new RequestBody(Optional.empty(), boundary, encoding);
        }
        return new RequestBody(Optional.of(content(type)), "", encoding);
    }

    /** Browsers send multipart bodies across sites without asking; a token in the header shows that the page meant it. */
    private static void requireBearer(HttpHeaders headers) {
        String authorization = headers.getHeaderString(HttpHeaders.AUTHORIZATION);
        if (authorization == null || !authorization.regionMatches(true, 0, "Bearer ", 0, "Bearer ".length())) {
            throw new Problem(
                            400,
                            "bearer-token-required",
                            "The request needs a bearer token",
                            "A multipart body is accepted with the header Authorization: Bearer only")
                    .exception();
        }
    }

    /**
     * Checks that the format can hold records of an entity, as far as the headers say.
     *
     * @throws jakarta.ws.rs.WebApplicationException with a problem of status 415 if it cannot
     */
    public void require(EntityType type) {
        content.ifPresent(given -> require(given.format(), type));
    }

    private static void require(RecordFormat format, EntityType type) {
        if ((format == RecordFormat.CSV || format == RecordFormat.LDIF) && !type.hasCsv()) {
            throw unsupported(format.mediaType() + " does not support " + type.name() + "; send them as JSON");
        }
    }

    /**
     * Opens the body: decompresses it, takes the file out of a multipart body, and brings its text to UTF-8.
     *
     * @throws org.millrace.bulk.format.UndecodableBodyException if it is recognised as something else than the headers say
     * @throws IOException if it breaks off or cannot be decompressed
     */
    public Records open(InputStream sent, EntityType type, ImportSettings settings) throws IOException {
        InputStream bytes = encoding.decode(sent, settings.limits());
        if (content.isPresent()) {
            return new Records(content.get().format(), content.get().text(bytes));
        }
        MultipartFile file = MultipartFile.of(bytes, boundary, settings.maxSpillBytes());
        try {
            Content inside = content(file);
            require(inside.format(), type);
            return new Records(inside.format(), inside.text(file.content()));
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** The media type of the part, or else the end of the file's name, as browsers give CSV files various types. */
    private static Content content(MultipartFile file) {
        String given = file.contentType().orElse("");
        Optional<MediaType> type = parsed(given);
        if (type.isPresent() && RecordFormat.of(type.get()).isPresent()) {
            return content(type.get());
        }
        RecordFormat format = RecordFormat.ofFile(file.fileName())
                .orElseThrow(() -> unsupported("The part has the type \"" + Violation.shortened(given, MAX_SHOWN)
                        + "\", and its file name does not end in .csv, .txt, .json, .ndjson, .jsonl or .ldif; types are "
                        + RecordFormat.mediaTypes()));
        return new Content(
                format, charset(format, type.map(MediaType::getParameters).orElse(Map.of())));
    }

    private static @Nullable MediaType mediaType(HttpHeaders headers) {
        String given = headers.getHeaderString(HttpHeaders.CONTENT_TYPE);
        return given == null
                ? null
                : parsed(given).orElseThrow(() -> noMediaType(given).exception());
    }

    /** The answer to a header that is not a media type. */
    static Problem noMediaType(String given) {
        return problem("Content-Type \"" + Violation.shortened(given, MAX_SHOWN)
                + "\" is not a media type; records can be sent as " + RecordFormat.mediaTypes());
    }

    private static Optional<MediaType> parsed(String given) {
        try {
            return given.isBlank() ? Optional.empty() : Optional.of(MediaType.valueOf(given));
        } catch (IllegalArgumentException e) {
            // The caller names the header.
            return Optional.empty();
        }
    }

    private static Content content(@Nullable MediaType type) {
        RecordFormat format =
                Optional.ofNullable(type).flatMap(RecordFormat::of).orElseThrow(() -> unsupported(unknown(type)));
        Map<String, String> parameters = type == null ? Map.of() : type.getParameters();
        if (format == RecordFormat.CSV && "absent".equalsIgnoreCase(parameters.get("header"))) {
            throw unsupported("A table requires a header row with the names of the columns; remove header=absent");
        }
        return new Content(format, charset(format, parameters));
    }

    private static String unknown(@Nullable MediaType type) {
        if (type == null) {
            return "The header Content-Type is missing; records can be sent as " + RecordFormat.mediaTypes();
        }
        String name = type.getType() + "/" + type.getSubtype();
        String hint = HINTS.get(name.toLowerCase(Locale.ROOT));
        return "Content-Type is " + Violation.shortened(name, MAX_SHOWN) + "; records can be sent as "
                + RecordFormat.mediaTypes() + (hint == null ? "" : "; " + hint);
    }

    private static Charset charset(RecordFormat format, Map<String, String> parameters) {
        String name = parameters.getOrDefault(MediaType.CHARSET_PARAMETER, "utf-8");
        Charset charset;
        try {
            charset = Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw unsupported("Content-Type names the charset \"" + Violation.shortened(name, MAX_SHOWN)
                    + "\", which is unknown; supported are, for example, utf-8, utf-16, windows-1252 and iso-8859-1");
        }
        if (format == RecordFormat.NDJSON && !charset.equals(StandardCharsets.UTF_8)) {
            throw unsupported(
                    "application/x-ndjson is always UTF-8; charset= is accepted with application/json and text/csv");
        }
        return charset;
    }

    private static Encoding encoding(HttpHeaders headers) {
        String encoding = headers.getHeaderString(HttpHeaders.CONTENT_ENCODING);
        return switch (encoding == null ? "identity" : encoding.toLowerCase(Locale.ROOT)) {
            case "identity" -> Encoding.IDENTITY;
            case "gzip" -> Encoding.GZIP;
            default -> throw unsupported("Content-Encoding must be gzip or absent");
        };
    }

    /** A problem of status 415. */
    static RuntimeException unsupported(String detail) {
        return problem(detail).exception();
    }

    private static Problem problem(String detail) {
        return new Problem(415, "unsupported-media-type", "Unsupported media type or encoding", detail);
    }
}
