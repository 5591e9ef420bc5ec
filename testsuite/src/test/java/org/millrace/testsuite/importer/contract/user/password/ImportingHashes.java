package org.millrace.testsuite.importer.contract.user.password;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Users with password hashes of other systems, and their stored credentials. */
interface ImportingHashes extends Importing {
    ObjectMapper HASH_JSON = new ObjectMapper();
    String BCRYPT = "$2b$04$sxKpECN8K.Eq428swINdXemdM61mYWt/UwGg5v4saSpjPhTjEGY0m";
    String BCRYPT_PASSWORD = "correct horse";

    /** Hashes of other implementations with their passwords: each notation, and three passwords of each format. */
    static List<JsonNode> vectors() {
        try (InputStream file =
                Objects.requireNonNull(ImportingHashes.class.getResourceAsStream("password-hashes.json"))) {
            List<JsonNode> vectors = new ArrayList<>();
            HASH_JSON.readTree(file).forEach(vectors::add);
            return vectors;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    default UserLine withHash(Object hash) {
        return withCredential(Map.of("type", "password", "hash", hash));
    }

    default UserLine withCredential(Map<String, Object> credential) {
        String name = unique("hashed");
        return UserLine.named(name)
                .email(name + "@example.org")
                .with("emailVerified", true)
                .with("firstName", "Some")
                .with("lastName", "Body")
                .with("credentials", List.of(credential));
    }

    default JsonNode password(String username) {
        return password(realm(), username);
    }

    private static JsonNode password(ImportRealm realm, String username) {
        for (JsonNode credential : realm.of(username, "credentials")) {
            if (credential.path("type").asText().equals("password")) {
                return credential;
            }
        }
        throw new AssertionError("no password");
    }

    default JsonNode data(String username) {
        return data(realm(), username);
    }

    private static JsonNode data(ImportRealm realm, String username) {
        try {
            return HASH_JSON.readTree(
                    password(realm, username).path("credentialData").asText());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    default String algorithm(String username) {
        return algorithm(realm(), username);
    }

    default String algorithm(ImportRealm realm, String username) {
        return data(realm, username).path("algorithm").asText();
    }
}
