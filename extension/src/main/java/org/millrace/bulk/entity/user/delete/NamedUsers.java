package org.millrace.bulk.entity.user.delete;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.storage.StorageId;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.writer.copy.SetQuery;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.Database;

/**
 * The users that the records of a chunk name, read with a few queries and locked until the transaction ends. For one transaction and its
 * thread.
 */
public final class NamedUsers {
    /** A user as its row has it. */
    public record StoredUser(
            String id, String username, @Nullable String email) {}

    private final ChunkSession in;
    private final Database database;
    private final Map<String, StoredUser> byId = new HashMap<>();
    private final Map<String, StoredUser> byName = new HashMap<>();
    private final Set<String> modelOnly = new HashSet<>();

    private NamedUsers(ChunkSession in) {
        this.in = in;
        this.database = in.database();
    }

    /** The users that these records name by id or user name. */
    public static NamedUsers named(List<UserRecord> records, ChunkSession in) {
        NamedUsers users = new NamedUsers(in);
        Set<String> ids = new TreeSet<>();
        Set<String> names = new TreeSet<>();
        for (UserRecord item : records) {
            if (item.id() != null && StorageId.isLocalStorage(item.id())) {
                ids.add(item.id());
            }
            if (item.username() != null) {
                names.add(stored(item.username()));
            }
        }
        users.read(ids, names);
        if (!users.byId.isEmpty()) {
            users.readModelOnly();
        }
        return users;
    }

    /** The form in which Keycloak stores user names. */
    private static String stored(String username) {
        return KeycloakModelUtils.toLowerCaseSafe(username);
    }

    private void read(Set<String> ids, Set<String> names) {
        String realmId = in.realm().getId();
        String table = database.table("user_entity");
        if (!names.isEmpty()) {
            SetQuery.read(
                    database,
                    SetQuery.inRealm(table, "t.id", "username"),
                    List.of(names, realmId),
                    row -> ids.add(row.getString(1)));
        }
        if (ids.isEmpty()) {
            return;
        }
        // In the order of ids, so that two imports of the same users wait for each other and do not deadlock; the realm
        // as in RowLocks.
        String sql =
                "SELECT id, username, email, federation_link IS NOT NULL OR service_account_client_link IS NOT NULL"
                        + " FROM " + table + " WHERE id = ANY (?) AND realm_id || '' = ? ORDER BY id FOR UPDATE";
        SetQuery.read(database, sql, List.of(ids, realmId), row -> {
            StoredUser user = new StoredUser(row.getString(1), row.getString(2), row.getString(3));
            byId.put(user.id(), user);
            byName.put(user.username(), user);
            if (row.getBoolean(4)) {
                modelOnly.add(user.id());
            }
        });
    }

    /** Users with rows for which Keycloak runs more than statements: it invalidates other caches, or changes policies. */
    private void readModelOnly() {
        Set<String> ids = new TreeSet<>(byId.keySet());
        String membership = database.table("user_group_membership");
        String ofOrganization = "SELECT m.user_id FROM unnest(?) AS k(key)"
                + SetQuery.lookUp(membership, "t.user_id, t.group_id", "t.user_id = k.key", "m")
                + SetQuery.lookUp(database.table("keycloak_group"), "t.type", "t.id = m.group_id", "g")
                + " WHERE g.type <> 0";
        addModelOnly(ofOrganization, List.of(ids));
        String tickets = database.table("resource_server_perm_ticket");
        addModelOnly("SELECT owner FROM " + tickets + " WHERE owner = ANY (?)", List.of(ids));
        addModelOnly("SELECT requester FROM " + tickets + " WHERE requester = ANY (?)", List.of(ids));
        // By the clients of the realm: there is no index of owners, and the table has those of all realms.
        String ofOwners = "SELECT o.owner FROM (SELECT id FROM " + database.table("client")
                + " WHERE realm_id = ? OFFSET 0) c"
                + SetQuery.lookUp(
                        database.table("resource_server_resource"),
                        "t.owner",
                        "t.resource_server_id = c.id AND t.owner <> c.id",
                        "o")
                + " WHERE o.owner = ANY (?)";
        addModelOnly(ofOwners, List.of(in.realm().getId(), ids));
        ClientModel permissions = in.realm().getAdminPermissionsClient();
        if (permissions != null) {
            addModelOnly(
                    "SELECT name FROM " + database.table("resource_server_resource")
                            + " WHERE name = ANY (?) AND resource_server_id = ?",
                    List.of(ids, permissions.getId()));
        }
    }

    private void addModelOnly(String sql, List<?> parameters) {
        SetQuery.read(database, sql, parameters, row -> modelOnly.add(row.getString(1)));
    }

    /** The user with this id; null if there is none. */
    @Nullable
    public StoredUser byId(String id) {
        return byId.get(id);
    }

    /** The user with this username in any case; null if there is none. */
    @Nullable
    public StoredUser byName(String username) {
        return byName.get(stored(username));
    }

    /** Whether the user has to be removed through Keycloak's model. */
    public boolean isModelOnly(StoredUser user) {
        return modelOnly.contains(user.id());
    }

    /** Takes out a user who is deleted: later records do not find it. */
    public void remove(StoredUser user) {
        byId.remove(user.id());
        byName.remove(user.username());
    }

    /** Ids of the users that are not deleted yet. */
    public Set<String> ids() {
        return Set.copyOf(byId.keySet());
    }

    /** The accounts of users at identity providers, one for each provider, by which the server's cache may have the user. */
    public Map<String, Map<String, String>> links(Collection<String> ids) {
        Map<String, Map<String, String>> links = new HashMap<>();
        SetQuery.read(
                database,
                "SELECT user_id, identity_provider, federated_user_id FROM " + database.table("federated_identity")
                        + " WHERE user_id = ANY (?) AND federated_user_id IS NOT NULL"
                        + " UNION ALL SELECT user_id, identity_provider, broker_user_id FROM "
                        + database.table("broker_link")
                        + " WHERE user_id = ANY (?) AND realm_id = ? AND broker_user_id IS NOT NULL",
                List.of(ids, ids, in.realm().getId()),
                row -> links.computeIfAbsent(row.getString(1), id -> new HashMap<>(2))
                        .putIfAbsent(row.getString(2), row.getString(3)));
        return links;
    }

    /**
     * The persistent sessions of users: the clients by the user session.
     *
     * @param offline whether of offline sessions
     */
    public Map<String, Set<String>> sessions(Collection<String> ids, boolean offline) {
        Map<String, Set<String>> sessions = new HashMap<>();
        SetQuery.read(
                database,
                "SELECT s.user_session_id, c.client_id, c.client_storage_provider, c.external_client_id FROM "
                        + database.table("offline_user_session") + " s LEFT JOIN "
                        + database.table("offline_client_session")
                        + " c ON c.user_session_id = s.user_session_id AND c.offline_flag = s.offline_flag"
                        + " WHERE s.user_id = ANY (?) AND s.realm_id = ? AND s.offline_flag = ?",
                List.of(ids, in.realm().getId(), offline ? "1" : "0"),
                row -> {
                    Set<String> clients = sessions.computeIfAbsent(row.getString(1), id -> new HashSet<>());
                    String client = row.getString(2);
                    if ("external".equals(client)) {
                        clients.add(new StorageId(row.getString(3), row.getString(4)).getId());
                    } else if (client != null) {
                        clients.add(client);
                    }
                });
        return sessions;
    }
}
