package org.millrace.testsuite.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.millrace.testsuite.server.process.FileTree;
import org.millrace.testsuite.server.process.HarnessSettings;

/**
 * A Keycloak home with the provider JAR in it, unless the options leave it out, on which {@code kc.sh build} has been run. Made once for each distribution, provider JAR
 * and set of build options, under the build directory, and kept until {@code mvn clean}: the build takes longer than the
 * start.
 */
final class BuiltServer {
    private static final String BUILT = ".built";

    private BuiltServer() {}

    /** The home directory for these options; builds it if this is the first time. */
    static Path home(ServerOptions options) {
        Path distribution = existing("millrace.distribution");
        Path provider = existing("millrace.provider");
        Path servers = HarnessSettings.path("millrace.work").resolve("servers");
        Path home = servers.resolve(options.database().vendor() + "-" + key(distribution, provider, options));
        try {
            Files.createDirectories(servers);
            try (FileChannel channel = FileChannel.open(
                            Path.of(home + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                if (lock.isValid() && !Files.exists(home.resolve(BUILT))) {
                    build(distribution, provider, home, options);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot prepare " + home, e);
        }
        return home;
    }

    private static void build(Path distribution, Path provider, Path home, ServerOptions options) throws IOException {
        FileTree.delete(home);
        // kc.sh build only reads its libraries: linked, a home costs 25 MB instead of 190.
        FileTree.copy(distribution, home, distribution.resolve("lib").resolve("lib"));
        List<Path> providers = new ArrayList<>(options.database().drivers());
        if (options.provider()) {
            providers.add(provider);
        }
        for (Path jar : providers) {
            Files.copy(jar, home.resolve("providers").resolve(jar.getFileName()));
        }
        if (!options.missingClasses().isEmpty()) {
            removeClasses(home.resolve("providers").resolve(provider.getFileName()), options.missingClasses());
        }
        KeycloakCommand.build(home, options).run(home.resolve("build.log"));
        Files.createFile(home.resolve(BUILT));
    }

    private static void removeClasses(Path jar, Set<String> names) throws IOException {
        try (FileSystem entries = FileSystems.newFileSystem(jar)) {
            for (String name : names) {
                Files.delete(entries.getPath(name.replace('.', '/') + ".class"));
            }
        }
    }

    private static Path existing(String setting) {
        Path path = HarnessSettings.path(setting);
        if (!Files.exists(path)) {
            throw new IllegalStateException(path + " is missing: 'mvn package' makes it");
        }
        return path;
    }

    private static String key(Path distribution, Path provider, ServerOptions options) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(distribution.toString().getBytes(StandardCharsets.UTF_8));
            digest.update(Files.readAllBytes(provider));
            digest.update(Boolean.toString(options.provider()).getBytes(StandardCharsets.UTF_8));
            digest.update(new TreeSet<>(options.missingClasses()).toString().getBytes(StandardCharsets.UTF_8));
            digest.update(options.buildFlags().toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(), 0, 6);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + provider, e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
