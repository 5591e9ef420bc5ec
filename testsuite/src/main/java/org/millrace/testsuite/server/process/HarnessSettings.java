package org.millrace.testsuite.server.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/** Where the build left things, and what the caller of the build asked for: system property first, then the build's word. */
public final class HarnessSettings {
    private static final Properties WRITTEN_BY_THE_BUILD = load();

    private HarnessSettings() {}

    /** @throws IllegalArgumentException if neither knows the name */
    public static String get(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException("no setting " + name));
    }

    /** The same of a setting that may be missing. */
    public static Optional<String> find(String name) {
        return Optional.ofNullable(System.getProperty(name, WRITTEN_BY_THE_BUILD.getProperty(name)))
                .map(String::trim)
                .filter(value -> !value.isEmpty());
    }

    public static Path path(String name) {
        return Path.of(get(name)).toAbsolutePath().normalize();
    }

    /** The JDK that runs Keycloak: {@code millrace.java.home}, or that of the tests. */
    public static Path javaHome() {
        return Path.of(find("millrace.java.home").orElse(System.getProperty("java.home")));
    }

    private static Properties load() {
        try (InputStream in = HarnessSettings.class.getResourceAsStream("/harness.properties")) {
            if (in == null) {
                throw new IllegalStateException("harness.properties is not on the class path: build with Maven first");
            }
            Properties properties = new Properties();
            properties.load(in);
            return properties;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
