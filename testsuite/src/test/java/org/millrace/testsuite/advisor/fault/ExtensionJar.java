package org.millrace.testsuite.advisor.fault;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.millrace.testsuite.server.process.HarnessSettings;

/**
 * The provider JAR with the classes of an extension added. They are compiled against the server at hand: nothing else here knows
 * Keycloak's classes.
 */
public final class ExtensionJar {

    private static final String PROVIDER = "millrace.provider";

    private ExtensionJar() {}

    /** Has servers that are started from now on take this JAR. */
    public static @Nullable String use(Path jar) {
        return System.setProperty(PROVIDER, jar.toString());
    }

    /** Ends {@link #use}. */
    public static void restore(@Nullable String before) {
        if (before == null) {
            System.clearProperty(PROVIDER);
        } else {
            System.setProperty(PROVIDER, before);
        }
    }

    /** An extension that leaks connections. */
    static Path leaking(Path directory) throws IOException {
        return make(
                directory,
                "leak/LeakFactory.java",
                "org.keycloak.services.resource.RealmResourceProviderFactory",
                "leaking.jar");
    }

    /** An event listener, {@code slow}, that calls an HTTP server or sleeps for each login. */
    public static Path slow(Path directory) throws IOException {
        return make(
                directory,
                "slow/SlowListenerFactory.java",
                "org.keycloak.events.EventListenerProviderFactory",
                "slow-listener.jar");
    }

    /** A password hash algorithm, {@code counted}, that prints each computation. */
    public static Path counting(Path directory) throws IOException {
        return make(
                directory,
                "counted/CountedHashFactory.java",
                "org.keycloak.credential.hash.PasswordHashProviderFactory",
                "counted-hashes.jar");
    }

    private static Path make(Path directory, String resource, String service, String name) throws IOException {
        Path classes = Files.createDirectories(directory.resolve("classes"));
        Path source = directory.resolve(resource.substring(resource.indexOf('/') + 1));
        try (InputStream open = ExtensionJar.class.getResourceAsStream("/" + resource)) {
            Files.copy(Objects.requireNonNull(open), source);
        }
        compile(source, classes);
        Path jar = directory.resolve(name);
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                JarFile provider =
                        new JarFile(HarnessSettings.path("millrace.provider").toFile())) {
            String services = "META-INF/services/" + service;
            String factory = resource.replace(".java", "").replace('/', '.') + "\n";
            for (JarEntry entry : provider.stream().toList()) {
                byte[] content = provider.getInputStream(entry).readAllBytes();
                if (entry.getName().equals(services)) {
                    factory = new String(content, StandardCharsets.UTF_8) + "\n" + factory;
                } else {
                    add(out, entry.getName(), content);
                }
            }
            for (Path compiled : files(classes)) {
                add(out, classes.relativize(compiled).toString(), Files.readAllBytes(compiled));
            }
            add(out, services, factory.getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }

    private static void compile(Path source, Path classes) throws IOException {
        Path libraries =
                HarnessSettings.path("millrace.distribution").resolve("lib").resolve("lib");
        String classPath = files(libraries).stream()
                .map(Path::toString)
                .filter(name -> name.endsWith(".jar"))
                .collect(Collectors.joining(File.pathSeparator));
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK, not a JRE");
        try (StandardJavaFileManager sources =
                compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
            sources.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
            boolean compiled = compiler.getTask(
                            null,
                            sources,
                            null,
                            List.of("-classpath", classPath, "-proc:none", "--release", "17"),
                            null,
                            sources.getJavaFileObjects(source))
                    .call();
            if (!compiled) {
                throw new IllegalStateException(source + " does not compile against " + libraries);
            }
        }
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    private static void add(JarOutputStream out, String name, byte[] content) throws IOException {
        out.putNextEntry(new JarEntry(name));
        out.write(content);
        out.closeEntry();
    }
}
