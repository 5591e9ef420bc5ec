package org.millrace.bulk.writer.model;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.UserModel;

/** Users whom records name as members. For one session and its thread. */
final class Members {
    private final RealmSession in;
    private final StoredGroups stored;
    private final Map<String, Optional<UserModel>> byName = new HashMap<>();

    Members(RealmSession in) {
        this.in = in;
        this.stored = new StoredGroups(in.database(), in.realm().getId());
    }

    Optional<UserModel> byUsername(String username) {
        return byName.computeIfAbsent(
                username.toLowerCase(Locale.ROOT),
                name -> Optional.ofNullable(in.session().users().getUserByUsername(in.realm(), name)));
    }

    Optional<UserModel> byId(@Nullable String id) {
        return id == null
                ? Optional.empty()
                : Optional.ofNullable(in.session().users().getUserById(in.realm(), id));
    }

    /** Who is in this very group, by ids, and whether as a managed member. */
    Map<String, Boolean> of(String groupId) {
        return stored.members(groupId);
    }

    boolean mayManage(UserModel user) {
        return in.permissions().users().canManage(user);
    }

    boolean mayManageGroups(UserModel user) {
        return in.permissions().users().canManageGroupMembership(user);
    }
}
