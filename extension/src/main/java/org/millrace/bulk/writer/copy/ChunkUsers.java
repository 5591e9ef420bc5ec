package org.millrace.bulk.writer.copy;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.writer.KnownUsers;
import org.millrace.bulk.writer.NewUser;
import org.millrace.bulk.writer.PendingUser;
import org.millrace.server.Database;
import org.postgresql.PGStatement;

/**
 * The users that a chunk's keys meet, read with one query for the whole chunk, and those that the chunk adds. A name may be
 * looked for as a mail address and the other way round, as realms with login by mail need it.
 */
final class ChunkUsers implements KnownUsers {
    private final Map<String, String> idByUsername = new HashMap<>();
    private final Map<String, String> idByEmail = new HashMap<>();
    private final Set<String> ids = new LinkedHashSet<>();
    private final Map<String, NewUser> pending = new HashMap<>();

    private ChunkUsers() {}

    /** Asks for all keys of a chunk at once. */
    static ChunkUsers of(Chunk chunk, Connection connection, Database database, String realmId) throws SQLException {
        Set<String> names = new LinkedHashSet<>();
        Set<String> givenIds = new LinkedHashSet<>();
        for (Entry entry : chunk.entries()) {
            if (entry instanceof Entry.Readable readable && readable.item() instanceof UserRecord user) {
                addKey(names, user.username());
                addKey(names, user.email());
                if (user.id() != null && !user.id().isEmpty()) {
                    givenIds.add(user.id());
                }
            }
        }
        ChunkUsers users = new ChunkUsers();
        users.load(names, givenIds, connection, database.table("user_entity"), realmId);
        return users;
    }

    private static void addKey(Set<String> keys, @Nullable String key) {
        // A NUL cannot be sent to the database; such a record is refused anyway.
        if (key != null && !key.isEmpty() && key.indexOf('\0') < 0) {
            keys.add(KeycloakModelUtils.toLowerCaseSafe(key));
        }
    }

    private void load(Set<String> names, Set<String> givenIds, Connection connection, String table, String realmId)
            throws SQLException {
        String columns = "SELECT id, username, email, realm_id FROM " + table;
        String byId = givenIds.isEmpty() ? "" : " UNION ALL " + columns + " WHERE id = ANY (?)";
        String sql = columns + " WHERE realm_id = ? AND username = ANY (?) UNION ALL " + columns
                + " WHERE realm_id = ? AND email = ANY (?)" + byId;
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            // Planned each time: a plan made while the table was small would scan it when it is large.
            query.unwrap(PGStatement.class).setPrepareThreshold(0);
            List<Array> arrays = new ArrayList<>(2);
            Array keys = connection.createArrayOf("varchar", names.toArray());
            arrays.add(keys);
            query.setString(1, realmId);
            query.setArray(2, keys);
            query.setString(3, realmId);
            query.setArray(4, keys);
            if (!givenIds.isEmpty()) {
                Array array = connection.createArrayOf("varchar", givenIds.toArray());
                arrays.add(array);
                query.setArray(5, array);
            }
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    remember(rows, realmId);
                }
            }
            for (Array array : arrays) {
                array.free();
            }
        }
    }

    private void remember(ResultSet row, String realmId) throws SQLException {
        String id = row.getString(1);
        ids.add(id);
        if (!realmId.equals(row.getString(4))) {
            return;
        }
        String username = row.getString(2);
        String email = row.getString(3);
        if (username != null) {
            idByUsername.put(username, id);
        }
        if (email != null) {
            idByEmail.put(email, id);
        }
    }

    @Override
    public Optional<String> byId(String id) {
        return ids.contains(id) ? Optional.of(id) : Optional.empty();
    }

    @Override
    public Optional<String> byUsername(String username) {
        return Optional.ofNullable(idByUsername.get(username));
    }

    @Override
    public Optional<String> byEmail(String email) {
        return Optional.ofNullable(idByEmail.get(email));
    }

    @Override
    public void add(NewUser user) {
        ids.add(user.id());
        idByUsername.put(user.username(), user.id());
        if (user.email() != null) {
            idByEmail.put(user.email(), user.id());
        }
        pending.put(user.id(), user);
    }

    /** The user with this id if the chunk itself adds it. */
    Optional<UserModel> pending(String id) {
        return Optional.ofNullable(pending.get(id)).map(PendingUser::of);
    }
}
