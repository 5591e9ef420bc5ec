package org.millrace.testsuite.endpoint;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A self-signed certificate for {@code localhost}, made by the JDK's keytool. */
final class ServerCertificate {
    private static final String PASSWORD = "changeit";
    private static final String ALIAS = "endpoint";

    private final Path directory;
    private final Path keys;

    /** Makes a new one. */
    ServerCertificate() {
        try {
            directory = Files.createTempDirectory("millrace-endpoint");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        keys = directory.resolve("keys.p12");
        // In reverse order: the directory last.
        directory.toFile().deleteOnExit();
        keys.toFile().deleteOnExit();
        keytool(
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-validity",
                "30");
    }

    /** The certificate in a file, for the truststore of a server. */
    Path pem() {
        Path pem = directory.resolve("certificate.pem");
        if (!Files.exists(pem)) {
            keytool("-exportcert", "-rfc", "-file", pem.toString());
            pem.toFile().deleteOnExit();
        }
        return pem;
    }

    /** What a server with this certificate listens with. */
    SSLContext context() {
        try (InputStream file = Files.newInputStream(keys)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(file, PASSWORD.toCharArray());
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(factory.getKeyManagers(), null, null);
            return context;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private void keytool(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(
                List.of("-alias", ALIAS, "-keystore", keys.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output =
                    new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException("keytool failed: " + output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while keytool ran", e);
        }
    }
}
