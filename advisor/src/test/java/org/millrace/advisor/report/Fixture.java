package org.millrace.advisor.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Collectors;

/** Expected documents. For readers they are divided into indented lines; a document is one line without indentation. */
public final class Fixture {
    private Fixture() {}

    /** The document in a resource of this package. */
    public static String document(String name) {
        try (InputStream resource = Objects.requireNonNull(Fixture.class.getResourceAsStream(name), name)) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .collect(Collectors.joining());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
