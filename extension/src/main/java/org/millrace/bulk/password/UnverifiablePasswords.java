package org.millrace.bulk.password;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.millrace.server.Database;

/** Finds imported passwords of all realms that this version, or this server's Java, cannot verify. */
public final class UnverifiablePasswords {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Most rows that are read; there can be millions. */
    private static final int MAX_ROWS = 1000;

    private UnverifiablePasswords() {}

    /**
     * A warning that names the number of passwords and their algorithms; empty if there is none. Reads the whole table of credentials.
     *
     * @throws SQLException if the database fails, or takes longer than {@code password-count-seconds}
     */
    public static Optional<String> warning(Database database) throws SQLException {
        return database.inTransaction(connection -> query(database, connection));
    }

    private static Optional<String> query(Database database, Connection connection) throws SQLException {
        List<String> verifiable = ForeignPasswords.verifiableAlgorithms();
        String sql = "SELECT credential_data FROM " + database.table("credential")
                + " WHERE type = ? AND credential_data LIKE ?"
                + " AND credential_data NOT LIKE ?".repeat(verifiable.size());
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setQueryTimeout(
                    (int) PasswordSettings.configured().countTimeout().toSeconds());
            statement.setMaxRows(MAX_ROWS);
            statement.setString(1, PasswordCredentialModel.TYPE);
            statement.setString(2, "%\"" + StoredPassword.ALGORITHM_PREFIX + "%");
            for (int i = 0; i < verifiable.size(); i++) {
                statement.setString(i + 3, "%\"" + verifiable.get(i) + "\"%");
            }
            int number = 0;
            SortedSet<String> algorithms = new TreeSet<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    number++;
                    algorithms.add(algorithm(rows.getString(1)));
                }
            }
            return number == 0 ? Optional.empty() : Optional.of(text(number, algorithms));
        }
    }

    private static String text(int number, SortedSet<String> algorithms) {
        return "Imported passwords that cannot be verified: " + (number < MAX_ROWS ? "" : "at least ") + number
                + ". Their users cannot log in with them, because this version of Millrace, or Java in FIPS mode, lacks "
                + String.join(", ", algorithms) + ". GET .../bulk-import/password-upgrade counts them for each realm.";
    }

    private static String algorithm(String credentialData) {
        try {
            String algorithm = JSON.readTree(credentialData).path("algorithm").asText("");
            return algorithm.matches("[a-z0-9-]{1,64}") ? algorithm : "an unknown algorithm";
        } catch (JsonProcessingException e) {
            return "an unknown algorithm";
        }
    }
}
