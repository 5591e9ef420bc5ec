package org.millrace.server.advisor.sampler;

import java.net.URL;
import java.security.CodeSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The provider JAR that a class comes from, by the name of its file. Thread-safe. */
final class ProviderJars {

    /** More classes of extensions are never on the stacks of a server. */
    private static final int MOST = 5000;

    private static final String DIRECTORY = "/providers/";

    private final Map<String, Optional<String>> known = new ConcurrentHashMap<>();

    /** Null for classes of Keycloak, of its libraries and of the JVM. */
    @Nullable
    String of(String type) {
        if (!known.containsKey(type)) {
            Optional<String> found = find(type);
            if (known.size() < MOST) {
                known.put(type, found);
            }
            return found.orElse(null);
        }
        return known.getOrDefault(type, Optional.empty()).orElse(null);
    }

    private static Optional<String> find(String type) {
        try {
            ClassLoader loader = ProviderJars.class.getClassLoader();
            // Loaded already: it is on a stack.
            Class<?> loaded = Class.forName(type, false, loader);
            @Nullable CodeSource source = loaded.getProtectionDomain().getCodeSource();
            @Nullable URL location = source == null ? null : source.getLocation();
            String path = location == null ? "" : location.getPath();
            int directory = path.lastIndexOf(DIRECTORY);
            return directory < 0
                    ? Optional.empty()
                    : Optional.of(path.substring(directory + DIRECTORY.length()).replaceAll("[!/]+$", ""));
        } catch (ClassNotFoundException | LinkageError | RuntimeException unknown) {
            return Optional.empty(); // Hidden and generated classes cannot be found by name.
        }
    }
}
