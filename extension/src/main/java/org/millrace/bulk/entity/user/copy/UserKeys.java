package org.millrace.bulk.entity.user.copy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.writer.copy.SetQuery;

/**
 * The user names, email addresses and ids of a chunk's records, read with one query. A name is looked up as an email address too
 * and vice versa, as realms with login by email require.
 */
final class UserKeys {
    private final Set<String> usernames = new HashSet<>();
    private final Set<String> emails = new HashSet<>();
    private final Set<String> ids = new HashSet<>();
    private final boolean emailsAreNames;

    /** @param emailsAreNames whether an email address may be a username or be used to log in */
    UserKeys(boolean emailsAreNames) {
        this.emailsAreNames = emailsAreNames;
    }

    /** Adds the keys of a record. */
    void add(UserRecord user) {
        String username = user.username();
        String email = user.email();
        if (username != null) {
            addKey(usernames, username);
            if (emailsAreNames && username.indexOf('@') >= 0) {
                addKey(emails, username);
            }
        }
        if (email != null) {
            addKey(emails, email);
            if (emailsAreNames) {
                addKey(usernames, email);
            }
        }
        if (user.id() != null) {
            addStorable(ids, user.id());
        }
    }

    private static void addKey(Set<String> keys, String key) {
        addStorable(keys, KeycloakModelUtils.toLowerCaseSafe(key));
    }

    private static void addStorable(Set<String> keys, String key) {
        // PostgreSQL cannot store NUL characters; such a record is rejected later.
        if (!key.isEmpty() && key.indexOf('\0') < 0) {
            keys.add(key);
        }
    }

    /**
     * Reads the users of a realm that have one of the keys, and users of any realm that have one of the ids.
     *
     * @param user takes id, user name, email address, realm and whether the address is verified, in this order
     */
    void read(Connection connection, String table, String realmId, SetQuery.RowReader user) throws SQLException {
        String columns = "t.id, t.username, t.email, t.realm_id, t.email_verified";
        // An id may be another realm's.
        String sql = SetQuery.inRealm(table, columns, "username")
                + " UNION ALL " + SetQuery.byKey(table, columns, "email") + " WHERE f.realm_id = ?"
                + " UNION ALL " + SetQuery.byKey(table, columns, "id");
        SetQuery.read(connection, sql, List.of(sorted(usernames), realmId, sorted(emails), realmId, sorted(ids)), user);
    }

    private static List<String> sorted(Set<String> keys) {
        return keys.stream().sorted().toList();
    }

    /** Whether a user with this name or address was looked up wherever it can be stored. */
    boolean covers(String key) {
        return emailsAreNames && key.indexOf('@') >= 0
                ? usernames.contains(key) && emails.contains(key)
                : usernames.contains(key) || emails.contains(key);
    }

    boolean hasUsername(String username) {
        return usernames.contains(username);
    }

    boolean hasEmail(String email) {
        return emails.contains(email);
    }
}
