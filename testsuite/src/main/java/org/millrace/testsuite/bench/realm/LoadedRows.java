package org.millrace.testsuite.bench.realm;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What the tables of users hold, to see that cells which load the same users leave the same rows: a row count and a sum of
 * hashes over every column that is neither an id nor a time.
 */
public record LoadedRows(long users, long rows, String fingerprint) {
    private static final String SQL = """
            WITH content (line) AS (
              SELECT ROW(u.username, u.email, CASE WHEN u.email IS NULL THEN NULL ELSE u.email_constraint END, u.email_verified, u.enabled, u.first_name, u.last_name,
                         u.realm_id, u.federation_link, u.service_account_client_link, u.not_before)::text
              FROM user_entity u
              UNION ALL
              SELECT ROW(u.username, a.name, a.value, a.long_value, a.long_value_hash)::text
              FROM user_attribute a JOIN user_entity u ON u.id = a.user_id
              UNION ALL
              SELECT ROW(u.username, c.type, c.user_label, c.secret_data::jsonb, c.credential_data::jsonb, c.priority,
                         c.version, c.salt)::text
              FROM credential c JOIN user_entity u ON u.id = c.user_id
              UNION ALL
              SELECT ROW(u.username, r.role_id)::text FROM user_role_mapping r JOIN user_entity u ON u.id = r.user_id
              UNION ALL
              SELECT ROW(u.username, g.group_id, g.membership_type)::text
              FROM user_group_membership g JOIN user_entity u ON u.id = g.user_id
              UNION ALL
              SELECT ROW(u.username, q.required_action)::text
              FROM user_required_action q JOIN user_entity u ON u.id = q.user_id
            )
            SELECT (SELECT count(*) FROM user_entity), count(*), sum(hashtextextended(line, 0)) FROM content""";

    /** Counts and sums the rows on a connection. */
    public static LoadedRows of(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(SQL)) {
            row.next();
            return new LoadedRows(row.getLong(1), row.getLong(2), row.getString(3));
        }
    }
}
