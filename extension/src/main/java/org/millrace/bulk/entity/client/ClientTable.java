package org.millrace.bulk.entity.client;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.millrace.bulk.writer.copy.SetQuery;
import org.millrace.server.Database;

/** Batch lookup of a chunk's client ids on PostgreSQL. */
public final class ClientTable implements ClientNames {
    private final Database database;
    private final String realmId;

    /** The clients of one realm. */
    public ClientTable(Database database, String realmId) {
        this.database = database;
        this.realmId = realmId;
    }

    @Override
    public Taken among(Set<String> ids, Set<String> clientIds) {
        String client = database.table("client");
        String sql = "SELECT id, NULL FROM " + client + " WHERE id = ANY (?) UNION ALL SELECT NULL, client_id FROM "
                + client + " WHERE realm_id = ? AND client_id = ANY (?)";
        Taken taken = new Taken(new HashSet<>(), new HashSet<>());
        SetQuery.read(database, sql, List.of(ids, realmId, clientIds), row -> {
            String id = row.getString(1);
            if (id == null) {
                taken.clientIds().add(row.getString(2));
            } else {
                taken.ids().add(id);
            }
        });
        return taken;
    }
}
