package org.millrace.bulk.format.source;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;

/**
 * The systems whose exports can be imported as they come. Each is a mapping in a JSON document on the class path; an operator's directory
 * can replace them and add others. Immutable and safe for use by several threads.
 */
public final class Sources {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> BUILT_IN = List.of(
            "auth0",
            "authjs",
            "clerk",
            "cognito",
            "entra",
            "firebase",
            "forgerock",
            "fusionauth",
            "kratos",
            "ldif",
            "okta",
            "scim",
            "supabase");

    private final Map<String, SourceMapping> mappings;

    private Sources(Map<String, SourceMapping> mappings) {
        this.mappings = mappings;
    }

    /** The built-in mappings. */
    public static Sources builtIn() {
        Map<String, SourceMapping> mappings = new LinkedHashMap<>();
        for (String name : BUILT_IN) {
            try (InputStream in = Sources.class.getResourceAsStream(name + ".json")) {
                if (in == null) {
                    throw new IllegalStateException("The mapping " + name + ".json is missing in the JAR");
                }
                mappings.put(name, read(in, name));
            } catch (IOException e) {
                throw new IllegalStateException("The mapping " + name + ".json cannot be read", e);
            }
        }
        return new Sources(mappings);
    }

    /**
     * These, with the mappings of a directory in their place or in addition. Files end in {@code .json}.
     *
     * @throws IllegalArgumentException if the directory or a file in it cannot be read, or a file is no mapping
     */
    public Sources with(Path directory) {
        Map<String, SourceMapping> all = new LinkedHashMap<>(mappings);
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".json"))
                    .sorted()
                    .toList()) {
                try (InputStream in = Files.newInputStream(file)) {
                    SourceMapping mapping = read(in, file.toString());
                    all.put(mapping.name(), mapping);
                }
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("Mappings of sources cannot be read from " + directory, e);
        }
        return new Sources(all);
    }

    private static SourceMapping read(InputStream in, String where) throws IOException {
        try {
            if (JSON.readTree(in) instanceof ObjectNode document) {
                SourceMapping mapping = SourceMapping.of(document);
                Set<String> unknown = UserMapper.unknownFields(mapping);
                if (!unknown.isEmpty()) {
                    throw new IllegalArgumentException("users have no field " + unknown + "; fields are "
                            + UserMapper.FIELDS + ", attributes.<name> and federatedIdentities.<alias>");
                }
                return mapping;
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("The mapping " + where + " is invalid: " + e.getMessage(), e);
        }
        throw new IllegalArgumentException("The mapping " + where + " is not a JSON object");
    }

    /** In alphabetical order, the operator's own at the end. */
    public List<String> names() {
        return List.copyOf(mappings.keySet());
    }

    /** The mapping of a source as JSON, for people and programs to read. */
    public Optional<ObjectNode> document(String name) {
        return Optional.ofNullable(mappings.get(name))
                .map(mapping -> mapping.document().deepCopy());
    }

    /** All mappings as JSON. */
    public List<ObjectNode> documents() {
        return new ArrayList<>(mappings.values().stream()
                .map(mapping -> mapping.document().deepCopy())
                .toList());
    }

    /**
     * Readers for one source.
     *
     * @param users reads the user that a record was mapped to
     * @param isSupported whether a text describes itself as a password hash that can be verified, for users with several
     */
    public Optional<SourceFormats> formats(
            String name, RecordParser users, RecordLimits limits, Predicate<String> isSupported) {
        return Optional.ofNullable(mappings.get(name))
                .map(mapping -> new SourceFormats(mapping, users, limits, isSupported));
    }
}
