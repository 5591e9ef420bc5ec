package org.millrace.bulk.job.part;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.job.JobConflictException;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.chunk.StoredRecord;
import org.millrace.bulk.record.field.Violation;

/**
 * Joins the users and the password hashes of another system that are sent in different parts of a job. Password hashes are sent first and
 * stored; each user gets the stored hash of its account. Memory holds one chunk. For one upload and one thread.
 */
final class PasswordHashJoin {
    private static final String JOIN = "$join";
    private static final byte[] HEAD = ("{\"" + JOIN + "\":").getBytes(StandardCharsets.UTF_8);
    private static final String ACCOUNT = "account";
    private static final String EMAIL = "email";
    private static final String CREDENTIALS = "credentials";
    private static final int MAX_KEY = 255;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final JobDatabase database;
    private final PasswordHashes hashes;
    private final String upload;
    private final String jobId;
    private final int part;
    private int count;
    private boolean hasUsers;
    private boolean hasHashes;

    PasswordHashJoin(JobDatabase database, String upload, String jobId, int part) {
        this.database = database;
        this.hashes = new PasswordHashes(database);
        this.upload = upload;
        this.jobId = jobId;
        this.part = part;
    }

    /** The records to store of a chunk, and the size of its password hashes in bytes. */
    record Joined(List<Entry> entries, List<StoredRecord> records, long bytes) {
        Joined {
            entries = List.copyOf(entries);
            records = List.copyOf(records);
        }
    }

    /** A user of the chunk without the field that names its account. */
    private record User(
            int index,
            ObjectNode json,
            @Nullable String account,
            @Nullable String email) {}

    /** @throws JobConflictException if password hashes follow users */
    Joined join(List<Entry> entries, List<StoredRecord> records)
            throws IOException, SQLException, JobConflictException {
        List<Entry> kept = new ArrayList<>();
        List<StoredRecord> stored = new ArrayList<>();
        List<PasswordHashes.Hash> hashesOfChunk = new ArrayList<>();
        List<User> users = new ArrayList<>();
        for (int i = 0; i < records.size(); i++) {
            if (!(records.get(i) instanceof StoredRecord.Text text) || !isJoinable(text.text())) {
                kept.add(entries.get(i));
                stored.add(records.get(i));
                continue;
            }
            ObjectNode json = (ObjectNode) JSON.readTree(text.text());
            JsonNode partner = json.remove(JOIN);
            if (partner.path("hash").asBoolean()) {
                hashesOfChunk.add(new PasswordHashes.Hash(
                        key(partner, ACCOUNT),
                        key(partner, EMAIL),
                        json.path(CREDENTIALS).path(0).toString()));
            } else {
                users.add(new User(kept.size(), json, key(partner, ACCOUNT), key(partner, EMAIL)));
                kept.add(entries.get(i));
                stored.add(text);
            }
        }
        store(hashesOfChunk);
        assign(users);
        for (User user : users) {
            byte[] text = user.json().toString().getBytes(StandardCharsets.UTF_8);
            stored.set(
                    user.index(), new StoredRecord.Text(kept.get(user.index()).position(), text, false));
        }
        long bytes = hashesOfChunk.stream()
                .mapToLong(hash -> hash.credential().length())
                .sum();
        return new Joined(kept, stored, bytes);
    }

    private static boolean isJoinable(byte[] text) {
        if (text.length < HEAD.length) {
            return false;
        }
        for (int i = 0; i < HEAD.length; i++) {
            if (text[i] != HEAD[i]) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable String key(JsonNode partner, String field) {
        String key = partner.path(field).asText("");
        return key.isEmpty() || key.length() > MAX_KEY ? null : key;
    }

    private void store(List<PasswordHashes.Hash> hashesOfChunk) throws SQLException, JobConflictException {
        if (hashesOfChunk.isEmpty()) {
            return;
        }
        boolean followsUsers = database.inTransaction(connection -> {
            if (hashes.followUsers(connection, jobId, part)) {
                return true;
            }
            hashes.insert(connection, upload, count, hashesOfChunk);
            return false;
        });
        if (followsUsers) {
            throw followsUsers();
        }
        count += hashesOfChunk.size();
    }

    private static JobConflictException followsUsers() {
        return new JobConflictException(
                "users-before-password-hashes",
                "Another part of the job already contains users. Send the part with the password hashes first");
    }

    private void assign(List<User> users) throws SQLException {
        if (users.isEmpty()) {
            return;
        }
        hasUsers = true;
        database.inTransaction(connection -> {
            hasHashes = hasHashes || hashes.exist(connection, jobId, upload);
            if (hasHashes) {
                assign(connection, users);
            }
            return true;
        });
    }

    private void assign(Connection connection, List<User> users) throws SQLException {
        Map<String, PasswordHashes.Found> byAccount =
                find(connection, ACCOUNT, users.stream().map(User::account));
        Map<String, PasswordHashes.Found> byEmail = find(
                connection,
                EMAIL,
                users.stream()
                        .filter(user -> !byAccount.containsKey(user.account()))
                        .map(User::email));
        List<PasswordHashes.Found> used = new ArrayList<>();
        for (User user : users) {
            // A user without an account of the system's own database logs in elsewhere and has no password.
            if (user.account() == null || user.json().has(CREDENTIALS)) {
                continue;
            }
            PasswordHashes.Found found = byAccount.getOrDefault(user.account(), byEmail.get(user.email()));
            if (found == null) {
                user.json().put("$passwordHash", "missing");
            } else {
                used.add(found);
                user.json().putArray(CREDENTIALS).add(credential(found));
            }
        }
        hashes.use(connection, used);
    }

    private Map<String, PasswordHashes.Found> find(Connection connection, String column, Stream<@Nullable String> keys)
            throws SQLException {
        List<String> distinct = keys.filter(Objects::nonNull).distinct().toList();
        return distinct.isEmpty()
                ? new HashMap<>()
                : hashes.find(connection, jobId, upload, column.toUpperCase(Locale.ROOT), distinct);
    }

    private static JsonNode credential(PasswordHashes.Found found) {
        try {
            return JSON.readTree(found.credential());
        } catch (IOException e) {
            throw new IllegalStateException("a stored password hash is not JSON", e);
        }
    }

    /** Why the part cannot be added to the job, whose row is locked; empty if it can. */
    Optional<JobConflictException> conflict(Connection connection) throws SQLException {
        if (count > 0 && hashes.followUsers(connection, jobId, part)) {
            return Optional.of(followsUsers());
        }
        if (hasUsers && !hasHashes && hashes.exist(connection, jobId, upload)) {
            return Optional.of(new JobConflictException(
                    "password-hashes-arrived",
                    "Another part with password hashes arrived during the upload of the users. Send the users again"));
        }
        return Optional.empty();
    }

    /** Messages about the part, each once. */
    List<Violation> notices() {
        return count == 0
                ? List.of()
                : List.of(Violation.of(
                        "password-hashes-waiting",
                        null,
                        count + " password hashes are matched with users in later parts of the job"));
    }
}
