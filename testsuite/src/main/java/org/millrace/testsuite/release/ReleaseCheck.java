package org.millrace.testsuite.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks a directory with the files of a release: the JAR and its manifest, its sources, the bill of materials, and the checksums of all
 * three.
 */
public final class ReleaseCheck {
    private static final String SUMS = "SHA256SUMS";

    /** What the JAR contains besides Millrace's own classes; the shade plugin's list in the extension's POM. */
    private static final Set<String> INCLUDED = Set.of("millrace-advisor", "fastcsv");

    private final Path directory;
    private final String version;

    private ReleaseCheck(Path directory, String version) {
        this.directory = directory;
        this.version = version;
    }

    /**
     * Checks a release.
     *
     * @param arguments the directory, the version, and the versions of Keycloak
     * @throws IllegalStateException if a file differs from what it should be
     */
    public static void main(String[] arguments) throws IOException, NoSuchAlgorithmException {
        ReleaseCheck check = new ReleaseCheck(Path.of(arguments[0]), arguments[1]);
        check.files();
        check.manifest(arguments[2]);
        check.checksums();
        check.billOfMaterials();
        System.out.println("Release check passed: " + arguments[0]);
    }

    private String jar() {
        return "millrace-" + version + ".jar";
    }

    private String billName() {
        return "millrace-" + version + "-bom.json";
    }

    private Set<String> expected() {
        return Set.of(jar(), "millrace-" + version + "-sources.jar", billName());
    }

    private void files() throws IOException {
        Set<String> expected = new TreeSet<>(expected());
        expected.add(SUMS);
        try (Stream<Path> files = Files.list(directory)) {
            require(
                    "files",
                    expected,
                    files.map(file -> file.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new)));
        }
    }

    private void manifest(String keycloakVersions) throws IOException {
        try (JarFile opened = new JarFile(directory.resolve(jar()).toFile())) {
            Attributes entries = opened.getManifest().getMainAttributes();
            require("Implementation-Title", "Millrace", String.valueOf(entries.getValue("Implementation-Title")));
            require("Implementation-Version", version, String.valueOf(entries.getValue("Implementation-Version")));
            require("Keycloak-Versions", keycloakVersions, String.valueOf(entries.getValue("Keycloak-Versions")));
        }
    }

    private void checksums() throws IOException, NoSuchAlgorithmException {
        Set<String> named = new TreeSet<>();
        for (String line : Files.readAllLines(directory.resolve(SUMS))) {
            List<String> columns = List.of(line.split(" [ *]", 2));
            named.add(columns.get(1));
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(directory.resolve(columns.get(1))));
            require("checksum of " + columns.get(1), HexFormat.of().formatHex(digest), columns.get(0));
        }
        require("files in " + SUMS, new TreeSet<>(expected()), named);
    }

    private void billOfMaterials() throws IOException {
        JsonNode bill =
                new ObjectMapper().readTree(directory.resolve(billName()).toFile());
        require("bomFormat", "CycloneDX", bill.path("bomFormat").asText());
        require(
                "version of the bill of materials",
                version,
                bill.at("/metadata/component/version").asText());
        Set<String> components = new TreeSet<>();
        bill.path("components")
                .forEach(component -> components.add(component.path("name").asText()));
        require("components of the bill of materials", new TreeSet<>(INCLUDED), components);
    }

    private static void require(String what, Object expected, Object found) {
        if (!expected.equals(found)) {
            throw new IllegalStateException(what + ": expected " + expected + ", found " + found);
        }
    }
}
