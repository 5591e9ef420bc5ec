package org.millrace.bulk.entity.user.profile;

import java.util.Optional;
import org.keycloak.models.UserModel;
import org.millrace.bulk.entity.user.state.UserAssociations;
import org.millrace.bulk.entity.user.state.UserState;

/**
 * The users that a chunk may collide with: those in the database, and those that the chunk itself adds. For one
 * transaction and its thread.
 */
public interface UserLookup {
    /** The realm's user with this id. */
    Optional<String> byId(String id);

    /** The id of the realm of the user with this id, which may be another realm; empty if no user has it. */
    Optional<String> realmOf(String id);

    /**
     * Whether it is known without a query that the realm has no user with this name or email address.
     *
     * @param key in lower case
     */
    boolean isSurelyUntaken(String key);

    /** The id of the realm's user with this name, in lower case. */
    Optional<String> byUsername(String username);

    /** The id of a user of the realm with this mail address, in lower case. */
    Optional<String> byEmail(String email);

    /** Whether the stored email address of a returned user is verified. */
    boolean hasVerifiedEmail(String id);

    /**
     * The state of a returned user, including the chunk's own changes.
     *
     * @throws IllegalStateException if the user was removed concurrently
     */
    UserState state(String id);

    /** Whether Keycloak treats this user as read-only: a managed member of a disabled organization. */
    boolean isReadOnly(String id);

    /** Stored constraints on the user's email domain, without this chunk's changes. */
    MemberDomainConstraint bonds(String id);

    /** Associations of a user that {@link #state(String)} has returned. */
    UserAssociations associations(UserState user);

    /** A user for validators. */
    UserModel model(UserState user);
}
