package org.millrace.bulk.entity.user.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The users that a chunk is going to create and update, accumulated over its records: a later record of the same user sees what the
 * earlier ones made of it. For one transaction and its thread.
 */
public final class UserChanges {
    private final Map<String, UserState> targets = new LinkedHashMap<>();
    private final Map<String, UserState> stored = new HashMap<>();
    private final Map<String, String> idByUsername = new HashMap<>();
    private final Map<String, String> idByEmail = new HashMap<>();

    /** Adds a new user. */
    public void create(UserState user) {
        put(user);
    }

    /** Adds a change to a stored user, or to one of these. */
    public void update(UserChange change) {
        UserState current = change.current();
        if (!targets.containsKey(current.id())) {
            stored.put(current.id(), current);
        }
        idByUsername.remove(current.username(), current.id());
        if (current.email() != null) {
            idByEmail.remove(current.email(), current.id());
        }
        put(change.target());
    }

    private void put(UserState user) {
        targets.put(user.id(), user);
        idByUsername.put(user.username(), user.id());
        if (user.email() != null) {
            idByEmail.put(user.email(), user.id());
        }
    }

    /** The new users. */
    public List<UserState> created() {
        return targets.values().stream()
                .filter(user -> !stored.containsKey(user.id()))
                .toList();
    }

    /** The changes to stored users, one for each of them. */
    public List<UserChange> updated() {
        List<UserChange> updated = new ArrayList<>();
        for (UserState target : targets.values()) {
            UserState current = stored.get(target.id());
            if (current != null) {
                updated.add(new UserChange(current, target));
            }
        }
        return updated;
    }

    /** The state that a user is going to have; empty for a user without a change. */
    public Optional<UserState> target(String id) {
        return Optional.ofNullable(targets.get(id));
    }

    /** The id of the user that is going to have this name, in lower case. */
    public Optional<String> byUsername(String username) {
        return Optional.ofNullable(idByUsername.get(username));
    }

    /** The id of the user that is going to have this email address, in lower case. */
    public Optional<String> byEmail(String email) {
        return Optional.ofNullable(idByEmail.get(email));
    }
}
