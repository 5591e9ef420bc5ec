package org.millrace.testsuite.version;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** The files below {@code META-INF/services} of a JAR. */
final class ProviderFiles {
    private static final String DIRECTORY = "META-INF/services/";

    private ProviderFiles() {}

    /** The names of all classes that the files name. */
    static Set<String> classes(Path jar) {
        Set<String> names = new TreeSet<>();
        try (JarFile opened = new JarFile(jar.toFile())) {
            for (JarEntry entry : Collections.list(opened.entries())) {
                if (entry.getName().startsWith(DIRECTORY) && !entry.isDirectory()) {
                    try (InputStream in = opened.getInputStream(entry)) {
                        new String(in.readAllBytes(), UTF_8)
                                .lines()
                                .map(line -> line.replaceFirst("#.*", "").strip())
                                .filter(line -> !line.isEmpty())
                                .forEach(names::add);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }
}
