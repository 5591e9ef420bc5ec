package org.millrace.bulk.writer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.millrace.bulk.chunk.StoredIds;
import org.millrace.server.Database;
import org.millrace.server.Transactions;

/** Which users of a realm are in the database, by their ids. */
public final class StoredUserIds implements StoredIds {
    /** Every database takes so many parameters. */
    private static final int IDS_A_QUERY = 500;

    private final Transactions transactions;
    private final Database database;
    private final String realmId;

    /** Looks into one realm. */
    public StoredUserIds(Transactions transactions, Database database, String realmId) {
        this.transactions = transactions;
        this.database = database;
        this.realmId = realmId;
    }

    @Override
    public Set<String> among(Set<String> ids) {
        return transactions.inRealm(realmId, (session, realm) -> {
            Set<String> found = new HashSet<>();
            try (Connection connection = database.connection()) {
                List<String> all = new ArrayList<>(ids);
                for (int from = 0; from < all.size(); from += IDS_A_QUERY) {
                    find(connection, all.subList(from, Math.min(from + IDS_A_QUERY, all.size())), found);
                }
            } catch (SQLException e) {
                throw new IllegalStateException("the database does not say which users are there", e);
            }
            return found;
        });
    }

    private void find(Connection connection, List<String> ids, Set<String> found) throws SQLException {
        String sql = "SELECT id FROM " + database.table("user_entity") + " WHERE realm_id = ? AND id IN ("
                + String.join(", ", ids.stream().map(id -> "?").toList()) + ")";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, realmId);
            int parameter = 2;
            for (String id : ids) {
                query.setString(parameter++, id);
            }
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
            }
        }
    }
}
