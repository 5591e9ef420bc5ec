package org.millrace.bulk.job;

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
import org.millrace.bulk.record.Violation;

/**
 * Joins the users and the password hashes of another system that come in different parts of a job: hashes are put aside, users get theirs.
 * Hashes have to come first. Memory holds one chunk. For one upload and one thread.
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
    private boolean metUsers;
    private boolean metHashes;

    PasswordHashJoin(JobDatabase database, String upload, String jobId, int part) {
        this.database = database;
        this.hashes = new PasswordHashes(database);
        this.upload = upload;
        this.jobId = jobId;
        this.part = part;
    }

    /** What is stored of a chunk, and how many bytes of hashes were put aside. */
    record Joined(List<Entry> entries, List<StoredRecord> records, long bytes) {
        Joined {
            entries = List.copyOf(entries);
            records = List.copyOf(records);
        }
    }

    /** A user of the chunk without the field that says which partner it has. */
    private record User(
            int index,
            ObjectNode json,
            @Nullable String account,
            @Nullable String email) {}

    /** @throws JobConflictException if hashes come after users */
    Joined join(List<Entry> entries, List<StoredRecord> records)
            throws IOException, SQLException, JobConflictException {
        List<Entry> kept = new ArrayList<>();
        List<StoredRecord> stored = new ArrayList<>();
        List<PasswordHashes.Hash> aside = new ArrayList<>();
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
                aside.add(new PasswordHashes.Hash(
                        key(partner, ACCOUNT),
                        key(partner, EMAIL),
                        json.path(CREDENTIALS).path(0).toString()));
            } else {
                users.add(new User(kept.size(), json, key(partner, ACCOUNT), key(partner, EMAIL)));
                kept.add(entries.get(i));
                stored.add(text);
            }
        }
        putAside(aside);
        assign(users);
        for (User user : users) {
            byte[] text = user.json().toString().getBytes(StandardCharsets.UTF_8);
            stored.set(
                    user.index(), new StoredRecord.Text(kept.get(user.index()).position(), text, false));
        }
        long bytes =
                aside.stream().mapToLong(hash -> hash.credential().length()).sum();
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

    private void putAside(List<PasswordHashes.Hash> aside) throws SQLException, JobConflictException {
        if (aside.isEmpty()) {
            return;
        }
        boolean late = database.inTransaction(connection -> {
            if (hashes.comeLate(connection, jobId, part)) {
                return true;
            }
            hashes.insert(connection, upload, count, aside);
            return false;
        });
        if (late) {
            throw late();
        }
        count += aside.size();
    }

    private static JobConflictException late() {
        return new JobConflictException(
                "users-before-password-hashes",
                "Another part of the job has users already. Send the part with the password hashes before the users");
    }

    private void assign(List<User> users) throws SQLException {
        if (users.isEmpty()) {
            return;
        }
        metUsers = true;
        database.inTransaction(connection -> {
            metHashes = metHashes || hashes.exist(connection, jobId, upload);
            if (metHashes) {
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

    /** What keeps the part from being the job's, with the job's row locked; empty if nothing does. */
    Optional<JobConflictException> conflict(Connection connection) throws SQLException {
        if (count > 0 && hashes.comeLate(connection, jobId, part)) {
            return Optional.of(late());
        }
        if (metUsers && !metHashes && hashes.exist(connection, jobId, upload)) {
            return Optional.of(new JobConflictException(
                    "password-hashes-arrived",
                    "Another part brought password hashes while the users were sent. Send the users again"));
        }
        return Optional.empty();
    }

    /** What is to be said once about the part. */
    List<Violation> notices() {
        return count == 0
                ? List.of()
                : List.of(Violation.of(
                        "password-hashes-waiting",
                        null,
                        count + " password hashes wait for their users in other parts of the job"));
    }
}
