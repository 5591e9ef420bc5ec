package org.millrace.bulk.entity.organization;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.UserProvider;
import org.keycloak.organization.OrganizationProvider;
import org.millrace.bulk.entity.group.StoredGroups;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;

/** Users that records list as members. For one session and its thread. */
final class Members {
    private final ChunkSession in;
    private final StoredGroups stored;
    private final Map<String, Optional<UserModel>> byName = new HashMap<>();

    Members(ChunkSession in) {
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

    /**
     * Makes a user a managed member.
     *
     * @return false if the user is a member already
     */
    boolean manage(UserModel user, OrganizationModel organization, OrganizationProvider organizations) {
        // Users from Keycloak's cache lack the type of a membership, so its own store is queried.
        UserModel stored = in.session().getProvider(UserProvider.class).getUserById(in.realm(), user.getId());
        boolean joined = organizations.addManagedMember(organization, stored == null ? user : stored);
        // The cache of users has to notice.
        user.setEnabled(user.isEnabled());
        return joined;
    }

    /** Objects to a user who does not exist; to who may not view users, as to one who must not be managed. */
    void checkUnknown(String field, String name, ValidationResult result) {
        if (in.permissions().users().canView()) {
            result.object(Violation.of("unknown-user", field, "There is no user " + name));
        } else {
            result.reject(forbidden(field, name));
        }
    }

    /** The same of a user who exists and of one who does not: the caller may not know. */
    static Violation forbidden(String field, String name) {
        return Violation.of(
                "forbidden-user", field, "You may not manage user \"" + name + "\", or the user does not exist");
    }

    boolean maySee(UserModel user) {
        return in.permissions().users().canView(user);
    }

    boolean mayManage(UserModel user) {
        return in.permissions().users().canManage(user);
    }

    boolean mayManageGroups(UserModel user) {
        return in.permissions().users().canManageGroupMembership(user);
    }
}
